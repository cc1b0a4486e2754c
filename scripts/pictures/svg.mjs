// What the pictures that are drawn as SVG share.

/** The gap between panels, and the height of their titles, in pixels. */
export const GAP = 24;
export const TITLE = 26;

/**
 * Converts meters to pixels.
 *
 * @param {number} scale pixels per meter
 */
export const pixels = (scale) => (/** @type {number} */ meters) =>
  Number((meters * scale).toFixed(1));

/**
 * The attributes of a picture that may be shown in any size.
 *
 * @param {number} width
 * @param {number} height
 */
export const sized = (width, height) => ({ viewBox: `0 0 ${width} ${height}`, width, height });

/**
 * @param {Readonly<Record<string, string | number>>} attributes
 * @param {string} title
 * @param {readonly string[]} content elements
 */
export function svg(attributes, title, content) {
  const all = Object.entries({ xmlns: 'http://www.w3.org/2000/svg', ...attributes });
  return `<svg ${all.map(([key, value]) => `${key}="${value}"`).join(' ')}>
<title>${title}</title>
${content.join('\n')}
</svg>
`;
}

/**
 * A row of panels.
 *
 * @param {string} title
 * @param {readonly [width: number, height: number]} size of each panel, in pixels
 * @param {readonly { title: string, content: readonly string[] }[]} panels
 */
export function row(title, [width, height], panels) {
  const whole = sized(GAP + panels.length * (width + GAP), TITLE + height + GAP);
  return svg({ ...whole, 'font-family': 'sans-serif', 'font-size': 14 }, title, [
    `<rect width="${whole.width}" height="${whole.height}" fill="#fff"/>`,
    ...panels.map(
      ({ title, content }, n) => `<g transform="translate(${GAP + n * (width + GAP)} ${TITLE})">
<text x="0" y="-8">${title}</text>
<rect width="${width}" height="${height}" fill="none" stroke="#999"/>
${content.join('\n')}
</g>`,
    ),
  ]);
}
