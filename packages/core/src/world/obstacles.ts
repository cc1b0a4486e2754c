import { MAX_CORNERS } from '../shapes/polygon.ts';
import type { State } from './layout.ts';
import { cornersOf, NO_OBSTACLE } from './obstacle-kinds.ts';
import { driftInto } from './target-home.ts';
import type { SharedWorld } from './world.ts';

/**
 * The offset of each number of an encoded obstacle. The corners of a polygon follow; see scenario/obstacles/encode.ts.
 */
const VALUES = {
  center: 0,
  radius: 3,
  extent: 4,
  rotation: 7,
  velocity: 11,
  spin: 14,
  points: 17,
} as const;

const drift: [number, number, number] = [0, 0, 0];

/** Writes the velocity of an obstacle in the step that starts at `tick`, if the obstacle has a motion. */
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

/** Writes an encoded obstacle to a row of a state. In `values`, the numbers of the obstacle begin at index `at`. */
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
  const words = Math.min(2 * MAX_CORNERS, state.obstaclePoint.length);
  for (let k = 0; k < words; k++) {
    const value = k < 2 * corners ? values[at + VALUES.points + k] : 0;
    state.obstaclePoint[2 * MAX_CORNERS * row + k] = value;
  }
}

const NOTHING = new Float32Array(VALUES.points);

/** Clears the row of an obstacle. */
export function eraseObstacle(state: State, row: number): void {
  writeObstacle(state, row, [NO_OBSTACLE, 0, 0], NOTHING, 0);
}

/** Finds the row of the obstacle whose name has this hash; -1 if there is no such obstacle. */
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
