import { STEP } from './octile.ts';
import { type Slope, stepFactor } from './slope.ts';

/**
 * What one step from a cell to a neighbor costs, for every finder. It is twice the mean cost of both cells times
 * the length of the step, as octile.ts counts it, times the factor of its slope where the map has slopes.
 *
 * `cost` and `slope` are those of the map; taken apart, as a search reads them once and not at each step.
 *
 * @param move the step, or one as long
 */
export function stepCost(
  cost: Uint8Array,
  slope: Slope | undefined,
  from: number,
  to: number,
  move: number,
): number {
  return pairCost(cost, slope, from, to, move) * STEP[move];
}

/** The cost of a step per unit of its length, twice. */
export function pairCost(
  cost: Uint8Array,
  slope: Slope | undefined,
  from: number,
  to: number,
  move: number,
): number {
  const pair = cost[from] + cost[to];
  return slope === undefined ? pair : pair * stepFactor(slope, from, to, move);
}
