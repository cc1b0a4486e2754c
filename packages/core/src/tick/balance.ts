import { GRAIN } from '../world/slice.ts';

/**
 * In each tick, a cut between two slices moves by this fraction of its distance to the ideal position. The fraction is
 * small because measured times are noisy, and flocks move slowly.
 */
const PACE = 1 / 8;

/**
 * Moves the cuts between slices so that all workers get the same amount of work. `work` has the work of each slice
 * [cut[w], cut[w + 1]), in any unit. It is assumed that all agents of a slice take the same work.
 *
 * The result of a tick does not depend on the cuts, so the cuts may depend on measured times.
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
    // The last slice ends at the total, which is summed in the same order, so it is never passed.
    while (before + work[slice] < share) {
      before += work[slice++];
      begin = end;
      end = cut[slice + 1];
    }
    const part = work[slice] > 0 ? Math.min((share - before) / work[slice], 1) : 0;
    const way = begin + part * (end - begin) - cut[k];
    if (Math.abs(way) < GRAIN) continue;
    // Moves by at least a grain, but never past the target, so the cuts stay in order.
    const grains = Math.floor(Math.max(PACE * Math.abs(way), GRAIN) / GRAIN);
    const next = Math.sign(way) * grains + Math.ceil(cut[k] / GRAIN);
    cut[k] = Math.min(next * GRAIN, cut[workers]);
  }
}
