import { flowFieldInto } from './flow-field.ts';
import type { Live } from './live.ts';
import type { GridMap } from './map.ts';
import type { Neighbors } from './octile.ts';
import { OpenList } from './open-list.ts';
import { isSymmetric } from './slope.ts';

/** Costs of the cheapest ways from all cells to a few of them, which bound other ways from below. */
export interface Landmarks {
  readonly count: number;
  /** Whether they are the costs of the ways back, too. */
  readonly symmetric: boolean;
  /** Entry `cell * count + landmark`; 0 where there is no way. */
  readonly cost: Float64Array;
}

export const NO_LANDMARKS: Landmarks = {
  count: 0,
  symmetric: true,
  cost: new Float64Array(),
};

/**
 * Chooses landmarks far from each other, the first far from an open cell of the map, and works out
 * the cost of all ways to them.
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
  // Of each cell, the least cost from any landmark so far.
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
 * The most that any landmark says a way must cost: none is cheaper than what the way to there costs more from
 * its start than from its end, and where ways back cost the same, than what it costs less.
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
