import { finish, mixA, mixB } from '../../math/mix.ts';
import { cosine, sine } from '../../math/trigonometry.ts';
import { obstacleKind } from '../../world/obstacle-kinds.ts';
import { flat } from '../../world/points.ts';
import type { Rotation } from './check-obstacle.ts';
import { type Obstacle, shapeNumbersOf } from './index.ts';

/** An obstacle as numbers. Commands and memory contain obstacles in this form. */
export interface ObstacleNumbers {
  /** The kind of the obstacle, and the low and the high 32 bits of the hash of its name. */
  readonly places: readonly [kind: number, low: number, high: number];
  /** The numbers in the order of VALUES in world/obstacles.ts. */
  readonly values: readonly number[];
}

type Triple = readonly [number, number, number];
type Quaternion = readonly [number, number, number, number];

export function encodeObstacle(obstacle: Obstacle, dimensions: 2 | 3): ObstacleNumbers {
  const { center, radius, extent, points } = shapeNumbersOf(obstacle, dimensions);
  const inside = obstacle.keep === 'inside';
  const rotation = 'rotation' in obstacle ? obstacle.rotation : undefined;
  const spin = 'angularVelocity' in obstacle ? obstacle.angularVelocity : undefined;
  return {
    places: [obstacleKind(obstacle.type, inside, points.length / 2), ...nameHash(obstacle.name)],
    values: [
      ...flat(center, dimensions),
      radius,
      ...extent,
      ...quaternionOf(rotation ?? 0),
      ...velocityOf(obstacle.velocity, dimensions),
      ...spinOf(spin, dimensions),
      ...points,
    ],
  };
}

/** Converts a rotation to a unit quaternion. */
export function quaternionOf(rotation: Rotation): Quaternion {
  if (typeof rotation === 'number') return [0, 0, sine(rotation / 2), cosine(rotation / 2)];
  const [x, y, z, w] = rotation;
  const length = Math.sqrt(x * x + y * y + z * z + w * w);
  return [x / length, y / length, z / length, w / length];
}

/** Converts a velocity (m/s) with or without z to three components. */
export function velocityOf(velocity: readonly number[] | undefined, dimensions: 2 | 3): Triple {
  const [x, y, z = 0] = velocity ?? [0, 0, 0];
  return flat([x, y, z], dimensions);
}

/** Converts an angular velocity (rad/s) to three components. In two dimensions, only the rotation about z is used. */
export function spinOf(spin: readonly number[] | undefined, dimensions: 2 | 3): Triple {
  const [x, y, z] = spin ?? [0, 0, 0];
  return dimensions === 2 ? [0, 0, z] : [x, y, z];
}

/**
 * Returns the hash of an obstacle's name, as two words. Obstacles are found in memory by this hash. Without a name,
 * both words are 0.
 */
export function nameHash(name: string | undefined): readonly [low: number, high: number] {
  if (name === undefined) return [0, 0];
  let low = name.length;
  let high = 0;
  for (let k = 0; k < name.length; k++) {
    low = mixA(low, name.charCodeAt(k));
    high = mixB(high, name.charCodeAt(k));
  }
  return [(finish(low) | 1) >>> 0, finish(high ^ Math.imul(low, 0x27d4eb2f)) >>> 0];
}
