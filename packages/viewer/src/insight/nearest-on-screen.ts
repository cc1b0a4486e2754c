/** The columns from which the drawn positions of agents are computed: positions (m) and velocities (m/s). */
export interface DrawnColumns {
  readonly living: number;
  readonly x: Float32Array;
  readonly y: Float32Array;
  readonly z: Float32Array;
  readonly vx: Float32Array;
  readonly vy: Float32Array;
  readonly vz: Float32Array;
}

/** A place in the picture, the size of the picture, and the projection of the camera. */
export interface Spot {
  /** The place in the picture, in CSS pixels from its top left corner. */
  readonly left: number;
  readonly top: number;
  /** The size of the picture, in CSS pixels. */
  readonly width: number;
  readonly height: number;
  /** The projection matrix times the view matrix, in the column order of three.js. */
  readonly matrix: readonly number[];
  /** The height above which nothing is drawn, in m. Default: Infinity. */
  readonly cut?: number;
}

/**
 * Finds the agent that is drawn nearest to a spot, at most `reach` CSS pixels away. Returns its row (index in the
 * columns); -1 if there is none. It visits each agent once and allocates nothing: 100,000 agents take one or two
 * milliseconds.
 *
 * @param lag the time from the drawn moment to the state, in s
 */
export function nearestOnScreen(
  columns: DrawnColumns,
  lag: number,
  spot: Spot,
  reach: number,
): number {
  const { living, x, y, z, vx, vy, vz } = columns;
  const { left, top, width, height, matrix: m, cut = Number.POSITIVE_INFINITY } = spot;
  let nearest = -1;
  let least = reach * reach;
  for (let i = 0; i < living; i++) {
    const px = x[i] - lag * vx[i];
    const py = y[i] - lag * vy[i];
    const pz = z[i] - lag * vz[i];
    if (pz > cut) continue;
    const w = m[3] * px + m[7] * py + m[11] * pz + m[15];
    const depth = m[2] * px + m[6] * py + m[10] * pz + m[14];
    // Behind the camera, or outside its depth range.
    if (!(w > 0) || depth < -w || depth > w) continue;
    const across = m[0] * px + m[4] * py + m[8] * pz + m[12];
    const up = m[1] * px + m[5] * py + m[9] * pz + m[13];
    const dx = ((across / w + 1) / 2) * width - left;
    const dy = ((1 - up / w) / 2) * height - top;
    const squared = dx * dx + dy * dy;
    if (squared > least) continue;
    least = squared;
    nearest = i;
  }
  return nearest;
}
