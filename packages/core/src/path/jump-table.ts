import { LIVE_MASK, type Live, UNWATCHED } from './live.ts';
import type { GridMap } from './map.ts';
import { movesTo, type Neighbors } from './octile.ts';

/**
 * The order in which jump point search makes its moves. Only one order is searched, because many paths of the same cost
 * make the same moves in different orders.
 *
 * Each move is a first move or a second move. With 8 neighbors, the diagonal moves are first moves, and the straight
 * moves are second moves. With 4 neighbors, the vertical moves are first moves, and the horizontal moves are second
 * moves. A path makes its first moves before its second moves. After a second move, the path goes straight on. It turns
 * only where a wall prevented an earlier turn.
 */
interface Order {
  /** The second moves, numbered as in octile.ts. */
  readonly second: readonly number[];
  /** One list for each first move. The list contains this move, and then the second moves that may come after it. */
  readonly first: readonly (readonly [move: number, ...followers: number[]])[];
}

const ORDERS: Record<Neighbors, Order> = {
  4: {
    second: [0, 2],
    first: [
      [1, 0, 2],
      [3, 0, 2],
    ],
  },
  8: {
    second: [0, 1, 2, 3],
    first: [
      [4, 0, 1],
      [5, 1, 2],
      [6, 2, 3],
      [7, 3, 0],
    ],
  },
};

/** For each straight move, the bits of the moves to its two sides. */
export const SIDES = [0b1010, 0b0101, 0b1010, 0b0101] as const;

/** For each move, the bits of the moves that may follow. Assumes that no wall beside the path has just ended. */
export function followersOf(neighbors: Neighbors): Uint8Array {
  const { first, second } = ORDERS[neighbors];
  const bits = new Uint8Array(8);
  for (const move of second) bits[move] = 1 << move;
  for (const moves of first) {
    for (const move of moves) bits[moves[0]] |= 1 << move;
  }
  return bits;
}

/**
 * How often each move can be repeated from each cell. A positive number is the number of steps to the next jump point.
 * Any other number is minus the number of steps to the last cell before a wall. The index is `8 * cell + move`.
 *
 * A jump point is a cell where the cheapest path to some goal may have to turn. There are two kinds of moves, called
 * first moves and second moves, see `Order`. For a second move, a jump point has an open side where the previous cell
 * had a wall. For a first move, a jump point is a cell from which a second move leads to a jump point.
 *
 * source: Harabor and Grastien 2014, Improving Jump Point Search. The source for JPS+ is Rabin and Sturtevant 2016,
 * Combining Bounding Boxes and JPS to Prune Grid Pathfinding. The source for 4 neighbors is Baum 2025, JPS4. Paths here
 * cut no corner, so no turn is forced after a diagonal move
 */
export function jumpTable(map: GridMap, neighbors: Neighbors, live: Live = UNWATCHED): Int16Array {
  const { moves, offset } = map;
  const cells = moves.length;
  const table = new Int16Array(8 * cells);
  const used = movesTo(neighbors);
  const fill = (move: number, isJumpPoint: (next: number, cell: number) => boolean): void => {
    const ahead = offset[move];
    // Goes through the cells against the move, so that the cells ahead are done first.
    for (let k = 0; k < cells; k++) {
      if ((k & LIVE_MASK) === 0) live();
      const cell = ahead < 0 ? k : cells - 1 - k;
      if (((moves[cell] & used) >> move) % 2 === 0) continue;
      const next = cell + ahead;
      const further = table[8 * next + move];
      const steps = further > 0 ? further + 1 : further - 1;
      table[8 * cell + move] = isJumpPoint(next, cell) ? 1 : steps;
    }
  };
  const { first, second } = ORDERS[neighbors];
  for (const move of second) {
    fill(move, (next, cell) => (moves[next] & ~moves[cell] & SIDES[move]) !== 0);
  }
  for (const [move, ...followers] of first) {
    fill(move, (next) => followers.some((follower) => table[8 * next + follower] > 0));
  }
  return table;
}
