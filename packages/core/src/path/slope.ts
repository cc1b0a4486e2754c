/** Slopes of a map, beside the costs of its cells. */
export interface Slope {
  /** How much more a step costs, per unit of its rise over its run. */
  readonly up: number;
  /** How much more, per unit of its fall over its run. */
  readonly down: number;
  /** Steepest rise over run of a step, up or down; Infinity where none is too steep. */
  readonly steepest: number;
  /** Of each cell the height of its middle, in edges of cells. */
  readonly height: Float64Array;
}

/**
 * Factors are whole multiples of 1 / PARTS, from 1 to MAX_FACTOR. So the cost of a step stays a whole number
 * of parts that an f64 holds, and sums of steps are exact up to 2^53 of them. That is some 3 million steps of cost 1
 * up a slope that triples it.
 */
const PARTS = 1024;
const MAX_FACTOR = 1024;

/** Run of a straight step and of a diagonal one, in edges of cells. */
const RUN = [1, Math.SQRT2] as const;

/** How many times as much as on level ground a way costs that rises so much over a run; at least 1. */
export function slopeFactor({ up, down }: Slope, rise: number, run: number): number {
  const extra = rise < 0 ? (down * -rise) / run : (up * rise) / run;
  const factor = Math.floor(PARTS * (1 + extra) + 0.5) / PARTS;
  return factor < MAX_FACTOR ? factor : MAX_FACTOR;
}

/** The factor of a step from a cell to a neighbor; `move` as in octile.ts. */
export function stepFactor(slope: Slope, from: number, to: number, move: number): number {
  return slopeFactor(slope, slope.height[to] - slope.height[from], RUN[move < 4 ? 0 : 1]);
}

/**
 * Whether a step by (dx, dy) is too steep, up or down. A diagonal one is, where one of the four straight
 * steps beside it is: so a way with diagonal steps exists where one without exists.
 */
export function isTooSteep(
  { height, steepest }: Slope,
  width: number,
  cell: number,
  dx: number,
  dy: number,
): boolean {
  const steep = (from: number, to: number, run: number): boolean => {
    const rise = height[to] - height[from];
    return (rise < 0 ? -rise : rise) > steepest * run;
  };
  const next = cell + dx + dy * width;
  if (dx === 0 || dy === 0) return steep(cell, next, RUN[0]);
  const [beside, ahead] = [cell + dx, cell + dy * width];
  return (
    steep(cell, next, RUN[1]) ||
    steep(cell, beside, RUN[0]) ||
    steep(cell, ahead, RUN[0]) ||
    steep(beside, next, RUN[0]) ||
    steep(ahead, next, RUN[0])
  );
}

/** Whether a way costs the same in both directions. */
export function isSymmetric(slope: Slope | undefined): boolean {
  return slope === undefined || slope.up === slope.down;
}
