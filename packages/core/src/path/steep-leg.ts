import type { Ground, Slope } from './slope.ts';

/** A slope may exceed the limit by this fraction, which allows for rounding errors. */
const ROUNDING = 1e-9;

/** Pieces of a leg that are shorter than this fraction of it are left out. They are due to rounding errors. */
const SHORTEST = 1e-9;

/**
 * Whether the straight way between the centers of two cells is steeper than the map allows at any of its points, up or
 * down. The answer is the same for both directions.
 *
 * Within a square of the ground's grid, the height along a straight line is a quadratic function. So its slope is
 * greatest at one of the two ends. A leg therefore takes two checks for each square that it crosses.
 */
export function isLegTooSteep(slope: Slope, width: number, from: number, to: number): boolean {
  return from < to ? isTooSteep(slope, width, from, to) : isTooSteep(slope, width, to, from);
}

function isTooSteep(slope: Slope, width: number, from: number, to: number): boolean {
  const { ground, height, steepest } = slope;
  if (steepest === Number.POSITIVE_INFINITY) return false;
  const fromX = from % width;
  const fromY = (from - fromX) / width;
  const dx = (to % width) - fromX;
  const dy = (to - (to % width)) / width - fromY;
  const most = steepest * Math.sqrt(dx * dx + dy * dy) * (1 + ROUNDING);
  if (ground === undefined) {
    const rows = height.length / width;
    return climbsMore(height, width, rows, fromX, fromY, dx, dy, most);
  }
  const { columns, rows, spacing, left, low } = ground;
  const [u, v] = [(fromX - left) / spacing, (fromY - low) / spacing];
  const scaled = most / ground.scale;
  return climbsMore(ground.height, columns, rows, u, v, dx / spacing, dy / spacing, scaled);
}

/**
 * Whether the height along a line changes by more than `most` per length of the line, at any of its points. The line
 * begins at (u, v) in a grid of heights, and goes by (du, dv). Between the points of the grid, heights are interpolated
 * bilinearly. Beyond the grid, the height is that of the nearest point of its edge.
 */
function climbsMore(
  height: Ground['height'],
  columns: number,
  rows: number,
  u: number,
  v: number,
  du: number,
  dv: number,
  most: number,
): boolean {
  // The next lines of the grid that the leg crosses.
  let nextU = du > 0 ? Math.floor(u) + 1 : Math.ceil(u) - 1;
  let nextV = dv > 0 ? Math.floor(v) + 1 : Math.ceil(v) - 1;
  for (let time = 0; time < 1; ) {
    const crossU = du === 0 ? 1 : (nextU - u) / du;
    const crossV = dv === 0 ? 1 : (nextV - v) / dv;
    const first = crossU < crossV ? crossU : crossV;
    const leave = first < 1 ? first : 1;
    if (crossU <= leave) nextU += du > 0 ? 1 : -1;
    if (crossV <= leave) nextV += dv > 0 ? 1 : -1;
    if (leave - time > SHORTEST) {
      const middle = 0.5 * (time + leave);
      const column = Math.floor(u + du * middle);
      const row = Math.floor(v + dv * middle);
      const left = within(column, columns);
      const low = within(row, rows);
      const right = within(column + 1, columns);
      const high = within(row + 1, rows);
      const corner = height[low * columns + left];
      const alongU = height[low * columns + right] - corner;
      const alongV = height[high * columns + left] - corner;
      const twist = height[high * columns + right] - height[low * columns + right] - alongV;
      for (let end = 0; end < 2; end++) {
        const at = end === 0 ? time : leave;
        const shareU = u + du * at - left;
        const shareV = v + dv * at - low;
        const climb = (alongU + twist * shareV) * du + (alongV + twist * shareU) * dv;
        if (climb > most || climb < -most) return true;
      }
    }
    time = leave;
  }
  return false;
}

function within(index: number, count: number): number {
  return index < 0 ? 0 : index < count ? index : count - 1;
}
