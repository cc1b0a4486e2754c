import { Delaunay } from 'd3-delaunay';

/** A box of the plane: its lower and its upper corner (m). */
export interface Box {
  readonly min: readonly [number, number];
  readonly max: readonly [number, number];
}

/** The areas of the cells of agents (m^2), in the order of the agents. */
export interface CellAreas {
  /** The area of the whole cell, as far as it is cut off. */
  readonly whole: Float64Array;
  /** The area of the part in the box. */
  readonly inside: Float64Array;
}

type Point = readonly [number, number];

/** The number of sides of the polygon that stands for a circle. Its area is 0.6 % below that of the circle. */
const SIDES = 32;
const NORMALS: readonly Point[] = Array.from({ length: SIDES }, (_, side) => {
  const angle = (2 * Math.PI * (side + 0.5)) / SIDES;
  return [Math.cos(angle), Math.sin(angle)];
});
/** The distance of a side from the center, divided by the radius. */
const APOTHEM = Math.cos(Math.PI / SIDES);

/** Agents that round to the same place, in units of this length (m), share a cell. */
const GRAIN = 1e-9;

/**
 * Computes the Voronoi cells of agents, cut off by a circle of radius `cutoff` (m) around each agent, so that those at
 * the border of a crowd are not infinite. Only agents farther than `cutoff` from the box have no area. Agents at one
 * place share a cell.
 */
export function cellAreas(x: Float64Array, y: Float64Array, box: Box, cutoff: number): CellAreas {
  const whole = new Float64Array(x.length);
  const inside = new Float64Array(x.length);
  const spots = new Map<string, number[]>();
  for (let i = 0; i < x.length; i++) {
    // An agent that is farther away changes no cell that reaches the box.
    if (distanceTo(box, x[i], y[i]) > 3 * cutoff) continue;
    const key = `${Math.round(x[i] / GRAIN)},${Math.round(y[i] / GRAIN)}`;
    const spot = spots.get(key);
    if (spot === undefined) spots.set(key, [i]);
    else spot.push(i);
  }
  if (spots.size === 0) return { whole, inside };
  const agents = [...spots.values()];
  const points = Float64Array.from(agents.flatMap(([i]) => [x[i], y[i]]));
  const voronoi = new Delaunay(points).voronoi([
    ...box.min.map((low) => low - 4 * cutoff),
    ...box.max.map((high) => high + 4 * cutoff),
  ] as [number, number, number, number]);
  for (const [at, sharing] of agents.entries()) {
    const center: Point = [points[2 * at], points[2 * at + 1]];
    if (distanceTo(box, ...center) > cutoff) continue;
    // The last point of the polygon is the first again.
    const polygon = (voronoi.cellPolygon(at) ?? []).slice(0, -1) as Point[];
    const cell = cutOff(polygon, center, cutoff);
    const [cellArea, insideArea] = [areaOf(cell, center), areaOf(cutToBox(cell, box), center)];
    for (const i of sharing) {
      whole[i] = cellArea / sharing.length;
      inside[i] = insideArea / sharing.length;
    }
  }
  return { whole, inside };
}

function distanceTo({ min, max }: Box, x: number, y: number): number {
  const dx = Math.max(min[0] - x, x - max[0], 0);
  const dy = Math.max(min[1] - y, y - max[1], 0);
  return Math.hypot(dx, dy);
}

function cutOff(polygon: readonly Point[], [x, y]: Point, radius: number): readonly Point[] {
  const reach = radius * APOTHEM;
  if (polygon.every((point) => Math.hypot(point[0] - x, point[1] - y) <= reach)) return polygon;
  return NORMALS.reduce(
    (cell, normal) => cutBy(cell, normal, normal[0] * x + normal[1] * y + reach),
    polygon,
  );
}

function cutToBox(polygon: readonly Point[], { min, max }: Box): readonly Point[] {
  const right = cutBy(polygon, [1, 0], max[0]);
  const left = cutBy(right, [-1, 0], -min[0]);
  const upper = cutBy(left, [0, 1], max[1]);
  return cutBy(upper, [0, -1], -min[1]);
}

/**
 * Cuts a convex polygon by the half plane of all points whose product with `normal` is at most `reach`.
 *
 * source: Sutherland and Hodgman 1974, Reentrant polygon clipping
 */
function cutBy(polygon: readonly Point[], [nx, ny]: Point, reach: number): readonly Point[] {
  const beyond = polygon.map(([x, y]) => x * nx + y * ny - reach);
  if (beyond.every((value) => value <= 0)) return polygon;
  const cut: Point[] = [];
  for (const [at, point] of polygon.entries()) {
    const next = (at + 1) % polygon.length;
    if (beyond[at] <= 0) cut.push(point);
    if (beyond[at] <= 0 === beyond[next] <= 0) continue;
    const share = beyond[at] / (beyond[at] - beyond[next]);
    const [x, y] = polygon[next];
    cut.push([point[0] + share * (x - point[0]), point[1] + share * (y - point[1])]);
  }
  return cut;
}

/** The area of a convex polygon, computed relative to a point near it, so that few digits are lost. */
function areaOf(polygon: readonly Point[], [x0, y0]: Point): number {
  let twice = 0;
  for (const [at, [x, y]] of polygon.entries()) {
    const [nextX, nextY] = polygon[(at + 1) % polygon.length];
    twice += (x - x0) * (nextY - y0) - (nextX - x0) * (y - y0);
  }
  return Math.abs(twice) / 2;
}
