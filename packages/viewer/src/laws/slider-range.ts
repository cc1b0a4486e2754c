import type { Parameter } from '@skein/core/describe';

export interface SliderRange {
  readonly min: number;
  readonly max: number;
  readonly step: number;
}

/** If all values that the schema allows are at most this far from 0, the slider covers all of them. */
const NARROW = 10;

/**
 * Chooses the range of a slider for a parameter. The schema may allow values up to a million, but the slider goes only
 * to about three times the scenario's value. Its steps are at most a hundredth of the range.
 */
export function sliderRange(parameter: Parameter, value: number): SliderRange {
  const { min, max, default: usual } = parameter;
  /** The power of ten that divides a range into at least a hundred and at most a thousand steps, if it may. */
  const stepFor = (range: number): number => {
    const step = Number((10 ** Math.floor(Math.log10(range / 100))).toPrecision(1));
    return parameter.isWhole ? Math.max(step, 1) : step;
  };
  if (max <= NARROW && min >= -NARROW) return { min, max, step: stepFor(max - min) };
  const most = Math.min(max, roundUp(3 * (Math.abs(value) || Math.abs(usual ?? 0) || 1)));
  const step = stepFor(most);
  if (min < 0) return { min: Math.max(min, -most), max: most, step };
  return { min: min > 0 ? Math.max(min, step) : 0, max: most, step };
}

/** Rounds up to one of the numbers 1, 2, 5, 10, 20, 50 and so on. */
function roundUp(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  const factor = [1, 2, 5, 10].find((one) => one * power >= value * (1 - 1e-9)) ?? 10;
  return Number((factor * power).toPrecision(1));
}
