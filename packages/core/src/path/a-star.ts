import { boundBy, type Landmarks } from './landmarks.ts';
import { LIVE_MASK, type Live, UNWATCHED } from './live.ts';
import type { GridMap } from './map.ts';
import { distance, MOVE_X, MOVE_Y, movesTo, type Neighbors, STRAIGHT, savedBy } from './octile.ts';
import type { Outcome, SearchMemory } from './search-memory.ts';
import { stepCost } from './step-cost.ts';

/**
 * A*: searches for the cheapest path from start to goal, cell by cell, and stores the path in `memory`.
 *
 * Cells are expanded in the order (f, h, cell). Here h is an estimate of the cost from the cell to the goal. The value
 * f is h plus the cost from the start to the cell. The last value, `cell`, is the number of the cell. If several paths
 * to a cell are equally cheap, the first path found is kept. So the result depends only on the arguments.
 *
 * The estimate h is what the way to the goal would cost on level ground, without walls, if all cells were as cheap as
 * the cheapest cell. If a landmark gives a higher bound, h is that bound. A step never lowers h by more than the cost
 * of the step, so no cell is expanded twice.
 *
 * @param budget maximum number of cells to expand
 * @param live called every few thousand cells, as a sign of life
 *
 * source: Hart, Nilsson and Raphael 1968, A Formal Basis for the Heuristic Determination of Minimum Cost Paths
 */
export function aStar(
  map: GridMap,
  neighbors: Neighbors,
  landmarks: Landmarks,
  memory: SearchMemory,
  start: number,
  goal: number,
  budget: number,
  live: Live = UNWATCHED,
): Outcome {
  const { width, cost, slope, moves, offset, cheapest } = map;
  const used = movesTo(neighbors);
  const straight = 2 * cheapest * STRAIGHT;
  const saved = 2 * cheapest * savedBy(neighbors);
  const goalX = goal % width;
  const goalY = (goal - goalX) / width;
  const startX = start % width;
  const startH = distance(startX - goalX, (start - startX) / width - goalY, straight, saved);

  memory.begin(start, startH, straight);
  const { open, g, move: lastMove, run, seen, opened, closed } = memory;
  let nearest = start;
  let nearestH = startH;
  let expanded = 0;
  for (;;) {
    const cell = open.pop();
    if (cell < 0) return { status: 'unreachable', end: nearest, expanded };
    if (seen[cell] === closed) continue;
    if (cell === goal && cost[goal] !== 0) return { status: 'found', end: goal, expanded };
    if (expanded >= budget) return { status: 'budget', end: nearest, expanded };
    seen[cell] = closed;
    if ((++expanded & LIVE_MASK) === 0) live();
    const cellG = g[cell];
    const x = cell % width;
    const dx = x - goalX;
    const dy = (cell - x) / width - goalY;
    const h = distance(dx, dy, straight, saved);
    if (h <= nearestH) {
      const nearestG = g[nearest];
      if (h < nearestH || cellG < nearestG || (cellG === nearestG && cell < nearest)) {
        nearest = cell;
        nearestH = h;
      }
    }
    for (let left = moves[cell] & used; left !== 0; left &= left - 1) {
      const move = 31 - Math.clz32(left & -left);
      const next = cell + offset[move];
      const state = seen[next];
      if (state === closed) continue;
      const nextG = cellG + stepCost(cost, slope, cell, next, move);
      if (state === opened && nextG >= g[next]) continue;
      g[next] = nextG;
      lastMove[next] = move;
      run[next] = 1;
      seen[next] = opened;
      const free = distance(dx + MOVE_X[move], dy + MOVE_Y[move], straight, saved);
      const bound = boundBy(landmarks, next, goal);
      const nextH = bound > free ? bound : free;
      open.push(nextG + nextH, nextH, next);
    }
  }
}
