import type { Curve } from './curves.ts';
import { evenly } from './levels.ts';
import { withUnit } from './numbers.ts';
import { ReportError } from './report-error.ts';
import { columnOf, numbersOf, type Results, rowsOf } from './results.ts';
import { quantileOf } from './statistics.ts';

/** A measure with its values in all runs. */
export interface Measured {
  readonly name: string;
  /** The name of the measure with its unit. */
  readonly label: string;
  readonly description: string | undefined;
  /** The value of the measure in each run; NaN for no value. */
  readonly values: Float64Array;
  /** Says in words which samples the values come from, such as "at the last tick". */
  readonly when: string;
  /** The value of the measure in each sample; undefined if the results contain no samples. */
  readonly samples: Float64Array | undefined;
  readonly curves: readonly Curve[];
}

/** The samples that figures over time show. */
export interface Timeline {
  readonly ticks: readonly number[];
  /** For each sample, the index of its tick in `ticks`; -1 if this tick is not shown. */
  readonly codes: Int32Array;
  /** For each sample, the row of its run in the table of runs; -1 if this table does not contain the run. */
  readonly rows: Int32Array;
  /** The number of different ticks with samples, including those that are not shown. */
  readonly total: number;
}

/** The maximum number of points of a line. More points would be closer together than pixels. */
const MAX_TICKS = 240;

/**
 * Returns the samples to show over time, thinned to a maximum number of ticks; undefined if fewer than two ticks have
 * samples.
 */
export function timelineOf({ runs, samples }: Results): Timeline | undefined {
  if (rowsOf(samples) === 0) return undefined;
  const tickColumn = numbersOf(samples, 'tick');
  const all = Array.from(new Set(tickColumn))
    .filter(Number.isFinite)
    .sort((a, b) => a - b);
  if (all.length < 2) return undefined;
  const ticks = evenly(all.length, MAX_TICKS).map((index) => all[index]);
  const indexes = new Map(ticks.map((tick, index) => [tick, index]));
  return {
    ticks,
    codes: Int32Array.from(tickColumn, (tick) => indexes.get(tick) ?? -1),
    rows: runRows(runs, samples),
    total: all.length,
  };
}

/** Returns, for each sample, the row of its run. */
function runRows(runs: Results['runs'], samples: Results['samples']): Int32Array {
  const rows = new Map<number, number>();
  for (const [row, run] of numbersOf(runs, 'run').entries()) rows.set(run, row);
  return Int32Array.from(numbersOf(samples, 'run'), (run) => rows.get(run) ?? -1);
}

/**
 * Returns the mean of a column for each run. Samples before the tick `from` are ignored, and so are samples without a
 * value. If no sample is left, the mean is NaN.
 *
 * @throws ReportError when no sample of any run is at the tick `from` or later
 */
function meanFrom({ runs, samples }: Results, name: string, from: number): Float64Array {
  const ticks = rowsOf(samples) === 0 ? new Float64Array() : numbersOf(samples, 'tick');
  const last = ticks.reduce((most, tick) => Math.max(most, tick), -1);
  if (from > last) {
    const expected =
      last < 0 ? 'results with samples' : `a tick up to ${last}, the tick of the last sample`;
    throw new ReportError('REPORT_TICK', `from: found ${from}, expected ${expected}`);
  }
  const values = numbersOf(samples, name);
  const rows = runRows(runs, samples);
  const sums = new Float64Array(rowsOf(runs));
  const counts = new Uint32Array(sums.length);
  for (let at = 0; at < values.length; at++) {
    if (ticks[at] < from || rows[at] < 0 || !Number.isFinite(values[at])) continue;
    sums[rows[at]] += values[at];
    counts[rows[at]]++;
  }
  return sums.map((sum, row) => (counts[row] === 0 ? Number.NaN : sum / counts[row]));
}

/** Returns the requested measures with their values; by default, all measures. */
export function measuredOf(
  results: Results,
  names: readonly string[] | undefined,
  from: number | undefined,
): Omit<Measured, 'curves'>[] {
  const { plan, runs, samples } = results;
  const known = plan.measures.map(({ name }) => name);
  const unknown = names?.find((name) => !known.includes(name));
  if (unknown !== undefined) {
    const expected =
      known.length === 0 ? 'no name, because there are no measures' : `one of ${known.join(', ')}`;
    throw new ReportError('REPORT_MEASURE', `measure: found "${unknown}", expected ${expected}`);
  }
  const chosen = names === undefined ? known : known.filter((name) => names.includes(name));
  return chosen.map((name) => {
    const planned = plan.measures.find((measure) => measure.name === name)!;
    const hasSamples = rowsOf(samples) > 0 && samples.has(name);
    columnOf(runs, name);
    return {
      name,
      label: withUnit(planned),
      description: planned.description,
      values: from === undefined ? numbersOf(runs, name) : meanFrom(results, name, from),
      when: from === undefined ? 'at the last tick' : `mean of the samples from tick ${from}`,
      samples: hasSamples ? numbersOf(samples, name) : undefined,
    };
  });
}

/** Returns the minimum, median and maximum of the counts that are not 0. */
export function spreadOf(counts: Uint32Array): { min: number; median: number; max: number } {
  const known = counts.filter((count) => count > 0).sort();
  if (known.length === 0) return { min: 0, median: 0, max: 0 };
  return { min: known[0], median: quantileOf(known, 0.5), max: known[known.length - 1] };
}
