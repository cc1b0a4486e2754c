import type { Triple } from './edit.ts';

/** The golden angle, in rad. It is the angle between two successive points of a sunflower pattern. */
const GOLDEN = Math.PI * (3 - Math.sqrt(5));

type Axes = readonly [across: readonly number[], up: readonly number[]];

const IN_THE_PLANE: Axes = [
  [1, 0, 0],
  [0, 1, 0],
];

/**
 * Returns `count` points that fill a disc evenly. The disc lies in the plane of two axes. Each point comes with its
 * offset from the center along both axes, as a fraction of the radius.
 */
export function discPoints(
  center: readonly number[],
  radius: number,
  count: number,
  turn = 0,
  [across, up]: Axes = IN_THE_PLANE,
): { at: Triple; out: Triple }[] {
  return Array.from({ length: count }, (_, k) => {
    const reach = Math.sqrt((k + 0.5) / count);
    const angle = turn + k * GOLDEN;
    const [a, b] = [reach * Math.cos(angle), reach * Math.sin(angle)];
    const out = [0, 1, 2].map((axis) => a * across[axis] + b * up[axis]) as Triple;
    return { at: out.map((value, axis) => center[axis] + radius * value) as Triple, out };
  });
}

/**
 * Returns points along a line. `spacing` is the distance between neighboring points, and between `from` and the first
 * point.
 */
export function pointsAlong(
  from: readonly number[],
  to: readonly number[],
  spacing: number,
): Triple[] {
  const length = Math.hypot(...to.map((value, axis) => value - from[axis]));
  const steps = Math.floor(length / spacing);
  return Array.from({ length: steps }, (_, k) => {
    const share = ((k + 1) * spacing) / length;
    return to.map((value, axis) => from[axis] + (value - from[axis]) * share) as Triple;
  });
}

/** The convex hull of points in the plane, as its corners in counterclockwise order. */
export function hullOf(points: readonly (readonly [number, number])[]): [number, number][] {
  const sorted = [...points].sort(([ax, ay], [bx, by]) => ax - bx || ay - by);
  const half = (from: typeof sorted): [number, number][] => {
    const chain: [number, number][] = [];
    for (const [x, y] of from) {
      for (;;) {
        const [[ax, ay] = [], [bx, by] = []] = chain.slice(-2) as number[][];
        if (chain.length < 2) break;
        if ((bx - ax) * (y - ay) - (by - ay) * (x - ax) > 0) break;
        chain.pop();
      }
      chain.push([x, y]);
    }
    return chain.slice(0, -1);
  };
  return [...half(sorted), ...half(sorted.reverse())];
}

/**
 * Removes corners of a polygon if it has more than the maximum number `most`. The corners that matter least to the
 * shape are removed first.
 */
export function fewerCorners(corners: [number, number][], most: number): [number, number][] {
  const left = [...corners];
  while (left.length > most) {
    const areas = left.map(([x, y], k) => {
      const [ax, ay] = left.at(k - 1)!;
      const [bx, by] = left[(k + 1) % left.length];
      return Math.abs((x - ax) * (by - ay) - (y - ay) * (bx - ax));
    });
    left.splice(areas.indexOf(Math.min(...areas)), 1);
  }
  return left;
}
