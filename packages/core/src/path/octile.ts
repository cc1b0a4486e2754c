/**
 * Steps on a grid and their costs. Costs are whole numbers, so that sums are exact and their order is the same in every
 * engine.
 *
 * A step between two cells costs its length times the mean cost of both cells. This product is the integral of the cost
 * along the step, and is the same in both directions. Twice the mean is a whole number, `pair`. A straight step costs
 * `pair * STRAIGHT`, and a diagonal step costs `pair * DIAGONAL`.
 *
 * DIAGONAL / STRAIGHT is a convergent of the square root of 2: no fraction with a smaller denominator is closer. So the
 * costs of two paths are in the true order if their numbers of diagonal steps differ by less than STRAIGHT. For larger
 * differences, the error is below 2e-12 of the cost.
 */
export const STRAIGHT = 470832;
export const DIAGONAL = 665857;

/**
 * The maximum number of cells of a map. With costs up to MAX_COST, no path then costs more than 2^24 * 510 * DIAGONAL.
 * Here 510 is twice MAX_COST. The product is below 2^53.
 */
export const MAX_CELLS = 0x100_0000;
/**
 * The maximum number of cells in a row or a column. With this maximum, the number of steps of a straight run fits in a
 * signed 16-bit number.
 */
export const MAX_EDGE = 0x7fff;
/** The maximum cost of a cell. */
export const MAX_COST = 255;

/**
 * The change of x by each move. Moves 0 to 3 are straight (east, south, west, north), 4 to 7 diagonal (southeast,
 * southwest, northwest, northeast).
 */
export const MOVE_X = [1, 0, -1, 0, 1, -1, -1, 1] as const;
export const MOVE_Y = [0, 1, 0, -1, 1, 1, -1, -1] as const;

/** The number of neighbors of a cell: 4 for straight moves only, 8 with diagonal moves. */
export type Neighbors = 4 | 8;

/** The bits of all moves to neighbors: bit m stands for move m. */
export function movesTo(neighbors: Neighbors): number {
  return neighbors === 4 ? 0x0f : 0xff;
}

/** The cost of each move if the costs of its two cells add up to 1. */
export const STEP = Float64Array.from(MOVE_X, (_, move) => (move < 4 ? STRAIGHT : DIAGONAL));

/**
 * The cost of the cheapest path between two cells, as if there were no walls. The cells are `dx` columns and `dy` rows
 * apart. With 8 neighbors, the path has the octile distance. With 4 neighbors, it has the Manhattan distance.
 *
 * @param straight cost of a straight step
 * @param saved cost that a diagonal step saves compared with two straight steps; 0 with 4 neighbors
 */
export function distance(dx: number, dy: number, straight: number, saved: number): number {
  const x = dx < 0 ? -dx : dx;
  const y = dy < 0 ? -dy : dy;
  return straight * (x + y) - saved * (x < y ? x : y);
}

/**
 * The cost that a diagonal step saves compared with two straight steps; 0 with 4 neighbors. The function assumes
 * that the costs of the two cells of each step add up to 1.
 */
export function savedBy(neighbors: Neighbors): number {
  return neighbors === 4 ? 0 : 2 * STRAIGHT - DIAGONAL;
}
