import { GRAIN } from '../world/slice.ts';

/** Share of the way to where they should be that cuts go in one tick: times are noisy, flocks slow. */
const PACE = 1 / 8;

/**
 * Moves the cuts between slices so that all workers have the same work. `work` is what each of the
 * slices [cut[w], cut[w + 1]) took, in any unit; within a slice all agents count the same.
 *
 * The result of a tick does not depend on its cuts, so times may decide them.
 */
export function balance(cut: Int32Array, work: readonly number[]): void {
  const workers = work.length;
  let total = 0;
  for (const one of work) total += one;
  if (!(total > 0)) return;
  let slice = 0;
  let begin = cut[0];
  let end = cut[1];
  let before = 0;
  for (let k = 1; k < workers; k++) {
    const share = (total * k) / workers;
    // The last slice ends at the total, which is summed in the same order, and is never passed.
    while (before + work[slice] < share) {
      before += work[slice++];
      begin = end;
      end = cut[slice + 1];
    }
    const part = work[slice] > 0 ? Math.min((share - before) / work[slice], 1) : 0;
    const way = begin + part * (end - begin) - cut[k];
    if (Math.abs(way) < GRAIN) continue;
    // At least a grain, but never past the place: so the cuts stay in order.
    const grains = Math.floor(Math.max(PACE * Math.abs(way), GRAIN) / GRAIN);
    const next = Math.sign(way) * grains + Math.ceil(cut[k] / GRAIN);
    cut[k] = Math.min(next * GRAIN, cut[workers]);
  }
}
