import { WORD } from '../world/layout.ts';
import { binsOf, cellStride } from '../world/sizes.ts';
import type { Kernel } from './kernel.ts';

/**
 * Converts counts of agents to places, for cells [begin, end). `cellCount` has a count for each slice and each cell.
 * Each count is replaced by the place where the agents of that slice begin in that cell. `cellStart` gets the place
 * where each cell begins.
 *
 * Places are in the order of cells, and within a cell in the order of slices. So the sort is stable and does not depend
 * on where slices end.
 *
 * `rangeCount` gives the number of agents in earlier ranges of cells. So no worker has to wait until another has
 * finished its range.
 *
 * reads `cellCount` and `rangeCount` of all workers; writes `cellCount` and back.cellStart of these cells
 */
export const prefixSum: Kernel = (world, begin, end, worker) => {
  const { cellCount, rangeCount } = world.scratch;
  const { cellStart } = world.back;
  const workers = world.control.word[WORD.workers];
  const stride = cellStride(world.plan);
  let place = 0;
  for (let slice = 0; slice < workers; slice++) {
    for (let range = 0; range < worker; range++) place += rangeCount[slice * workers + range];
  }
  for (let cell = begin; cell < end; cell++) {
    cellStart[cell] = place;
    for (let at = cell; at < workers * stride; at += stride) {
      const count = cellCount[at];
      cellCount[at] = place;
      place += count;
    }
  }
  // The end of the last bin, after all agents.
  if (end === binsOf(world.plan)) cellStart[end] = place;
};
