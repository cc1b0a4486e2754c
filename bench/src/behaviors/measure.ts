import { type KernelName, ScenarioError } from '@skein/core';
import { agreed } from '../agreement.ts';
import { BoxedStepper } from '../boxed.ts';
import { LoadMeter } from '../load.ts';
import { type Summary, summarize } from '../statistics.ts';
import type { Figure } from '../suite.ts';
import { inTurns } from '../turns.ts';
import type { BehaviorRow } from './rows.ts';

/** The number of untimed ticks before the measurement. After them, the hashes of all kernels must agree. */
const CHECKED_TICKS = 2;

export interface CellOptions {
  readonly sizes: readonly number[];
  readonly kernels: readonly KernelName[];
  readonly workers: number;
  readonly turns: number;
  /**
   * The time limit for all ticks of one cell of the table, in ms. A cell that takes longer is canceled. A cell that is
   * predicted to take longer is skipped.
   */
  readonly limitMs: number;
  readonly signal: AbortSignal;
}

/** A cell of the table: the times of one row, for one kernel and one number of agents. */
export interface Cell {
  /** The requested number of agents, and the actual number. */
  readonly asked: number;
  readonly agents: number;
  readonly kernel: KernelName;
  /** The times of the samples, in ms per tick. If there are none, `missing` says why. */
  readonly samples: readonly number[];
  readonly times: Summary;
  readonly load: Readonly<Record<string, Figure>>;
  readonly hash?: string;
  /** The reason why there are no samples, such as "> 20 s", "skipped: predicted 300 s", or a lack of memory. */
  readonly missing?: string;
}

/** Measures a row with each number of agents, from the smallest to the largest, and with each kernel. */
export async function* measureRow(row: BehaviorRow, options: CellOptions): AsyncGenerator<Cell> {
  const before = new Map<KernelName, Cell[]>();
  for (const asked of options.sizes) {
    const hashes: Record<string, string> = {};
    for (const kernel of options.kernels) {
      const cells = before.get(kernel) ?? [];
      before.set(kernel, cells);
      const cell = await measureCell(row, asked, kernel, cells, options);
      cells.push(cell);
      if (cell.hash !== undefined) hashes[`${row.name}, ${asked}, ${kernel}`] = cell.hash;
      if (Object.keys(hashes).length > 1) agreed(hashes);
      yield cell;
    }
  }
}

async function measureCell(
  row: BehaviorRow,
  asked: number,
  kernel: KernelName,
  before: readonly Cell[],
  { workers, turns, limitMs, signal }: CellOptions,
): Promise<Cell> {
  const none = { asked, agents: asked, kernel, samples: [], times: summarize([]), load: {} };
  const predictedMs = CHECKED_TICKS * predict(before, asked);
  // No row gets faster with more agents, so after a canceled size, larger ones are skipped.
  if (predictedMs > limitMs) {
    const seconds = (predictedMs / 1000).toPrecision(2);
    const predicted = Number.isFinite(predictedMs) ? `predicted ${Number(seconds)} s` : 'as above';
    return { ...none, missing: `skipped: ${predicted}` };
  }
  signal.throwIfAborted();
  try {
    const scenario = row.scenario(asked);
    await using stepper = await BoxedStepper.open({ scenario, workers, kernel, budgetMs: limitMs });
    const agents = stepper.world.count;
    await stepper.run(CHECKED_TICKS);
    if (stepper.gaveUp) return { ...none, agents, missing: `> ${limitMs / 1000} s` };
    const { hash } = stepper;
    const meter = new LoadMeter(1);
    const turn = { turns, warmUp: 0, signal, meter };
    const samples = (await inTurns([stepper], turn))[0].filter(Number.isFinite);
    // The first ticks took nearly all of the available time.
    if (samples.length === 0) samples.push(stepper.lastMs);
    const times = summarize(samples);
    return { asked, agents, kernel, samples, times, load: meter.figures(0), hash };
  } catch (error) {
    if (!(error instanceof ScenarioError)) throw error;
    return { ...none, missing: `no room: ${error.problems[0].path}` };
  }
}

/**
 * Predicts the time of a tick for a number of agents, in ms. The prediction extrapolates from the last two
 * measurements, and assumes that the time grows at least in proportion to the number of agents. If the last measurement
 * was canceled or skipped, the result is infinite.
 */
export function predict(
  before: readonly Pick<Cell, 'asked' | 'times' | 'missing'>[],
  asked: number,
) {
  const [last, former] = [before.at(-1), before.at(-2)];
  if (last === undefined) return 0;
  if (last.missing !== undefined) {
    return last.missing.startsWith('no room') ? 0 : Number.POSITIVE_INFINITY;
  }
  const exponent = former === undefined ? 1 : Math.max(1, exponentOf(former, last));
  return last.times.median * (asked / last.asked) ** exponent;
}

/** The exponent with which the time of a tick grows with the number of agents, computed from two sizes. */
export function exponentOf(
  few: Pick<Cell, 'asked' | 'times'>,
  many: Pick<Cell, 'asked' | 'times'>,
): number {
  return Math.log(many.times.median / few.times.median) / Math.log(many.asked / few.asked);
}

/**
 * Whether the time certainly grew faster than N log N from a smaller to a larger number of agents. The times for the
 * smaller number are in `few`, and the times for the larger number are in `many`. The longest time for the smaller
 * number, scaled by N log N, predicts a time for the larger number. The result is true if even the shortest time for
 * the larger number exceeds this prediction.
 */
export function growsTooFast(
  few: Pick<Cell, 'asked' | 'times'>,
  many: Pick<Cell, 'asked' | 'times'>,
): boolean {
  const work = (agents: number) => agents * Math.log(agents);
  return many.times.min / few.times.max > work(many.asked) / work(few.asked);
}
