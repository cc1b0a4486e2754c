import { JobMaker } from '../jobs/make-job.ts';
import type { Plan } from '../plan/plan.ts';
import { ResultsError } from './results-folder.ts';

/**
 * Finds a run of a plan by its index, or by the first digits of its key. Returns the index.
 *
 * @throws ResultsError when no run or several runs match
 */
export function findRun(plan: Plan, text: string): number {
  // An index has no leading zeros; a key may have them.
  if (/^(0|[1-9]\d{0,7})$/.test(text) && Number(text) < plan.runs) return Number(text);
  const refuse = (found: string): ResultsError => {
    const expected = `a number from 0 to ${plan.runs - 1}, or the first digits of the key of a run`;
    return new ResultsError(`run ${JSON.stringify(text)}: found ${found}, expected ${expected}`);
  };
  if (!/^[0-9a-f]{4,64}$/.test(text)) throw refuse('no such run');
  const maker = new JobMaker(plan);
  let first: { index: number; key: string } | undefined;
  for (let index = 0; index < plan.runs; index++) {
    const { key } = maker.make(index);
    if (!key.startsWith(text)) continue;
    // Two runs with the same key are the same run.
    if (first !== undefined && first.key !== key) throw refuse(`runs ${first.index} and ${index}`);
    first ??= { index, key };
  }
  if (first === undefined) throw refuse('no such run');
  return first.index;
}
