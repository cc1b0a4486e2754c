/** An sRGB color, 0 to 255 per channel. */
export type Rgb = readonly [r: number, g: number, b: number];

/**
 * The colors of the scale at equal distances, from low to high. It is the scale "plasma", with a brighter low end that
 * is visible on black.
 */
const SCALE: readonly Rgb[] = [
  [56, 60, 190],
  [124, 44, 210],
  [196, 52, 160],
  [238, 100, 92],
  [252, 166, 54],
  [244, 244, 80],
];

/** The number of colors into which the scale is divided. */
export const STEPS = 64;

/** The colors of the scale, from low to high, with three bytes per color. */
export const SCALE_BYTES = Uint8Array.from({ length: 3 * STEPS }, (_, i) => {
  const at = (Math.floor(i / 3) / (STEPS - 1)) * (SCALE.length - 1);
  const stop = Math.min(SCALE.length - 2, Math.floor(at));
  const [from, to] = [SCALE[stop][i % 3], SCALE[stop + 1][i % 3]];
  return Math.round(from + (at - stop) * (to - from));
});

/**
 * Returns a color for one of many kinds, by the number of the kind. Kinds with neighboring numbers get different hues.
 */
export function kindColor(index: number): Rgb {
  const hue = (0.53 + index * 0.618034) % 1;
  // The brightness varies as well, for people who cannot tell the hues apart.
  const light = 0.62 + 0.12 * ((index % 3) - 1);
  return hslToRgb(hue, 0.85, light);
}

/** Writes the color in CSS notation. */
export function cssColor([r, g, b]: Rgb): string {
  return `rgb(${r} ${g} ${b})`;
}

/** Returns evenly spaced colors as a CSS background, from left to right. */
export function stopsCss(colors: readonly Rgb[]): string {
  return `linear-gradient(90deg, ${colors.map(cssColor).join(', ')})`;
}

/** The scale as a CSS background, from low at the left to high at the right. */
export const SCALE_CSS = stopsCss(SCALE);

function hslToRgb(hue: number, saturation: number, light: number): Rgb {
  const reach = saturation * Math.min(light, 1 - light);
  const channel = (shift: number): number => {
    const k = (shift + hue * 12) % 12;
    return Math.round(255 * (light - reach * Math.max(-1, Math.min(k - 3, 9 - k, 1))));
  };
  return [channel(0), channel(8), channel(4)];
}
