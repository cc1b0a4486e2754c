import { Resvg } from '@resvg/resvg-js';
import { THEME } from './figures/palette.ts';
import { FONT_FILES } from './fonts.ts';

/** The number of pixels of the picture per pixel of the figure: enough to print a column 8 cm wide. */
const ZOOM = 3;

/**
 * Renders a figure as a PNG on a white background. `svg` is a complete SVG of the figure. Fonts of the system are used
 * only for letters that the embedded font lacks.
 */
export function pngOf(svg: string): Uint8Array {
  const isCovered = /^[\s\u0020-\u04ff\u1e00-\u22ff]*$/.test(svg);
  const picture = new Resvg(svg, {
    background: THEME['--paper'][0],
    fitTo: { mode: 'zoom', value: ZOOM },
    font: {
      loadSystemFonts: !isCovered,
      fontFiles: [...FONT_FILES],
      defaultFontFamily: 'Source Sans 3',
    },
  });
  return picture.render().asPng();
}
