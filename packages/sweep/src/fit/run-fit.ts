import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { PLAN_FILE, ResultsError } from '../results/results-folder.ts';
import { runSweep, type SweepOptions, type SweepReport } from '../run-sweep.ts';
import type { FitProblem } from './fit-problem.ts';
import {
  differenceOfFits,
  FIT_FILE,
  type FitRecord,
  readFitRecord,
  recordOf,
  writeFitRecord,
} from './fit-record.ts';
import { FitSearch } from './fit-search.ts';

/** The options of a sweep, except those that divide it among machines. */
export interface FitOptions extends Omit<SweepOptions, 'elsewhere' | 'grow' | 'shard' | 'verify'> {
  /** Called when a generation is done. */
  readonly onGeneration?: ((record: FitRecord) => void) | undefined;
}

export interface FitReport {
  /** What `fit.json` has. It has a `stop` if the fit is over. */
  readonly record: FitRecord;
  /** The outcome of the runs. */
  readonly sweep: SweepReport;
}

/**
 * Fits the parameters of a plan to data. The fit is a sweep whose plan grows by a generation at a time, in a folder of
 * results like any other, with a file `fit.json` beside it. The calling process may end at any moment, in any way: the
 * next call does the same search again over the finished runs, and continues where they end. The result is the same for
 * any number of processes and of calls.
 *
 * @throws ResultsError when the folder has results of something else; FileError when results cannot be written or read;
 * FitError FIT_FAILED when no candidate of a generation has a distance to the data
 */
export async function runFit(
  problem: FitProblem,
  { extend = false, onGeneration, ...options }: FitOptions,
): Promise<FitReport> {
  const { results } = options;
  const search = new FitSearch(problem);
  let record = recordOf(problem, search);
  await checkFolder(results, record, extend);
  const first = search.ask();
  let { runs } = first;
  const sweep = await runSweep(first, {
    ...options,
    extend: true,
    grow: async (finished) => {
      for (;;) {
        search.tell(finished);
        record = recordOf(problem, search);
        await writeFitRecord(results, record);
        onGeneration?.(record);
        if (record.stop !== undefined) return undefined;
        // All candidates of a generation may be known already, or invalid.
        const plan = search.ask();
        if (plan.runs === runs) continue;
        runs = plan.runs;
        return plan;
      }
    },
  });
  return { record, sweep };
}

/** Refuses a folder with results of something else. If the folder has no fit yet, it gets one without generations. */
async function checkFolder(results: string, record: FitRecord, extend: boolean): Promise<void> {
  const other = await readFitRecord(results);
  if (other === undefined && existsSync(join(results, PLAN_FILE))) {
    throw new ResultsError(
      `${results}: found the results of a sweep, expected the folder of a fit, or a new one`,
    );
  }
  const difference = other && differenceOfFits(other, record);
  if (difference !== undefined && !extend) {
    throw new ResultsError(
      `${join(results, FIT_FILE)}: found another fit (${difference}), expected the same fit; ` +
        'give another folder, or --extend, which keeps the finished runs that both fits have',
    );
  }
  if (other === undefined || difference !== undefined) await writeFitRecord(results, record);
}
