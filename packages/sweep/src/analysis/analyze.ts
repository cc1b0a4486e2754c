import { blockSize } from '../plan/blocks.ts';
import { type Measured, measuredOf } from '../report/measured.ts';
import { ReportError } from '../report/report-error.ts';
import { numbersOf, type Results, rowsOf } from '../report/results.ts';
import type { Bootstrap, Estimate } from './bootstrap.ts';
import { type MorrisEffects, morrisEffects } from './morris-effects.ts';
import type { PlanBlocks } from './plan-blocks.ts';
import { sobolIndices } from './sobol-indices.ts';

export interface AnalyzeOptions {
  /** The names of the measures to analyze. Default: all. */
  readonly measures?: readonly string[];
  /**
   * The first tick of the samples to average. Default: the `warmup` of the plan. Without both, the last sample counts.
   */
  readonly from?: number;
  /** The number of resamples for the intervals, at least 1. Default: 1000. */
  readonly resamples?: number;
  /** The seed of the resamples, a whole number from 0 to 2^32 - 1. Default: 1. */
  readonly seed?: number;
}

/** The fields that the analyses of both samples have. */
interface AnalyzedMeasure {
  readonly measure: string;
  /** Says in words which samples the values come from, such as "at the last tick". */
  readonly when: string;
  /** The number of blocks in which each run has a value. Only these are analyzed. */
  readonly used: number;
}

/** The Sobol indices of a measure. Each is a share of the variance of the measure. */
export interface SobolAnalysis extends AnalyzedMeasure {
  readonly type: 'sobol';
  readonly parameters: readonly {
    readonly name: string;
    /** The share that the parameter causes alone. */
    readonly first: Estimate;
    /** The share that the parameter causes alone and together with others. */
    readonly total: Estimate;
  }[];
  /** The shares that pairs of parameters cause only together. */
  readonly pairs: readonly {
    readonly names: readonly [string, string];
    readonly second: Estimate;
  }[];
}

/** The elementary effects of the parameters on a measure, in the unit of the measure. */
export interface MorrisAnalysis extends AnalyzedMeasure {
  readonly type: 'morris';
  readonly parameters: readonly ({ readonly name: string } & MorrisEffects)[];
}

export type Analysis = SobolAnalysis | MorrisAnalysis;

/** How a measure depends on the parameters of a sweep. */
export interface Sensitivity {
  /** The number of blocks of the sample: points of a Sobol sample, or trajectories of a Morris sample. */
  readonly blocks: number;
  /** The number of runs in the plan. */
  readonly runs: number;
  /** The number of runs that have a result. */
  readonly finished: number;
  /** The number of runs that have failed. */
  readonly failed: number;
  readonly resamples: number;
  readonly seed: number;
  readonly measures: readonly Analysis[];
}

const RESAMPLES = 1000;
const SEED = 1;

/**
 * Analyzes how the measures of a sweep depend on its parameters. The sample of its plan must be `sobol` or `morris`.
 * The runs of a combination with different seeds count with their mean. A block with a run that has no value is left
 * out. The same results and options always give the same numbers.
 *
 * @throws ReportError for results of another sample, for an unknown measure, and for a tick without samples
 */
export function analyze(results: Results, options: AnalyzeOptions = {}): Sensitivity {
  const { plan, failures, runs } = results;
  const { blocks, sample = 'unknown' } = plan;
  if (blocks === undefined) {
    throw new ReportError(
      'REPORT_SAMPLE',
      `results: found the sample ${sample}, expected sobol or morris`,
    );
  }
  const { resamples = RESAMPLES, seed = SEED } = options;
  const measured = measuredOf(results, options.measures, options.from ?? plan.warmup);
  return {
    blocks: blocks.count,
    runs: plan.runs,
    finished: rowsOf(runs),
    failed: failures.length,
    resamples,
    seed,
    measures: measured.map((one) => analyzeMeasure(results, blocks, one, { resamples, seed })),
  };
}

/** Analyzes one measure of a sweep with blocks. */
export function analyzeMeasure(
  results: Results,
  blocks: PlanBlocks,
  measured: Pick<Measured, 'name' | 'when' | 'values'>,
  bootstrap: Bootstrap = { resamples: RESAMPLES, seed: SEED },
): Analysis {
  const { type, parameters, steps } = blocks;
  const means = meansOf(numbersOf(results.runs, 'run'), measured.values, blocks);
  const size = blockSize(type, parameters.length);
  const used: number[] = [];
  for (let block = 0; block < blocks.count; block++) {
    const own = means.subarray(block * size, (block + 1) * size);
    if (own.every(Number.isFinite)) used.push(block);
  }
  const values = take(means, used, size);
  const facts = { measure: measured.name, when: measured.when, used: used.length };
  if (type === 'sobol') {
    const { first, total, second } = sobolIndices(values, parameters.length, bootstrap);
    return {
      ...{ type, ...facts },
      parameters: parameters.map((name, at) => ({ name, first: first[at], total: total[at] })),
      pairs: second.map(({ pair: [a, b], index }) => ({
        names: [parameters[a], parameters[b]],
        second: index,
      })),
    };
  }
  const ownSteps = {
    parameters: take(steps!.parameters, used, parameters.length),
    sizes: take(steps!.sizes, used, parameters.length),
  };
  const effects = morrisEffects(values, ownSteps, parameters.length, bootstrap);
  return {
    ...{ type, ...facts },
    parameters: parameters.map((name, at) => ({ name, ...effects[at] })),
  };
}

/** Returns the mean of each combination over its seeds; NaN if a run has no value. */
function meansOf(runs: Float64Array, values: Float64Array, blocks: PlanBlocks): Float64Array {
  const combinations = blocks.count * blockSize(blocks.type, blocks.parameters.length);
  const sums = new Float64Array(combinations);
  const counts = new Uint32Array(combinations);
  for (const [row, run] of runs.entries()) {
    if (!Number.isFinite(values[row])) continue;
    const combination = Math.floor(run / blocks.runs);
    sums[combination] += values[row];
    counts[combination]++;
  }
  return sums.map((sum, at) => (counts[at] === blocks.runs ? sum / blocks.runs : Number.NaN));
}

/** Returns the elements of the blocks with these indexes. */
function take<T extends Float64Array | Int32Array>(
  list: T,
  blocks: readonly number[],
  size: number,
): T {
  const taken = list.slice(0, blocks.length * size) as T;
  for (const [at, block] of blocks.entries()) {
    taken.set(list.subarray(block * size, (block + 1) * size), at * size);
  }
  return taken;
}
