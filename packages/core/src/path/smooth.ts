import { withMemory } from '../no-memory.ts';
import { straightCost } from './line-of-sight.ts';
import { LIVE_MASK, type Live, UNWATCHED } from './live.ts';
import type { GridMap } from './map.ts';
import type { PathFinder } from './path-finder.ts';
import { pairCost } from './step-cost.ts';

/**
 * The fraction by which the cost of a straight way may exceed the cost of the moves that the way replaces. The fraction
 * covers rounding.
 */
const ROUNDING = 1e-12;

/**
 * Pulls a path straight: keeps only the cells where the path has to turn. The straight ways between the kept cells
 * touch no wall, and cost no more than the steps that they replace.
 *
 * From each kept cell, the search follows the path. It stops before the first cell to which the straight way costs more
 * than the steps. The cell where it stops is kept next.
 *
 * @param cells a path of neighboring cells, as returned by `PathFinder.find`
 * @param live called every few thousand cells, as a sign of life
 * @returns the cells that are kept, including the first and the last
 * @throws PathError if the path has a number that is not a cell of the map; WorldError NO_MEMORY
 */
export function smoothPath(
  map: GridMap,
  cells: ArrayLike<number>,
  live: Live = UNWATCHED,
): Int32Array {
  const kept: number[] = [];
  const { cost, slope, width } = map;
  let anchor = 0;
  let steps = 0;
  let looks = 0;
  for (let at = 0; at < cells.length; at++) {
    if (at === 0) {
      kept.push(cells[0]);
      continue;
    }
    const cell = cells[at];
    const before = cells[at - 1];
    const offset = Math.abs(cell - before);
    const isStraight = offset === 1 || offset === width;
    const mean = pairCost(cost, slope, before, cell, isStraight ? 0 : 4) / 2;
    const step = isStraight ? mean : mean * Math.SQRT2;
    steps += step;
    // The line of sight from here back to the anchor touches about this many cells.
    looks += at - anchor;
    if (looks > LIVE_MASK) {
      live();
      looks = 0;
    }
    if (straightCost(map, cells[anchor], cell) > steps * (1 + ROUNDING)) {
      anchor = at - 1;
      steps = step;
      kept.push(before);
    }
  }
  if (cells.length > 1) kept.push(cells[cells.length - 1]);
  return withMemory('pull a path straight', () => Int32Array.from(kept));
}

/**
 * The first and the last cell of a path, and the cells at which an agent turns. With 8 neighbors, the path is first
 * pulled straight. With 4 neighbors, the path stays in its rows and columns.
 *
 * @param finder the finder that found the path
 */
export function bendsOf(
  { map, neighbors, live }: Pick<PathFinder, 'map' | 'neighbors' | 'live'>,
  cells: ArrayLike<number>,
): Int32Array {
  return neighbors === 8 ? smoothPath(map, cells, live) : turnsOf(cells);
}

/** The first and the last cell of a path, and the cells where its direction changes. */
function turnsOf(cells: ArrayLike<number>): Int32Array {
  const kept: number[] = [];
  for (let at = 0; at < cells.length; at++) {
    const inside = at > 0 && at < cells.length - 1;
    if (inside && cells[at] - cells[at - 1] === cells[at + 1] - cells[at]) continue;
    kept.push(cells[at]);
  }
  return Int32Array.from(kept);
}
