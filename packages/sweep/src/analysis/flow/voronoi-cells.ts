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

/** The corners of the polygon that stands for a circle of radius 1. Its area is 0.6 % below that of the circle. */
const CIRCLE: readonly Point[] = Array.from({ length: 32 }, (_, corner) => {
  const angle = (2 * Math.PI * corner) / 32;
  return [Math.cos(angle), Math.sin(angle)];
});

/** Agents that round to the same place, in units of this length (m), share a cell. */
const GRAIN = 1e-9;

/**
 * Computes the areas of the Voronoi cells of agents, cut off by a circle of radius `cutoff` (m) around each agent, so that
 * those at the border of a crowd are not infinite. Agents farther than `cutoff` from the box have no area. Agents at one
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
  const points = agents.map(([i]): Point => [x[i], y[i]]);
  const delaunay = new Delaunay(Float64Array.from(points.flat()));
  for (const [at, sharing] of agents.entries()) {
    if (distanceTo(box, ...points[at]) > cutoff) continue;
    // Of one or two points, d3-delaunay names -1 as a neighbor.
    const others = [...delaunay.neighbors(at)].flatMap((other) =>
      other < 0 ? [] : [points[other]],
    );
    const cell = cellOf(points[at], others, cutoff);
    const [cellArea, insideArea] = [cell, cutToBox(cell, box)].map((part) =>
      areaOf(part, points[at]),
    );
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

/**
 * The cell of an agent at a point: the circle around it, cut by the half plane of each neighbor. Unlike the polygons of
 * d3-delaunay, it is right for agents on one line, too.
 */
function cellOf([x, y]: Point, neighbors: readonly Point[], cutoff: number): readonly Point[] {
  const circle = CIRCLE.map(([cx, cy]): Point => [x + cutoff * cx, y + cutoff * cy]);
  return neighbors.reduce<readonly Point[]>((cell, other) => {
    const normal: Point = [other[0] - x, other[1] - y];
    const [middleX, middleY] = [(other[0] + x) / 2, (other[1] + y) / 2];
    return cutBy(cell, normal, normal[0] * middleX + normal[1] * middleY);
  }, circle);
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
