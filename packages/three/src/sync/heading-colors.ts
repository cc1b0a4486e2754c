import type { Rgb } from './color-scale.ts';

/** The number of colors on the circle of colors for headings. */
export const HEADINGS = 64;

/**
 * The lightness and the chroma of all colors, in OKLCH. The chroma is the largest at which a screen can show every hue
 * with this lightness.
 */
const LIGHTNESS = 0.75;
const CHROMA = 0.125;
/**
 * An agent is drawn lighter when it climbs, and darker when it dives. This is the fraction by which its brightness
 * changes when it moves straight up or down.
 */
export const CLIMB = 0.22;
/** The hue that stands for the direction +x, as a fraction of the circle of hues. */
const FIRST_HUE = 0.14;

/**
 * The colors of evenly spaced headings around a full circle, starting at +x. The constant `HEADINGS` says how many
 * colors there are. Each color has three bytes. Equal differences of direction look like equal differences of hue, and
 * all hues look equally bright.
 */
export const HEADING_BYTES = Uint8Array.from({ length: 3 * HEADINGS }, (_, i) => {
  const hue = 2 * Math.PI * (Math.floor(i / 3) / HEADINGS + FIRST_HUE);
  return Math.round(255 * oklch(LIGHTNESS, CHROMA, hue)[i % 3]);
});

/**
 * Writes the color for a velocity. The hue shows the direction around the vertical axis, which is z in the plane and y
 * in space. In space, the color is lighter for agents that climb, and darker for agents that dive.
 */
export function headingColorInto(
  out: Uint8Array,
  at: number,
  vx: number,
  vy: number,
  vz: number,
  flat: boolean,
): void {
  const turn = Math.atan2(flat ? vy : -vz, vx) / (2 * Math.PI);
  const place = Math.round((turn + 1) * HEADINGS) % HEADINGS;
  const speed = Math.sqrt(vx * vx + vy * vy + vz * vz);
  const light = flat || speed === 0 ? 1 : 1 + (CLIMB * vy) / speed;
  for (let k = 0; k < 3; k++) out[at + k] = Math.min(255, light * HEADING_BYTES[3 * place + k]);
}

/**
 * The circle of colors for headings as a CSS background. From left to right: east, north, west, south, and east again.
 */
export const HEADING_CSS = `linear-gradient(90deg, ${Array.from({ length: 13 }, (_, i) => {
  const at = 3 * (Math.round((i / 12) * HEADINGS) % HEADINGS);
  return `rgb(${HEADING_BYTES.slice(at, at + 3).join(' ')})`;
}).join(', ')})`;

/**
 * Converts OKLCH to linear sRGB, 0 to 1 per channel. Source: Ottosson 2020, A perceptual color space for image
 * processing.
 */
function oklch(lightness: number, chroma: number, hue: number): Rgb {
  const [a, b] = [chroma * Math.cos(hue), chroma * Math.sin(hue)];
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    shown(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
    shown(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
    shown(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s),
  ];
}

/** Converts a channel of linear light to sRGB. */
function shown(light: number): number {
  const inside = Math.min(1, Math.max(0, light));
  return inside <= 0.0031308 ? 12.92 * inside : 1.055 * inside ** (1 / 2.4) - 0.055;
}
