import { intoTorus } from '../grid/torus.ts';
import { cosine, sine } from '../math/trigonometry.ts';
import type { State } from '../world/layout.ts';
import { NO_OBSTACLE, OBSTACLE } from '../world/obstacle-kinds.ts';
import { writeObstacleDrift } from '../world/obstacles.ts';
import type { SharedWorld } from '../world/world.ts';

const fround = Math.fround;
const sqrt = Math.sqrt;

/**
 * These columns are copied to the back state if the front and the back state have different versions of the obstacles.
 */
// biome-ignore format: several in each line.
const COLUMNS = [
  'obstacleKind', 'obstacleName', 'obstacleRadius', 'obstaclePoint',
  'obstacleRotation',
] as const;
// biome-ignore format: several in each line.
const VECTORS = [
  'obstacleCenter', 'obstacleExtent', 'obstacleVelocity', 'obstacleSpin',
] as const;

/**
 * The version of the obstacles in the back state while they are being written. After an interrupted step, this version
 * makes the next attempt copy the obstacles from the front state again.
 */
const BROKEN = 0;

/**
 * Copies the obstacles to the back state, and moves them by one step. The center p becomes p + v dt, and the obstacle
 * turns by spin * dt. An obstacle with a motion then gets the velocity for the next step. If the back state still has
 * the same obstacles from two steps ago, nothing is copied.
 */
export function moveObstacles(world: SharedWorld): void {
  const { front, back, plan } = world;
  const version = front.obstacleVersion[0];
  if (back.obstacleVersion[0] !== version) carryOver(front, back);
  if (!plan.obstacles.change) {
    back.obstacleVersion[0] = version;
    return;
  }
  back.obstacleVersion[0] = BROKEN;
  let moved = false;
  for (let row = 0; row < plan.obstacles.capacity; row++) {
    if (front.obstacleKind[row] !== NO_OBSTACLE && moveObstacle(world, row)) moved = true;
  }
  back.obstacleVersion[0] = moved ? version + 1 : version;
}

/**
 * Calls `change`, which changes obstacles of the back state. Every command that changes obstacles must do so through
 * this function.
 */
export function changeObstacles({ front, back }: SharedWorld, change: () => void): void {
  back.obstacleVersion[0] = BROKEN;
  change();
  back.obstacleVersion[0] = front.obstacleVersion[0] + 1;
}

function carryOver(front: State, back: State): void {
  back.obstacleVersion[0] = BROKEN;
  for (const column of COLUMNS) back[column].set(front[column] as Float32Array & Uint32Array);
  for (const column of VECTORS) {
    for (const axis of ['x', 'y', 'z'] as const) back[column][axis].set(front[column][axis]);
  }
}

/** Moves the obstacle with the index `row`. Returns whether the obstacle changes in this step. */
function moveObstacle(world: SharedWorld, row: number): boolean {
  const { plan, front, back } = world;
  const { obstacleVelocity: v, obstacleSpin: spin } = front;
  const isMoved = v.x[row] !== 0 || v.y[row] !== 0 || v.z[row] !== 0;
  const isTurned = spin.x[row] !== 0 || spin.y[row] !== 0 || spin.z[row] !== 0;
  if (isMoved) {
    for (const axis of ['x', 'y', 'z'] as const) {
      const step = fround(v[axis][row] * plan.dt);
      back.obstacleCenter[axis][row] = fround(front.obstacleCenter[axis][row] + step);
    }
    enterTorus(world, row);
  }
  if (isTurned) turn(world, row);
  if (plan.obstacles.motions[row] === undefined) return isMoved || isTurned;
  writeObstacleDrift(world, back, row, world.frontTick + 1);
  return true;
}

/** If an obstacle has left a torus, moves it back in at the opposite side. */
function enterTorus({ plan, back }: SharedWorld, row: number): void {
  if (back.obstacleKind[row] === OBSTACLE.plane) return;
  const { min, edge } = plan.grid;
  const { x, y, z } = back.obstacleCenter;
  x[row] = intoTorus(x[row], min[0], edge[0]);
  y[row] = intoTorus(y[row], min[1], edge[1]);
  z[row] = intoTorus(z[row], min[2], edge[2]);
}

/**
 * Rotates an obstacle around the axis of its spin, by the angle that it turns in one tick. Computed in f64 and rounded
 * once.
 */
function turn({ plan, front, back }: SharedWorld, row: number): void {
  const { obstacleSpin: spin, obstacleRotation: from } = front;
  const [x, y, z] = [spin.x[row], spin.y[row], spin.z[row]];
  const rate = sqrt(x * x + y * y + z * z);
  const half = (rate * plan.dt) / 2;
  const share = sine(half) / rate;
  const [ax, ay, az, aw] = [x * share, y * share, z * share, cosine(half)];
  const [bx, by, bz, bw] = from.subarray(4 * row, 4 * row + 4);
  const cx = aw * bx + ax * bw + ay * bz - az * by;
  const cy = aw * by - ax * bz + ay * bw + az * bx;
  const cz = aw * bz + ax * by - ay * bx + az * bw;
  const cw = aw * bw - ax * bx - ay * by - az * bz;
  const inverse = 1 / sqrt(cx * cx + cy * cy + cz * cz + cw * cw);
  back.obstacleRotation.set([cx * inverse, cy * inverse, cz * inverse, cw * inverse], 4 * row);
}
