import { LIVE_MASK, type Live, UNWATCHED } from './live.ts';
import type { GridMap } from './map.ts';
import { distance, type Neighbors, STRAIGHT, savedBy } from './octile.ts';

/**
 * The number of the connected component of each cell; 0 for walls. Two open cells have the same number if a path
 * connects them. Components are the same for 4 and 8 neighbors, because diagonal moves do not cut corners.
 */
export function componentsOf(map: GridMap, live: Live = UNWATCHED): Int32Array {
  const { cost, moves, offset } = map;
  const component = new Int32Array(cost.length);
  const stack = new Int32Array(cost.length);
  let count = 0;
  let looks = 0;
  for (let seed = 0; seed < cost.length; seed++) {
    if ((++looks & LIVE_MASK) === 0) live();
    if (cost[seed] === 0 || component[seed] !== 0) continue;
    component[seed] = ++count;
    let height = 0;
    stack[height++] = seed;
    while (height > 0) {
      if ((++looks & LIVE_MASK) === 0) live();
      const cell = stack[--height];
      for (let move = 0; move < 4; move++) {
        const next = cell + offset[move];
        if (((moves[cell] >> move) & 1) === 0 || component[next] !== 0) continue;
        component[next] = count;
        stack[height++] = next;
      }
    }
  }
  return component;
}

/**
 * Of all cells of a component, finds those that are nearest to a goal. Returns the indices of these cells in ascending
 * order.
 */
export function nearestOf(
  map: GridMap,
  neighbors: Neighbors,
  components: Int32Array,
  component: number,
  goal: number,
  live: Live,
): number[] {
  const { width, height } = map;
  const saved = savedBy(neighbors);
  const goalX = goal % width;
  const goalY = (goal - goalX) / width;
  let least = Number.POSITIVE_INFINITY;
  let nearest: number[] = [];
  for (let y = 0; y < height; y++) {
    live();
    for (let x = 0; x < width; x++) {
      const cell = y * width + x;
      if (components[cell] !== component) continue;
      const h = distance(x - goalX, y - goalY, STRAIGHT, saved);
      if (h > least) continue;
      if (h < least) nearest = [];
      least = h;
      nearest.push(cell);
    }
  }
  return nearest;
}
