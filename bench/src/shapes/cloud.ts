import { meanNeighbors } from '../neighbors.ts';
import { generator, RADIUS } from '../workload.ts';

export type Point = readonly [number, number, number];

/** Points around the origin that can be drawn closer together and further apart. */
export interface Cloud {
  /** Along how many directions it is spread: 1 a line, 2 a disc or sheet, 3 a ball. */
  readonly spread: 1 | 2 | 3;
  readonly points: readonly Point[];
}

const within = (random: () => number) => 2 * random() - 1;

/** A ball in space, or a disc in the plane, of radius 1. */
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

/** A line across all axes, from -1 to 1 on each: no box along the axes fits it closely. */
export function line(agents: number, dimensions: 2 | 3): Cloud {
  const random = generator(1);
  const points = Array.from({ length: agents }, (): Point => {
    const at = within(random);
    return [at, at, dimensions === 3 ? at : 0];
  });
  return { spread: 1, points };
}

/** A square sheet that leans against all three axes. */
export function sheet(agents: number): Cloud {
  const random = generator(1);
  const points = Array.from({ length: agents }, (): Point => {
    const [u, v] = [within(random), within(random)];
    return [(u + v) / 2, (u - v) / 2, u / Math.SQRT2];
  });
  return { spread: 2, points };
}

/** Corrections of the scale: each leaves a few percent of the error before it. */
const CORRECTIONS = 3;

/**
 * Scales a cloud until each agent has `neighbors` others within the radius in the mean, those at its
 * border included, who have fewer: figures are compared at the same number.
 */
export function fitted({ spread, points }: Cloud, neighbors: number): Point[] {
  // Those of a ball, disc or line of unit density, each cut to the share that the cloud fills.
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

/** The same points elsewhere. */
export function moved(points: readonly Point[], by: Point): Point[] {
  return points.map(([x, y, z]) => [x + by[0], y + by[1], z + by[2]]);
}

/** Velocities of one speed (m/s) in random directions. */
export function velocities(agents: number, dimensions: 2 | 3, speed: number): Point[] {
  const random = generator(2);
  return Array.from({ length: agents }, (): Point => {
    const z = dimensions === 3 ? within(random) : 0;
    const [x, y] = [within(random), within(random)];
    const length = Math.hypot(x, y, z) || 1;
    return [(speed * x) / length, (speed * y) / length, (speed * z) / length];
  });
}
