import { rangeOf } from '../world/slice.ts';
import type { SharedWorld } from '../world/world.ts';
import type { Measure } from './measure.ts';
import type { Agents } from './measured-agents.ts';
import type { Pass, Total } from './pass.ts';
import { PointGrid } from './point-grid.ts';
import { RECIPES } from './recipes.ts';

/** The number of agents in a block. */
const BLOCK = 4096;

/**
 * One pass of a measurement over the agents. All threads share it. It is plain data, so that it can be sent to each
 * thread.
 */
export interface MeasureTask {
  readonly measures: readonly Measure[];
  /** The index of the pass. Measures that have no pass with this index are skipped. */
  readonly pass: number;
  /** The totals of the earlier passes: for each measure, one total per pass. */
  readonly before: readonly (readonly Total[])[];
}

/** A pass that is divided among `workers` workers. */
export interface SharedMeasureTask extends MeasureTask {
  readonly workers: number;
}

/**
 * The results of one thread, with an array for each measure. Each block of the thread gives values. The array contains
 * the values of all blocks, one block after another.
 */
export type MeasurePart = readonly Float64Array[];

const NOTHING = new Float64Array(0);

/** Computes one worker's part of a pass. */
export function measurePart(
  world: SharedWorld,
  { measures, pass, before, workers }: SharedMeasureTask,
  worker: number,
): MeasurePart {
  const { agents: count } = world.plan;
  const [first, last] = rangeOf(Math.max(1, Math.ceil(count / BLOCK)), workers, worker);
  const grids = new Map<number, PointGrid>();
  return measures.map((measure, at) => {
    const one = RECIPES[measure.kind].passes[pass];
    if (one === undefined || (one.alone ? worker > 0 : first === last)) return NOTHING;
    const agents: Agents = { world, species: measure.species };
    const grid = (): PointGrid => {
      const known = grids.get(measure.species);
      if (known !== undefined) return known;
      const made = new PointGrid(agents);
      grids.set(measure.species, made);
      return made;
    };
    const run = one.begin({ agents, measure, before: before[at], grid });
    if (one.alone) return Float64Array.from(run(0, count));
    const numbers: number[] = [];
    for (let block = first; block < last; block++) {
      world.live();
      for (const number of run(block * BLOCK, Math.min((block + 1) * BLOCK, count))) {
        numbers.push(number);
      }
    }
    return Float64Array.from(numbers);
  });
}

/** Combines the results of all threads for one measure, in the order of the workers. */
function totalOf(pass: Pass, parts: readonly Float64Array[]): Total {
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  const all = new Float64Array(length);
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  if (pass.fold === 'list') return all;
  const width = pass.fold === 'sum' ? 4 : 1;
  const total = all.slice(0, width);
  for (let k = width; k < length; k++) {
    const n = k % width;
    if (pass.fold === 'sum') total[n] += all[k];
    else total[n] = pass.fold === 'min' ? Math.min(total[n], all[k]) : Math.max(total[n], all[k]);
  }
  return total;
}

/**
 * Measures a world in passes. For each pass, yields a task for all threads and receives the parts that they computed.
 * Finally returns one number per measure: NaN if there is nothing to measure.
 */
export function* measureInTurns(
  world: SharedWorld,
  measures: readonly Measure[],
): Generator<MeasureTask, Float64Array, readonly MeasurePart[]> {
  const totals: Total[][] = measures.map(() => []);
  const passes = Math.max(0, ...measures.map(({ kind }) => RECIPES[kind].passes.length));
  for (let pass = 0; pass < passes; pass++) {
    const parts = yield { measures, pass, before: totals };
    for (const [at, { kind }] of measures.entries()) {
      const one = RECIPES[kind].passes[pass];
      if (one !== undefined)
        totals[at].push(
          totalOf(
            one,
            parts.map((part) => part[at]),
          ),
        );
    }
  }
  return Float64Array.from(measures, (measure, at) =>
    RECIPES[measure.kind].finish(totals[at], measure, world),
  );
}
