/**
 * The widths of the ASCII characters in Source Sans 3, beginning with the space. The unit is a thousandth of the font
 * size.
 */
const ASCII_WIDTHS = [
  200, 289, 426, 497, 497, 824, 609, 249, 303, 303, 418, 497, 249, 311, 249, 350, 497, 497, 497,
  497, 497, 497, 497, 497, 497, 497, 249, 249, 497, 497, 497, 425, 847, 543, 588, 571, 615, 527,
  494, 617, 652, 263, 479, 579, 486, 727, 647, 664, 566, 664, 569, 534, 536, 645, 515, 786, 513,
  476, 539, 303, 350, 303, 497, 500, 542, 504, 553, 456, 555, 496, 292, 504, 544, 246, 247, 495,
  255, 829, 547, 542, 555, 555, 347, 419, 338, 544, 467, 719, 446, 467, 425, 303, 241, 303, 497,
];
/** The maximum width of bold letters, as a multiple of the width of regular letters. */
const BOLD = 1.08;

/**
 * Returns the width of a text in the font of figures, in px. The width is exact for ASCII except for kerning, and
 * approximate for other characters.
 */
export function textWidth(content: string, size: number, isBold = false): number {
  let width = 0;
  for (const character of content) {
    // Beyond Latin, Greek and Cyrillic, many characters are square.
    const other = character === '…' || character > '\u2e7f' ? 1000 : 580;
    width += ASCII_WIDTHS[character.charCodeAt(0) - 32] ?? other;
  }
  return (width / 1000) * size * (isBold ? BOLD : 1);
}

/** Shortens a text to a maximum width in px. An ellipsis marks the cut. */
export function fitted(content: string, width: number, size: number, isBold = false): string {
  if (textWidth(content, size, isBold) <= width) return content;
  const characters = [...content];
  while (characters.length > 1 && textWidth(`${characters.join('')}…`, size, isBold) > width)
    characters.pop();
  return `${characters.join('')}…`;
}
