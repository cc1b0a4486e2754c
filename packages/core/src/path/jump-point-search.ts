import { followersOf, SIDES } from './jump-table.ts';
import { boundBy, type Landmarks } from './landmarks.ts';
import { LIVE_MASK, type Live, UNWATCHED } from './live.ts';
import type { GridMap } from './map.ts';
import {
  distance,
  MOVE_X,
  MOVE_Y,
  movesTo,
  type Neighbors,
  STEP,
  STRAIGHT,
  savedBy,
} from './octile.ts';
import type { Outcome, SearchMemory } from './search-memory.ts';

/**
 * Finds a cheapest path by jump point search. All open cells of the map must have the same cost. The search expands
 * jump points, and cells from which the goal is straight ahead, in the order (f, h, cell). The path has the same cost
 * as the path of `aStar`, but can go through other cells.
 *
 * @param table table that `jumpTable` computed for this map and these neighbors
 * @param budget maximum number of jump points to expand
 * @param live called every few thousand jump points, as a sign of life
 */
export function jumpPointSearch(
  map: GridMap,
  neighbors: Neighbors,
  table: Int16Array,
  landmarks: Landmarks,
  memory: SearchMemory,
  start: number,
  goal: number,
  budget: number,
  live: Live = UNWATCHED,
): Outcome {
  const { width, cost, moves, offset, cheapest } = map;
  const followers = FOLLOWERS[neighbors];
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
    const dx = goalX - x;
    const dy = goalY - (cell - x) / width;
    const h = distance(dx, dy, straight, saved);
    if (h <= nearestH) {
      const nearestG = g[nearest];
      if (h < nearestH || cellG < nearestG || (cellG === nearestG && cell < nearest)) {
        nearest = cell;
        nearestH = h;
      }
    }
    let left = moves[cell];
    if (cell === start) {
      left &= movesTo(neighbors);
    } else {
      const move = lastMove[cell];
      const opening = left & ~moves[cell - offset[move]] & SIDES[move & 3];
      left &= followers[(move << 4) | opening];
    }
    for (; left !== 0; left &= left - 1) {
      const move = 31 - Math.clz32(left & -left);
      const steps = stepsOf(move, table[8 * cell + move], dx, dy, neighbors);
      if (steps === 0) continue;
      const next = cell + steps * offset[move];
      const state = seen[next];
      if (state === closed) continue;
      const nextG = cellG + 2 * cheapest * steps * STEP[move];
      if (state === opened && nextG >= g[next]) continue;
      g[next] = nextG;
      lastMove[next] = move;
      run[next] = steps;
      seen[next] = opened;
      const nextDx = dx - steps * MOVE_X[move];
      const nextDy = dy - steps * MOVE_Y[move];
      const free = distance(nextDx, nextDy, straight, saved);
      const bound = boundBy(landmarks, next, goal);
      const nextH = bound > free ? bound : free;
      open.push(nextG + nextH, nextH, next);
    }
  }
}

/**
 * The number of times that a move is repeated without a turn. The repetition stops at the goal or at the next jump
 * point. It also stops at a cell from which a permitted next move leads straight to the goal. If the move leads to none
 * of these cells, the number is 0.
 *
 * @param entry the entry of the jump table for this cell and move
 * @param dx cells from here to the goal along x
 */
function stepsOf(
  move: number,
  entry: number,
  dx: number,
  dy: number,
  neighbors: Neighbors,
): number {
  const alongX = dx * MOVE_X[move];
  const alongY = dy * MOVE_Y[move];
  let toGoal = 0;
  if (move >= 4) toGoal = alongX < alongY ? alongX : alongY;
  else if ((move & 1) === 0) toGoal = dy === 0 ? alongX : 0;
  else toGoal = dx === 0 || neighbors === 4 ? alongY : 0;
  if (toGoal > 0 && toGoal <= (entry < 0 ? -entry : entry)) return toGoal;
  return entry > 0 ? entry : 0;
}

/**
 * For each move, the moves that may follow it, as bits. The index is `move << 4 | sides`. `sides` has a bit for each
 * side of the move where a wall has just ended.
 */
const FOLLOWERS: Record<Neighbors, Uint8Array> = { 4: withSides(4), 8: withSides(8) };

function withSides(neighbors: Neighbors): Uint8Array {
  const table = new Uint8Array(8 << 4);
  for (const [move, bits] of followersOf(neighbors).entries()) {
    for (let sides = 0; sides < 16; sides++) {
      let all = bits;
      // Every second move can follow a first move, so nothing more can open.
      if (move < 4) {
        for (let side = 0; side < 4; side++) {
          if (((sides & SIDES[move]) >> side) % 2 === 1) all |= (1 << side) | diagonal(move, side);
        }
      }
      table[(move << 4) | sides] = all & movesTo(neighbors);
    }
  }
  return table;
}

/** The bit of the diagonal move that combines two straight moves. */
function diagonal(one: number, other: number): number {
  const x = MOVE_X[one] + MOVE_X[other];
  const y = MOVE_Y[one] + MOVE_Y[other];
  return 1 << MOVE_X.findIndex((moveX, move) => moveX === x && MOVE_Y[move] === y);
}
