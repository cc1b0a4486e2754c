import { meanNeighbors } from '../neighbors.ts';
import { generator, RADIUS } from '../workload.ts';

export type Point = readonly [number, number, number];

/** Points around the origin, from which a shape is made by scaling. */
export interface Cloud {
  /** The number of dimensions in which the points spread: 1 for a line, 2 for a disc or a sheet, 3 for a ball. */
  readonly spread: 1 | 2 | 3;
  readonly points: readonly Point[];
}

const within = (random: () => number) => 2 * random() - 1;

/** Creates a ball in space, or a disc in the plane, with radius 1. The points fill it uniformly. */
export function ball(agents: number, dimensions: 2 | 3, seed = 1): Cloud {
  const random = generator(seed);
  const points: Point[] = [];
  while (points.length < agents) {
    const z = dimensions === 3 ? within(random) : 0;
    const point: Point = [within(random), within(random), z];
    if (Math.hypot(...point) <= 1) points.push(point);
  }
  return { spread: dimensions, points };
}

/**
 * Creates a diagonal line. All coordinates of a point are equal, and lie between -1 and 1. In two dimensions, z is 0
 * instead. No axis-aligned box fits the line closely.
 */
export function line(agents: number, dimensions: 2 | 3): Cloud {
  const random = generator(1);
  const points = Array.from({ length: agents }, (): Point => {
    const at = within(random);
    return [at, at, dimensions === 3 ? at : 0];
  });
  return { spread: 1, points };
}

/** Creates a square sheet that is tilted against all three axes. */
export function sheet(agents: number): Cloud {
  const random = generator(1);
  const points = Array.from({ length: agents }, (): Point => {
    const [u, v] = [within(random), within(random)];
    return [(u + v) / 2, (u - v) / 2, u / Math.SQRT2];
  });
  return { spread: 2, points };
}

/** The number of times that the scale is corrected. Each correction leaves only a few percent of the error. */
const CORRECTIONS = 3;

/**
 * Scales a cloud such that agents have the given mean number of neighbors within `RADIUS`. So all shapes can be
 * compared at the same number of neighbors. The mean includes agents at the border, which have fewer neighbors.
 */
export function fitted({ spread, points }: Cloud, neighbors: number): Point[] {
  // The expected number of neighbors in a ball, disc or line of unit density, reduced to the part that the cloud fills.
  const inside = [2 * RADIUS, Math.PI * RADIUS ** 2, (4 / 3) * Math.PI * RADIUS ** 3][spread - 1];
  let scale = ((points.length * inside) / neighbors) ** (1 / spread) / 2;
  const positions = new Float64Array(3 * points.length);
  for (let round = 0; round < CORRECTIONS; round++) {
    for (const [i, point] of points.entries()) {
      for (let axis = 0; axis < 3; axis++) positions[3 * i + axis] = scale * point[axis];
    }
    const found = meanNeighbors({ positions, radius: RADIUS, edge: undefined });
    scale *= (Math.max(found, 0.1) / neighbors) ** (1 / spread);
  }
  return points.map(([x, y, z]) => [scale * x, scale * y, scale * z]);
}

/** Moves all points by the same vector. */
export function moved(points: readonly Point[], by: Point): Point[] {
  return points.map(([x, y, z]) => [x + by[0], y + by[1], z + by[2]]);
}

/** Creates velocities in random directions, all with the same speed (m/s). */
export function velocities(agents: number, dimensions: 2 | 3, speed: number): Point[] {
  const random = generator(2);
  return Array.from({ length: agents }, (): Point => {
    const z = dimensions === 3 ? within(random) : 0;
    const [x, y] = [within(random), within(random)];
    const length = Math.hypot(x, y, z) || 1;
    return [(speed * x) / length, (speed * y) / length, (speed * z) / length];
  });
}
