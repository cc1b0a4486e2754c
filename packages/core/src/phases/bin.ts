import { cellOf } from '../grid/cell.ts';
import { WORD } from '../world/layout.ts';
import { cellStride } from '../world/sizes.ts';
import { rangeOf } from '../world/slice.ts';
import { STATUS } from '../world/status.ts';
import type { Kernel } from './kernel.ts';

/**
 * Finds the cell of each agent in places [begin, end) at t + 1, and counts the slice's agents by cell
 * and by range of cells. The dead count to a cell of their own behind the last.
 *
 * reads staged position (m) and status; writes scratch.cell of the slice, cellCount and rangeCount of
 * the worker
 */
export const bin: Kernel = (world, begin, end, worker) => {
  const { grid } = world.plan;
  const { stagedPosition, stagedStatus, cell, cellCount, rangeCount } = world.scratch;
  const { x, y, z } = stagedPosition;
  const counts = cellCount.subarray(
    worker * cellStride(grid),
    worker * cellStride(grid) + grid.cells + 1,
  );
  counts.fill(0);
  for (let i = begin; i < end; i++) {
    const at = stagedStatus[i] === STATUS.dead ? grid.cells : cellOf(grid, x[i], y[i], z[i]);
    cell[i] = at;
    counts[at] = counts[at] + 1;
  }
  const workers = world.control.word[WORD.workers];
  for (let range = 0; range < workers; range++) {
    const [first, last] = rangeOf(grid.cells + 1, workers, range);
    let count = 0;
    for (let c = first; c < last; c++) count += counts[c];
    rangeCount[worker * workers + range] = count;
  }
};
