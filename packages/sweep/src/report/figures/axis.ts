import { readable } from '../numbers.ts';
import { fitted, textWidth } from './text.ts';

export interface Axis {
  /** An axis of a measure has lines across the figure. An axis of bands has no line of its own. */
  readonly kind: 'number' | 'measure' | 'band';
  /** Lists of values at tick marks, the longest list first. The first one whose labels fit is drawn. */
  readonly ticks: readonly (readonly number[])[];
  label(value: number): string;
  /** Returns the place of a value: 0 at the left or lower end of the axis, 1 at the other end. */
  place(value: number): number;
}

export interface Tick {
  readonly value: number;
  readonly label: string;
}

export const TICK_SIZE = 12;
/** The minimum distance between the labels of two ticks, in px. */
const TICK_GAP = 10;
/** The maximum width of a label at a vertical axis, and the width that each label at a horizontal axis may have, in px. */
const MAX_LABEL = 150;
const MIN_LABEL = 64;
/** If a parameter has more values, the ticks of its axis are at round numbers. */
const MAX_VALUES = 9;

/** Returns the text of the label of a tick. */
export function tickLabel(value: number): string {
  const size = Math.abs(value);
  if (size >= 1e6 || (size > 0 && size < 1e-3)) {
    return value.toExponential().replace('e+', 'e').replace(/-/g, '−');
  }
  return readable(value, 7);
}

/** Returns the least and the greatest of all finite values; 0 and 1 if there are none. */
export function extentOf(values: Iterable<number>): readonly [number, number] {
  let [min, max] = [Infinity, -Infinity];
  for (const value of values) {
    if (!Number.isFinite(value)) continue;
    min = Math.min(min, value);
    max = Math.max(max, value);
  }
  return min > max ? [0, 1] : [min, max];
}

/** Returns the smallest axis that shows all values. The ticks are at the `marks` if these are few and fit. */
export function numberAxis(
  values: Iterable<number>,
  isLog = false,
  marks: readonly number[] = [],
): Axis {
  const [min, max] = extentOf(values);
  const to = isLog ? Math.log10 : Number;
  const round = isLog ? powersOf(min, max) : niceLists([min, max]);
  return {
    kind: 'number',
    ticks: [...(marks.length <= MAX_VALUES ? [marks] : []), ...round, [min, max]].filter(
      ({ length }) => length > 1,
    ),
    label: tickLabel,
    place: (value) => (to(value) - to(min)) / (to(max) - to(min)),
  };
}

/** Returns lists of powers of ten in a range: all of them, every second one, and so on. */
function powersOf(min: number, max: number): number[][] {
  const powers: number[] = [];
  for (let power = Math.ceil(Math.log10(min)); power <= Math.floor(Math.log10(max)); power++) {
    powers.push(Number(`1e${power}`));
  }
  return thinned(powers);
}

function thinned(values: readonly number[]): number[][] {
  return values.map((_, step) => values.filter((__, index) => index % (step + 1) === 0));
}

/** Returns lists of round numbers in a range, the longest list first. */
function niceLists([min, max]: readonly [number, number]): number[][] {
  return [8, 6, 5, 4, 3, 2].map((count) =>
    niceTicks([min, max], count).filter((tick) => tick >= min && tick <= max),
  );
}

/** Returns an axis for the values of a measure, between round numbers. It starts at 0 if 0 is close. */
export function measureAxis(values: Iterable<number>): Axis {
  let [min, max] = extentOf(values);
  // A difference that labels would not show counts as none.
  if (max - min <= Math.max(Math.abs(min), Math.abs(max)) * 1e-6) {
    const pad = min === 0 ? 1 : Math.abs(min) * 0.1;
    [min, max] = [min - (min === 0 ? 0 : pad), max + pad];
  } else if (min > 0 && min < max * 0.4) min = 0;
  else if (max < 0 && max > min * 0.4) max = 0;
  const ticks = niceTicks([min, max], 5);
  const ends = [ticks[0], ticks[ticks.length - 1]] as const;
  const axis = numberAxis(ends);
  return { ...axis, kind: 'measure', ticks: [ticks, ...niceLists(ends), ends] };
}

/** Returns an axis with a band of equal size for each label. If `isDownward`, the first band is at the upper end. */
export function bandAxis(labels: readonly string[], isDownward = false): Axis {
  const size = labels.length;
  return {
    kind: 'band',
    ticks: thinned(labels.map((_, index) => index)),
    label: (index) => labels[index],
    place: (index) => ((isDownward ? size - 1 - index : index) + 0.5) / size,
  };
}

/** Returns the ticks of an axis that is `length` px long, with labels that fit. */
export function ticksOf({ ticks, label, place }: Axis, length: number, isUpright: boolean): Tick[] {
  for (const values of ticks) {
    const most = isUpright ? MAX_LABEL : Math.max(MIN_LABEL, length / values.length - TICK_GAP);
    const shown = values.map((value) => ({ value, label: fitted(label(value), most, TICK_SIZE) }));
    const isFit = shown.every((tick, index) => {
      if (index === 0) return true;
      const before = shown[index - 1];
      const width = textWidth(before.label + tick.label, TICK_SIZE) / 2 + TICK_GAP;
      const distance = Math.abs(place(tick.value) - place(before.value)) * length;
      return distance >= (isUpright ? TICK_SIZE + 2 : width);
    });
    if (isFit) return shown;
  }
  return [];
}

/**
 * Returns evenly spaced round numbers that contain a range: the first is its lower end or below, the last is its upper
 * end or above.
 *
 * @param count the approximate number of ticks
 */
export function niceTicks([min, max]: readonly [number, number], count: number): number[] {
  const rough = (max - min) / count;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = power * ([1, 2, 5, 10].find((factor) => factor * power >= rough * 0.999) ?? 10);
  const first = Math.floor(min / step + 1e-9);
  const last = Math.ceil(max / step - 1e-9);
  // Rounding gives 0.3 instead of 0.30000000000000004.
  return Array.from({ length: last - first + 1 }, (_, index) =>
    Number(((first + index) * step).toPrecision(12)),
  );
}
