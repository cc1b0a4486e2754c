/**
 * Steps on a grid and their costs, in whole numbers, so that sums are exact and their order is the same in every
 * engine.
 *
 * A step between two cells costs its length times the mean cost of both cells. This is the integral of the cost along
 * the step, and the same in both directions. Twice the mean is a whole number, `pair`. A straight step costs
 * `pair * STRAIGHT`, a diagonal step `pair * DIAGONAL`.
 *
 * DIAGONAL / STRAIGHT is a convergent of the square root of 2: no fraction with a smaller denominator is closer. So
 * paths with diagonal sums that differ by less than STRAIGHT are in their true order. Beyond that the error is below
 * 2e-12 of the cost.
 */
export const STRAIGHT = 470832;
export const DIAGONAL = 665857;

/** MAX number of cells of a map. With MAX_COST, no sum along a path reaches 2^53: 2^24 * 510 * DIAGONAL. */
export const MAX_CELLS = 0x100_0000;
/** MAX number of cells in a row or a column: the steps of a straight run fit in 16 bits with a sign. */
export const MAX_EDGE = 0x7fff;
/** MAX cost of a cell. */
export const MAX_COST = 255;

/** Moves 0 to 3 are straight (east, south, west, north), and 4 to 7 diagonal (southeast, ...). */
export const MOVE_X = [1, 0, -1, 0, 1, -1, -1, 1] as const;
export const MOVE_Y = [0, 1, 0, -1, 1, 1, -1, -1] as const;

/** The number of neighbors of a cell. */
export type Neighbors = 4 | 8;

/** The bits of the moves to the neighbors. */
export function movesTo(neighbors: Neighbors): number {
  return neighbors === 4 ? 0x0f : 0xff;
}

/** Cost of each move for a `pair` of 1. */
export const STEP = Float64Array.from(MOVE_X, (_, move) => (move < 4 ? STRAIGHT : DIAGONAL));

/**
 * Cost of the cheapest path over a distance in cells if nothing is in the way: the octile distance with 8 neighbors,
 * the Manhattan distance with 4.
 *
 * @param straight cost of a straight step
 * @param saved cost that a diagonal step saves compared with two straight steps; 0 with 4 neighbors
 */
export function distance(dx: number, dy: number, straight: number, saved: number): number {
  const x = dx < 0 ? -dx : dx;
  const y = dy < 0 ? -dy : dy;
  return straight * (x + y) - saved * (x < y ? x : y);
}

/** The argument `saved` of `distance` for a `pair` of 1. */
export function savedBy(neighbors: Neighbors): number {
  return neighbors === 4 ? 0 : 2 * STRAIGHT - DIAGONAL;
}
