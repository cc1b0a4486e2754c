import { flowFieldInto } from './flow-field.ts';
import type { Live } from './live.ts';
import type { GridMap } from './map.ts';
import type { Neighbors } from './octile.ts';
import { OpenList } from './open-list.ts';
import { isSymmetric } from './slope.ts';

/**
 * The costs of the cheapest paths from all cells to a few landmark cells. From these costs, a search computes lower
 * bounds for the costs of other paths.
 */
export interface Landmarks {
  readonly count: number;
  /** Whether the costs from cells to landmarks also hold in the opposite direction, from landmarks to cells. */
  readonly symmetric: boolean;
  /** The cost from each cell to each landmark, at index `cell * count + landmark`; 0 if there is no path. */
  readonly cost: Float64Array;
}

export const NO_LANDMARKS: Landmarks = {
  count: 0,
  symmetric: true,
  cost: new Float64Array(),
};

/**
 * Chooses landmark cells that are far from each other. The first landmark is far from the first open cell of the map.
 * Computes the cost of the path from each cell to each landmark.
 *
 * source: Goldberg and Harrelson 2005, Computing the Shortest Path: A* Search Meets Graph Theory
 */
export function landmarksOf(
  map: GridMap,
  neighbors: Neighbors,
  count: number,
  live: Live,
): Landmarks {
  const cells = map.cost.length;
  const symmetric = isSymmetric(map.slope);
  const landmarks = { count, symmetric, cost: new Float64Array(cells * count) };
  const field = { move: new Uint8Array(cells), cost: new Float64Array(cells) };
  const open = new OpenList();
  const start = map.cost.findIndex((cost) => cost !== 0);
  if (start < 0) return NO_LANDMARKS;
  flowFieldInto(field, open, map, start, neighbors, live);
  // The lowest cost from each cell to any landmark so far.
  const least = field.cost.slice();
  for (let landmark = 0; landmark < count; landmark++) {
    flowFieldInto(field, open, map, farthest(least), neighbors, live);
    for (let cell = 0; cell < cells; cell++) {
      const cost = field.cost[cell];
      if (cost === Number.POSITIVE_INFINITY) continue;
      landmarks.cost[cell * count + landmark] = cost;
      if (landmark === 0 || cost < least[cell]) least[cell] = cost;
    }
  }
  return landmarks;
}

/**
 * Returns a lower bound for the cost of the path between two cells: the highest bound that any landmark gives. The
 * bound of a landmark is the cost from the start to the landmark, minus the cost from the end to the landmark. If costs
 * are the same in both directions, the opposite difference is a bound as well.
 */
export function boundBy({ count, symmetric, cost }: Landmarks, from: number, to: number): number {
  let most = 0;
  for (let k = 0; k < count; k++) {
    const difference = cost[from * count + k] - cost[to * count + k];
    if (difference > most) most = difference;
    else if (symmetric && -difference > most) most = -difference;
  }
  return most;
}

function farthest(costs: Float64Array): number {
  let cell = 0;
  for (let other = 0; other < costs.length; other++) {
    const cost = costs[other];
    if (cost === Number.POSITIVE_INFINITY) continue;
    if (!(costs[cell] < Number.POSITIVE_INFINITY) || cost > costs[cell]) cell = other;
  }
  return cell;
}
