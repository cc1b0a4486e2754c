import { cellOf } from '../grid/cell.ts';
import { isSpent } from '../world/ids.ts';
import { WORD } from '../world/layout.ts';
import { binsOf, cellStride } from '../world/sizes.ts';
import { rangeOf } from '../world/slice.ts';
import { STATUS } from '../world/status.ts';
import type { Kernel } from './kernel.ts';

/**
 * Assigns each agent in places [begin, end) to a bin, by its staged position and status at tick t + 1. Counts these
 * agents in each bin, and in each range of bins.
 *
 * The first bins are the cells, layer by layer. After the cells, each species has a bin for its dead. The last bin has
 * the dead agents whose index can have no further life. Later phases sort the agents by bin, and keep the order of places within each
 * bin. Agents that have just died still have places in the cells, before all agents that died earlier. So in a bin of
 * dead agents, the agents that died last come first.
 *
 * reads staged position (m) and status, front.id and species; writes scratch.cell of these agents, and `cellCount` and
 * `rangeCount` of the worker
 */
export const bin: Kernel = (world, begin, end, worker) => {
  const { plan, front } = world;
  const { grid, ids } = plan;
  const { stagedPosition, stagedStatus, cell, cellCount, rangeCount } = world.scratch;
  const { x, y, z } = stagedPosition;
  const bins = binsOf(plan);
  const first = worker * cellStride(plan);
  const counts = cellCount.subarray(first, first + bins);
  counts.fill(0);
  for (let i = begin; i < end; i++) {
    let at: number;
    if (stagedStatus[i] !== STATUS.dead) at = cellOf(grid, front.species[i], x[i], y[i], z[i]);
    else if (isSpent(ids, front.id[i])) at = bins - 1;
    else at = grid.cells + front.species[i];
    cell[i] = at;
    counts[at] = counts[at] + 1;
  }
  const workers = world.control.word[WORD.workers];
  // The ranges in which the workers compute prefix sums: each worker starts from these counts.
  for (let range = 0; range < workers; range++) {
    const [from, to] = rangeOf(bins, workers, range);
    let count = 0;
    for (let c = from; c < to; c++) count += counts[c];
    rangeCount[worker * workers + range] = count;
  }
};
