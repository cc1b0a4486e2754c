import { Color, SRGBColorSpace } from 'three';

/**
 * The hues of the fields of a scene, in the order of the fields. Each hue is a number from 0 to 1. If there are more
 * fields than hues, the hues repeat.
 */
const HUES = [0.13, 0.52, 0.86, 0.34];
/**
 * If the highest value of a field falls, the upper end of the color range follows this value slowly. With each state,
 * the upper end moves by this fraction of the remaining difference.
 */
const FALL = 0.05;
const STEPS = 256;

/**
 * Assigns colors to the values of a scalar field. If the field has values below 0, the lowest value is transparent.
 * Otherwise, 0 is transparent. Values in the middle have a hue, and the highest value is nearly white.
 */
export class FieldColors {
  readonly #colors: Uint32Array;
  #least = 0;
  #most = 0;
  #scale = 0;

  /** `order` is the index of the field in its scene, which determines the hue. */
  constructor(order: number) {
    this.#colors = colorsOf(HUES[order % HUES.length]);
  }

  /** Adapts the range of colors to the current values. */
  follow(values: Float32Array): void {
    let [least, most] = [0, 0];
    for (let cell = 0; cell < values.length; cell++) {
      least = Math.min(least, values[cell]);
      most = Math.max(most, values[cell]);
    }
    this.#least = least;
    this.#most = Math.max(most, this.#most + FALL * (most - this.#most));
    this.#scale = (STEPS - 1) / Math.max(1e-30, this.#most - least);
  }

  /** The color of a value: red, green, blue and alpha in one number, one byte each. */
  of(value: number): number {
    return this.#colors[Math.min(STEPS - 1, ((value - this.#least) * this.#scale) | 0)];
  }
}

function colorsOf(hue: number): Uint32Array {
  const bytes = new Uint8Array(4 * STEPS);
  const color = new Color();
  for (let step = 0; step < STEPS; step++) {
    // Few cells have high values, so the lower half of the range gets most of the colors.
    const share = Math.sqrt(step / (STEPS - 1));
    color.setHSL(hue - 0.08 * (1 - share), 0.85, 0.12 + 0.72 * share ** 2, SRGBColorSpace);
    const { r, g, b } = color.getRGB({ r: 0, g: 0, b: 0 }, SRGBColorSpace);
    bytes.set([255 * r, 255 * g, 255 * b, 255 * Math.min(1, 1.6 * share)], 4 * step);
  }
  return new Uint32Array(bytes.buffer);
}
