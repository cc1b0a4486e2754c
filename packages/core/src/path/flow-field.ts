import { withMemory } from '../no-memory.ts';
import { LIVE_MASK, type Live, UNWATCHED } from './live.ts';
import type { GridMap } from './map.ts';
import { movesTo, type Neighbors, STRAIGHT } from './octile.ts';
import { OpenList } from './open-list.ts';
import { checkCell } from './path-error.ts';
import { stepCost } from './step-cost.ts';

/** The value of `move` for the goal itself, and for cells that cannot reach the goal. */
export const NO_MOVE = 8;

/** The cheapest paths from all cells of a map to one goal. Many agents can follow the same flow field. */
export interface FlowField {
  /** For each cell, the first move of its path: 0 to 7 as in octile.ts, or NO_MOVE. */
  readonly move: Uint8Array;
  /**
   * For each cell, the cost of the path from the cell to the goal, in the unit of octile.ts; infinite if there is no
   * path.
   */
  readonly cost: Float64Array;
}

/**
 * Computes a flow field in newly allocated memory.
 *
 * @throws PathError if the goal is not a cell of the map; WorldError NO_MEMORY
 */
export function flowField(map: GridMap, goal: number, neighbors: Neighbors = 8): FlowField {
  checkCell(map, 'goal', goal);
  return withMemory('make a flow field', () => {
    const cells = map.cost.length;
    const field = { move: new Uint8Array(cells), cost: new Float64Array(cells) };
    flowFieldInto(field, new OpenList(), map, goal, neighbors);
    return field;
  });
}

/**
 * Writes the cheapest paths from all cells to a goal, with the same steps and costs as `aStar`. The search goes from
 * the goal outward. If several first moves lead to equally cheap paths, the move to the cell with the lowest remaining
 * cost is chosen. If these costs are equal too, the cell with the lowest number is chosen. So a field depends only on
 * the map, the goal and `neighbors`.
 *
 * @param live called every few thousand cells, as a sign of life
 *
 * source: Dijkstra 1959, A Note on Two Problems in Connexion with Graphs
 */
export function flowFieldInto(
  field: FlowField,
  open: OpenList,
  map: GridMap,
  goal: number,
  neighbors: Neighbors,
  live: Live = UNWATCHED,
): void {
  const { cost, slope, moves, offset } = map;
  const way = field.cost;
  const used = movesTo(neighbors);
  way.fill(Number.POSITIVE_INFINITY);
  open.begin(2 * map.cheapest * STRAIGHT, 0);
  if (cost[goal] !== 0) {
    way[goal] = 0;
    open.push(0, 0, goal);
  }
  let looks = 0;
  for (let cell = open.pop(); cell >= 0; cell = open.pop()) {
    if ((++looks & LIVE_MASK) === 0) live();
    const here = way[cell];
    for (let left = moves[cell] & used; left !== 0; left &= left - 1) {
      const move = 31 - Math.clz32(left & -left);
      const next = cell + offset[move];
      // Agents make this step in the opposite direction.
      const total = here + stepCost(cost, slope, next, cell, move);
      if (total >= way[next]) continue;
      way[next] = total;
      open.push(total, 0, next);
    }
  }
  for (let cell = 0; cell < cost.length; cell++) {
    if ((cell & LIVE_MASK) === 0) live();
    field.move[cell] = cell === goal ? NO_MOVE : firstMove(map, way, cell, used);
  }
}

function firstMove(map: GridMap, way: Float64Array, cell: number, used: number): number {
  const { cost, slope, moves, offset } = map;
  const total = way[cell];
  if (total === Number.POSITIVE_INFINITY) return NO_MOVE;
  let best = NO_MOVE;
  let bestCell = -1;
  for (let left = moves[cell] & used; left !== 0; left &= left - 1) {
    const move = 31 - Math.clz32(left & -left);
    const next = cell + offset[move];
    if (way[next] + stepCost(cost, slope, cell, next, move) !== total) continue;
    const ahead = best === NO_MOVE ? 1 : way[bestCell] - way[next];
    if (ahead < 0 || (ahead === 0 && next > bestCell)) continue;
    best = move;
    bestCell = next;
  }
  return best;
}
