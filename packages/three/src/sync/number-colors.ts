import { type Rgb, SCALE_BYTES, SCALE_CSS, STEPS, stopsCss } from './color-scale.ts';
import { HEADING_BYTES, HEADING_CSS } from './heading-colors.ts';

/** How numbers become colors; see `display.color.scale` in the schema of a scenario. */
export type ScaleForm = 'ramp' | 'circle' | 'flash';

const DARK: Rgb = [52, 47, 30];
const BRIGHT: Rgb = [255, 246, 150];
/** The part of a turn in which a flash fades, and the part in which it rises. */
const FADES = 0.3;
const RISES = 0.06;

/** The colors of a flash over one turn: brightest at the start, then fading. Three bytes per color. */
const FLASH_BYTES = Uint8Array.from({ length: 3 * STEPS }, (_, i) => {
  const turn = Math.floor(i / 3) / STEPS;
  const fading = Math.max(0, 1 - turn / FADES);
  const rising = Math.max(0, 1 - (1 - turn) / RISES);
  const light = Math.max(fading * fading, rising);
  return Math.round(DARK[i % 3]! + light * (BRIGHT[i % 3]! - DARK[i % 3]!));
});

/** The colors of each form of scale, with three bytes per color. */
export const FORM_BYTES: Readonly<Record<ScaleForm, Uint8Array>> = {
  ramp: SCALE_BYTES,
  circle: HEADING_BYTES,
  flash: FLASH_BYTES,
};

/** Each form of scale as a CSS background, from the first value at the left to the last at the right. */
export const FORM_CSS: Readonly<Record<ScaleForm, string>> = {
  ramp: SCALE_CSS,
  circle: HEADING_CSS,
  flash: stopsCss(
    Array.from({ length: STEPS + 1 }, (_, i) => {
      const at = 3 * (i % STEPS);
      return [FLASH_BYTES[at]!, FLASH_BYTES[at + 1]!, FLASH_BYTES[at + 2]!] as const;
    }),
  ),
};

/**
 * Returns which color of a scale stands for a number. `part` is 0 at the first value of the scale and 1 at the last
 * value. A ramp ends there. A circle and a flash begin again.
 */
export function stepOf(form: ScaleForm, part: number): number {
  if (form === 'ramp') return Math.max(0, Math.min(STEPS - 1, Math.round(part * (STEPS - 1))));
  const turn = part - Math.floor(part);
  return Math.round(turn * STEPS) % STEPS;
}
