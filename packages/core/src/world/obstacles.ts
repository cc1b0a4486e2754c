import { normalizeInto, type Vector } from '../math/direction.ts';
import type { Obstacle } from '../scenario/schema.ts';
import { flat } from './points.ts';
import type { SharedWorld } from './world.ts';

/** What constants.obstacleKind says: the form, and on which side of its surface agents are kept. */
export const OBSTACLE = { sphere: 0, sphereInside: 1, box: 2, boxInside: 3, plane: 4 } as const;

/** Half of the edge (m) that a box of two dimensions has along z. */
const ENDLESS = 1e9;

const normal: Vector = new Float32Array(3);

/** Writes the obstacles of a scenario to the constants of a world. */
export function writeObstacles(world: SharedWorld, obstacles: readonly Obstacle[]): void {
  for (const [index, obstacle] of obstacles.entries()) writeObstacle(world, obstacle, index);
}

function writeObstacle({ plan, constants }: SharedWorld, obstacle: Obstacle, index: number): void {
  const { obstacleKind, obstacleCenter, obstacleExtent, obstacleRadius } = constants;
  const { dimensions } = plan;
  const inside = obstacle.keep === 'inside';
  const put = (column: typeof obstacleCenter, v: ArrayLike<number>): void => {
    column.x[index] = v[0];
    column.y[index] = v[1];
    column.z[index] = v[2];
  };
  if (obstacle.type === 'sphere') {
    obstacleKind[index] = inside ? OBSTACLE.sphereInside : OBSTACLE.sphere;
    put(obstacleCenter, flat(obstacle.center, dimensions));
    obstacleRadius[index] = obstacle.radius;
  } else if (obstacle.type === 'box') {
    const [min, max] = [flat(obstacle.min, dimensions), flat(obstacle.max, dimensions)];
    const half = max.map((value, axis) => (value - min[axis]) / 2);
    if (dimensions === 2) half[2] = ENDLESS;
    obstacleKind[index] = inside ? OBSTACLE.boxInside : OBSTACLE.box;
    put(
      obstacleCenter,
      max.map((value, axis) => (value + min[axis]) / 2),
    );
    put(obstacleExtent, half);
    const [x, y, z] = flat(half as [number, number, number], dimensions);
    obstacleRadius[index] = inside ? 0 : Math.sqrt(x * x + y * y + z * z);
  } else {
    const [x, y, z] = flat(obstacle.normal, dimensions);
    const sign = inside ? -1 : 1;
    normalizeInto(normal, sign * x, sign * y, sign * z);
    obstacleKind[index] = OBSTACLE.plane;
    put(obstacleCenter, flat(obstacle.point, dimensions));
    put(obstacleExtent, normal);
  }
}
