import { STEP } from './octile.ts';
import { type Slope, stepFactor } from './slope.ts';

/**
 * The cost of one step from a cell to a neighbor. All path finders use this function. The cost is the sum of the costs
 * of both cells, times the factor `STEP[move]`. If the map has slopes, the cost is multiplied by the factor of the
 * slope.
 *
 * `cost` and `slope` belong to the map. They are separate parameters so that a search reads them once, not at each
 * step.
 *
 * @param move the direction of the step, as an index of STEP; any direction with an equally long step gives the same
 * cost
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

/**
 * Returns the sum of the costs of two cells. If the map has slopes, the sum is multiplied by the factor of the slope.
 */
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
