import { readable } from '../numbers.ts';
import { textWidth } from './svg.ts';

/** An axis of numbers. */
export interface Axis {
  readonly domain: readonly [number, number];
  readonly isLog: boolean;
  /** The values that get tick marks, if there is enough space for their labels. */
  readonly values?: readonly number[];
}

export const TICK_SIZE = 12;
/** The minimum distance between the labels of two ticks, in px. */
const TICK_GAP = 10;

/** Returns the text of the label of a tick. */
export function tickLabel(value: number): string {
  const size = Math.abs(value);
  if (size >= 1e6 || (size > 0 && size < 1e-3)) {
    return value.toExponential().replace('e+', 'e').replace(/-/g, '−');
  }
  return readable(value, 7);
}

/** Returns the smallest axis that shows all values; undefined if there are no values. */
export function axisOf(values: Iterable<number>, isLog = false): Axis | undefined {
  let [min, max] = [Infinity, -Infinity];
  for (const value of values) {
    if (!Number.isFinite(value)) continue;
    min = Math.min(min, value);
    max = Math.max(max, value);
  }
  return min > max ? undefined : { domain: [min, max], isLog };
}

/** Returns an axis for the values of a measure. It starts at 0 if 0 is close, and its length is never 0. */
export function measureAxis(values: Iterable<number>): Axis | undefined {
  const axis = axisOf(values);
  if (axis === undefined) return undefined;
  let [min, max] = axis.domain;
  // A difference close to the rounding error counts as none.
  if (max - min <= Math.max(Math.abs(min), Math.abs(max)) * 1e-12) {
    const pad = min === 0 ? 1 : Math.abs(min) * 0.1;
    [min, max] = [min - (min === 0 ? 0 : pad), max + pad];
  } else if (min > 0 && min < max * 0.4) min = 0;
  else if (max < 0 && max > min * 0.4) max = 0;
  return { domain: [min, max], isLog: false };
}

/**
 * Returns the values at the tick marks of an axis. `length` is the length of the axis, in px. If at most 9 values are
 * given and their labels fit, returns these values. Otherwise returns round numbers, if there are any that fit.
 */
export function ticksOf({ domain, isLog, values = [] }: Axis, length: number): number[] {
  const [min, max] = domain;
  const place = isLog
    ? (value: number): number => (Math.log(value / min) / Math.log(max / min)) * length
    : (value: number): number => ((value - min) / (max - min)) * length;
  const fits = (ticks: readonly number[]): boolean =>
    ticks.length > 0 &&
    ticks.every((tick, index) => {
      if (index === 0) return true;
      const widths = textWidth(tickLabel(ticks[index - 1]) + tickLabel(tick), TICK_SIZE) / 2;
      return place(tick) - place(ticks[index - 1]) >= widths + TICK_GAP;
    });
  if (values.length <= 9 && fits(values)) return [...values];
  if (!isLog) {
    for (let count = Math.max(2, Math.floor(length / 60)); count > 1; count--) {
      const ticks = niceTicks(domain, count).ticks.filter((tick) => tick >= min && tick <= max);
      if (fits(ticks)) return ticks;
    }
    return [min, max];
  }
  const powers: number[] = [];
  for (let power = Math.ceil(Math.log10(min)); power <= Math.floor(Math.log10(max)); power++) {
    powers.push(Number(`1e${power}`));
  }
  if (powers.length < 2) return values.length > 2 ? thinned(values) : [min, max];
  let step = 1;
  while (!fits(powers.filter((_, index) => index % step === 0))) step++;
  return powers.filter((_, index) => index % step === 0);
}

function thinned(values: readonly number[]): number[] {
  return [0, Math.floor((values.length - 1) / 2), values.length - 1].map((index) => values[index]);
}

/**
 * Returns the smallest n for which every n-th label can be shown without overlap. `pitch` is the distance between
 * neighboring labels, in px.
 */
export function labelStep(labels: readonly string[], pitch: number): number {
  const widest = Math.max(...labels.map((label) => textWidth(label, TICK_SIZE)));
  return Math.max(1, Math.ceil((widest + TICK_GAP) / pitch));
}

/**
 * Extends a range to the next round numbers. `domain` is the extended range. `ticks` are evenly spaced round numbers,
 * from one end of the extended range to the other.
 *
 * @param count the approximate number of ticks
 */
export function niceTicks(
  [min, max]: readonly [number, number],
  count: number,
): { readonly ticks: number[]; readonly domain: [number, number] } {
  const rough = (max - min) / count;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = power * ([1, 2, 5, 10].find((factor) => factor * power >= rough * 0.999) ?? 10);
  const first = Math.floor(min / step + 1e-9);
  const last = Math.ceil(max / step - 1e-9);
  // Rounding gives 0.3 instead of 0.30000000000000004.
  const ticks = Array.from({ length: last - first + 1 }, (_, index) =>
    Number(((first + index) * step).toPrecision(12)),
  );
  return { ticks, domain: [ticks[0], ticks[ticks.length - 1]] };
}
