/** How the slopes of a map increase the costs of steps, and the heights from which slopes are computed. */
export interface Slope {
  /** The additional cost of a step uphill, divided by (slope * cost on level ground). The slope is rise / run. */
  readonly up: number;
  /** The additional cost of a step downhill, divided by (slope * cost on level ground). The slope is fall / run. */
  readonly down: number;
  /** The maximum slope (rise / run) along a path, up or down; Infinity for no limit. */
  readonly steepest: number;
  /** For each cell, the height of its center, as a multiple of the edge length of a cell. */
  readonly height: Float64Array;
  /** The heights along a path, for `steepest`. Default: those of the centers, interpolated bilinearly between them. */
  readonly ground?: Ground;
}

/**
 * A grid of heights that need not fit the cells of the map. Between its points, heights are interpolated bilinearly.
 * Beyond it, the height is that of the nearest point of its edge. Lengths are multiples of the edge length of a cell.
 */
export interface Ground {
  readonly columns: number;
  readonly rows: number;
  /** The distance between neighboring points. */
  readonly spacing: number;
  /** The position of the first point, from the center of cell 0. */
  readonly left: number;
  readonly low: number;
  /** For each point, its height divided by `scale`. */
  readonly height: Float32Array | Float64Array;
  readonly scale: number;
}

/**
 * The factor of a slope is a whole multiple of 1 / PARTS, from 1 to MAX_FACTOR. On level ground, the cost of a step is
 * a whole number: 2 * STRAIGHT for a straight step between cells of cost 1 (see octile.ts). On a slope, the cost of a
 * step is a whole multiple of 1 / PARTS. So sums of costs are exact up to 2^53 / PARTS. This is enough for about
 * 3 million straight steps between cells of cost 1, up a slope that triples the cost.
 */
const PARTS = 1024;
const MAX_FACTOR = 1024;

/**
 * The horizontal lengths of a straight step and a diagonal step between cells. The unit is the edge length of a cell.
 */
const RUN = [1, Math.SQRT2] as const;

/** The factor by which a slope increases the cost of a way, compared with level ground; at least 1. */
export function slopeFactor({ up, down }: Slope, rise: number, run: number): number {
  const extra = rise < 0 ? (down * -rise) / run : (up * rise) / run;
  const factor = Math.floor(PARTS * (1 + extra) + 0.5) / PARTS;
  return factor < MAX_FACTOR ? factor : MAX_FACTOR;
}

/** The `slopeFactor` of a step from a cell to a neighbor. `move` is the direction of the step, as in octile.ts. */
export function stepFactor(slope: Slope, from: number, to: number, move: number): number {
  return slopeFactor(slope, slope.height[to] - slope.height[from], RUN[move < 4 ? 0 : 1]);
}

/** Whether a path costs the same in both directions. True on level ground. */
export function isSymmetric(slope: Slope | undefined): boolean {
  return slope === undefined || slope.up === slope.down;
}
