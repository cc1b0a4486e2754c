import { finish, mixA, mixB } from '../math/mix.ts';
import { cosine, sine } from '../math/trigonometry.ts';
import type { Obstacle } from '../scenario/schema.ts';
import type { Rotation } from '../shapes/check-obstacle.ts';
import { shapeOf } from '../shapes/index.ts';
import { MAX_CORNERS } from '../shapes/polygon.ts';
import type { State } from './layout.ts';
import { cornersOf, NO_OBSTACLE, obstacleKind } from './obstacle-kinds.ts';
import { flat } from './points.ts';
import { driftInto } from './target-home.ts';
import type { SharedWorld } from './world.ts';

/** Where numbers stand in those of an obstacle; corners follow. */
const VALUES = {
  center: 0,
  radius: 3,
  extent: 4,
  rotation: 7,
  velocity: 11,
  spin: 14,
  points: 17,
} as const;

/** An obstacle as numbers: as a command carries it, and as it is written to memory. */
export interface ObstacleNumbers {
  /** Kind, and the two halves of the name. */
  readonly places: readonly [kind: number, low: number, high: number];
  /** In the order of VALUES. */
  readonly values: readonly number[];
}

type Triple = readonly [number, number, number];
type Quaternion = readonly [number, number, number, number];

export function encodeObstacle(obstacle: Obstacle, dimensions: 2 | 3): ObstacleNumbers {
  const { center, radius, extent, points } = shapeOf(obstacle).encode(obstacle, dimensions);
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

/** The unit quaternion of a rotation. */
export function quaternionOf(rotation: Rotation): Quaternion {
  if (typeof rotation === 'number') return [0, 0, sine(rotation / 2), cosine(rotation / 2)];
  const [x, y, z, w] = rotation;
  const length = Math.sqrt(x * x + y * y + z * z + w * w);
  return [x / length, y / length, z / length, w / length];
}

/** A velocity (m/s) as it is written, with or without z. */
export function velocityOf(velocity: readonly number[] | undefined, dimensions: 2 | 3): Triple {
  const [x, y, z = 0] = velocity ?? [0, 0, 0];
  return flat([x, y, z], dimensions);
}

/** In the plane obstacles turn about z alone. */
export function spinOf(spin: readonly number[] | undefined, dimensions: 2 | 3): Triple {
  const [x, y, z] = spin ?? [0, 0, 0];
  return dimensions === 2 ? [0, 0, z] : [x, y, z];
}

/** A name as two words: obstacles are found by it, wherever they stand. 0 and 0 is none. */
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

/** Writes the obstacles of a scenario to both states of a world. */
export function writeObstacles(world: SharedWorld, obstacles: readonly Obstacle[]): void {
  const { plan, states } = world;
  for (const state of states) {
    for (const [row, obstacle] of obstacles.entries()) {
      const { places, values } = encodeObstacle(obstacle, plan.dimensions);
      writeObstacle(state, row, places, values, 0);
      writeObstacleDrift(world, state, row, 0);
    }
    state.obstacleVersion[0] = 1;
  }
}

const drift: [number, number, number] = [0, 0, 0];

/** Writes the velocity of an obstacle that has a motion, in the step that starts at `tick`. */
export function writeObstacleDrift(
  world: SharedWorld,
  state: State,
  row: number,
  tick: number,
): void {
  const motion = world.plan.obstacles.motions[row];
  if (motion === undefined || state.obstacleKind[row] === NO_OBSTACLE) return;
  driftInto(drift, world, motion, tick);
  state.obstacleVelocity.x[row] = drift[0];
  state.obstacleVelocity.y[row] = drift[1];
  state.obstacleVelocity.z[row] = drift[2];
}

/** Writes the numbers of an obstacle to its row; those of its values begin at `at`. */
export function writeObstacle(
  state: State,
  row: number,
  places: ArrayLike<number>,
  values: ArrayLike<number>,
  at: number,
): void {
  const kind = places[0];
  state.obstacleKind[row] = kind;
  state.obstacleName[2 * row] = places[1];
  state.obstacleName[2 * row + 1] = places[2];
  state.obstacleRadius[row] = values[at + VALUES.radius];
  put(state.obstacleCenter, row, values, at + VALUES.center);
  put(state.obstacleExtent, row, values, at + VALUES.extent);
  put(state.obstacleVelocity, row, values, at + VALUES.velocity);
  put(state.obstacleSpin, row, values, at + VALUES.spin);
  for (let k = 0; k < 4; k++) {
    state.obstacleRotation[4 * row + k] = values[at + VALUES.rotation + k];
  }
  const corners = cornersOf(kind);
  const room = Math.min(2 * MAX_CORNERS, state.obstaclePoint.length);
  for (let k = 0; k < room; k++) {
    const value = k < 2 * corners ? values[at + VALUES.points + k] : 0;
    state.obstaclePoint[2 * MAX_CORNERS * row + k] = value;
  }
}

const NOTHING = new Float32Array(VALUES.points);

/** Empties a row, so that nothing is left of what stood there. */
export function eraseObstacle(state: State, row: number): void {
  writeObstacle(state, row, [NO_OBSTACLE, 0, 0], NOTHING, 0);
}

/** The row of the obstacle with the name of that hash, or -1. */
export function findObstacle(state: State, low: number, high: number): number {
  const { obstacleName } = state;
  for (let row = 0; 2 * row < obstacleName.length; row++) {
    if (obstacleName[2 * row] === low && obstacleName[2 * row + 1] === high) return row;
  }
  return -1;
}

interface VectorColumn {
  readonly x: Float32Array;
  readonly y: Float32Array;
  readonly z: Float32Array;
}

function put(column: VectorColumn, row: number, values: ArrayLike<number>, at: number): void {
  column.x[row] = values[at];
  column.y[row] = values[at + 1];
  column.z[row] = values[at + 2];
}
