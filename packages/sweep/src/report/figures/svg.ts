import { parseHTML } from 'linkedom';
import { THEME } from './palette.ts';

const SVG = 'http://www.w3.org/2000/svg';

/** The font of figures, on pages and in files. */
export const FIGURE_FONT = "'Source Sans 3', 'Source Sans Pro', system-ui, sans-serif";

/** A document that exists outside a browser. Plot draws into it. */
export const { document } = parseHTML('<!doctype html><html><body></body></html>');

type Attributes = Readonly<Record<string, string | number | undefined>>;

/** Creates an SVG element with attributes and children. */
export function svg(
  name: string,
  attributes: Attributes = {},
  ...children: readonly (Element | string)[]
): SVGElement {
  const element = document.createElementNS(SVG, name) as unknown as SVGElement;
  for (const [key, value] of Object.entries(attributes)) {
    if (value !== undefined) element.setAttribute(key, String(value));
  }
  for (const child of children) element.append(typeof child === 'string' ? clean(child) : child);
  return element;
}

/** Creates a text in a figure. */
export function text(
  x: number,
  y: number,
  content: string,
  attributes: Attributes = {},
): SVGElement {
  return svg('text', { x, y, ...attributes }, content);
}

/**
 * The attributes that contain coordinates. These are rounded, because more than two decimals of a pixel are invisible.
 */
const COORDINATES = [
  'd',
  'transform',
  'x',
  'y',
  'x1',
  'x2',
  'y1',
  'y2',
  'cx',
  'cy',
  'r',
  'width',
  'height',
];

/**
 * Moves the elements of `plot`, a drawing that Plot has made, into a new group at (x, y). Drops the style sheet, since
 * every such drawing contains the same one.
 */
export function groupOf(plot: Element, x: number, y: number): SVGElement {
  const group = svg('g', { transform: `translate(${x},${y})`, 'text-anchor': 'middle' });
  for (const child of [...plot.children]) {
    if (child.localName !== 'style') group.append(child);
  }
  for (const element of group.querySelectorAll('*')) {
    const words = element.children.length === 0 ? element.textContent : null;
    if (words) element.textContent = clean(words);
    for (const name of COORDINATES) {
      const value = element.getAttribute(name);
      if (value !== null) element.setAttribute(name, rounded(value));
    }
  }
  return group;
}

function rounded(coordinates: string): string {
  return coordinates.replace(/-?\d+\.\d{3,}(e-?\d+)?/g, (number) =>
    String(Number(Number(number).toFixed(2))),
  );
}

/** The margin around a figure in its own file, in px. */
const MARGIN = 10;

/**
 * Returns a copy of a figure that can be saved as a separate file. The copy has light colors. `fontFaces` holds style
 * rules that embed a font; by default, no font is embedded.
 */
export function standalone(figure: SVGElement, fontFaces = ''): string {
  const copy = figure.cloneNode(true) as SVGElement;
  copy.setAttribute('xmlns', SVG);
  // Where the page is dark, dark letters need a light background with a margin.
  copy.setAttribute('style', `background:${THEME['--paper'][0]}`);
  const [, width, height] = /^0 0 (\d+) (\d+)$/.exec(copy.getAttribute('viewBox') ?? '') ?? [];
  if (width !== undefined) {
    const [across, down] = [Number(width) + 2 * MARGIN, Number(height) + 2 * MARGIN];
    copy.setAttribute('viewBox', `${-MARGIN} ${-MARGIN} ${across} ${down}`);
    copy.setAttribute('width', String(across));
    copy.setAttribute('height', String(down));
  }
  copy.setAttribute('color', THEME['--ink'][0]);
  for (const element of [copy, ...copy.querySelectorAll('*')]) {
    for (const { name, value } of [...element.attributes]) {
      if (value.includes('var(')) {
        element.setAttribute(
          name,
          value.replace(/var\((--[\w-]+)\)/g, (whole, key: string) => THEME[key]?.[0] ?? whole),
        );
      }
    }
  }
  // The title must be the first child, so the style goes after the description.
  if (fontFaces !== '') copy.querySelector('desc')!.after(svg('style', {}, fontFaces));
  return `<?xml version="1.0" encoding="UTF-8"?>\n${copy.outerHTML}\n`;
}

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

/**
 * Replaces characters that XML cannot contain, and characters that change the direction of text. Results may contain
 * any text.
 */
export function clean(content: string): string {
  return content.replace(/(?![\t\n])[\p{Cc}\p{Cs}\p{Bidi_Control}\ufffe\uffff]/gu, '\ufffd');
}
