import { type Body, createBody } from '../../shapes/geometry.ts';
import { SHAPE_LIST } from '../../shapes/index.ts';
import { MAX_CORNERS } from '../../shapes/polygon.ts';
import type { State } from '../../world/layout.ts';
import {
  cornersOf,
  formOf,
  isInside,
  NO_OBSTACLE,
  OBSTACLE,
  shapeIndexOf,
} from '../../world/obstacle-kinds.ts';
import { obstacleVersionOf } from '../../world/versions.ts';
import type { SharedWorld } from '../../world/world.ts';
import { type BoxTree, createBoxTree, plantBoxTree } from './box-tree.ts';

const sqrt = Math.sqrt;

/**
 * Data that each thread derives from the obstacles of a state, by row (index of the obstacle). It tells where the
 * obstacles are and which of them move.
 */
export interface ObstacleTable {
  /** The version of the state's obstacles from which this table was derived. */
  version: number;
  /** The number of obstacles. */
  count: number;
  /** Whether all obstacles are spheres at rest. */
  plain: boolean;
  /** The rows that contain an obstacle, in ascending order. */
  readonly rows: Uint16Array;
  /** Boxes around the obstacles (m). The boxes of obstacles that extend without end are infinite. */
  readonly boxes: BoxTree;
  /** For each row, 1 if the obstacle moves or turns. */
  readonly moves: Uint8Array;
  /** For each row, 1 if the axes of the obstacle differ from the axes of the world. */
  readonly turned: Uint8Array;
  /** The directions of the three axes of each obstacle: 9 numbers per row, f32. */
  readonly axes: Float32Array;
}

const tables = new WeakMap<SharedWorld, ObstacleTable>();
const body: Body = createBody();

/** Returns the table of the obstacles of the front state. A thread recomputes its table if obstacles have changed. */
export function obstacleTable(world: SharedWorld): ObstacleTable {
  let table = tables.get(world);
  if (table === undefined) {
    table = createTable(world.plan.obstacles.capacity);
    tables.set(world, table);
  }
  const version = obstacleVersionOf(world);
  if (table.version !== version) {
    fillTable(table, world);
    table.version = version;
  }
  return table;
}

function createTable(capacity: number): ObstacleTable {
  return {
    version: -1,
    count: 0,
    plain: true,
    rows: new Uint16Array(capacity),
    boxes: createBoxTree(capacity),
    moves: new Uint8Array(capacity),
    turned: new Uint8Array(capacity),
    axes: new Float32Array(9 * capacity),
  };
}

/** Reads the shape of the obstacle in a row. */
export function readBody(out: Body, front: State, row: number): void {
  out.radius = front.obstacleRadius[row];
  out.ex = front.obstacleExtent.x[row];
  out.ey = front.obstacleExtent.y[row];
  out.ez = front.obstacleExtent.z[row];
  out.points = front.obstaclePoint;
  out.first = 2 * MAX_CORNERS * row;
  out.corners = cornersOf(front.obstacleKind[row]);
}

function fillTable(table: ObstacleTable, { plan, front }: SharedWorld): void {
  table.count = 0;
  table.plain = true;
  for (let row = 0; row < plan.obstacles.capacity; row++) {
    if (front.obstacleKind[row] === NO_OBSTACLE) continue;
    table.rows[table.count++] = row;
    setAxes(table, front, row);
    setBox(table, front, row);
    const isBall = formOf(front.obstacleKind[row]) === OBSTACLE.sphere;
    table.plain &&= isBall && table.moves[row] === 0;
  }
  plantBoxTree(table.boxes, table.rows, table.count);
}

/** Computes the axes of an obstacle from its rotation, which is a unit quaternion. The obstacle is stored in `row`. */
function setAxes({ axes, turned }: ObstacleTable, front: State, row: number): void {
  const [x, y, z, w] = front.obstacleRotation.subarray(4 * row, 4 * row + 4);
  turned[row] = x === 0 && y === 0 && z === 0 ? 0 : 1;
  const at = 9 * row;
  axes[at] = 1 - 2 * (y * y + z * z);
  axes[at + 1] = 2 * (x * y + w * z);
  axes[at + 2] = 2 * (x * z - w * y);
  axes[at + 3] = 2 * (x * y - w * z);
  axes[at + 4] = 1 - 2 * (x * x + z * z);
  axes[at + 5] = 2 * (y * z + w * x);
  axes[at + 6] = 2 * (x * z + w * y);
  axes[at + 7] = 2 * (y * z - w * x);
  axes[at + 8] = 1 - 2 * (x * x + y * y);
}

function setBox({ axes, boxes, moves, turned }: ObstacleTable, front: State, row: number): void {
  const { obstacleCenter: center, obstacleVelocity: v, obstacleSpin: spin } = front;
  const kind = front.obstacleKind[row];
  const shape = SHAPE_LIST[shapeIndexOf(kind)];
  const turns = lengthOf(spin, row);
  moves[row] = lengthOf(v, row) > 0 || turns > 0 ? 1 : 0;
  // An agent that is kept inside can touch it anywhere.
  const isEndless = !shape.bounded || isInside(kind);
  readBody(body, front, row);
  // Its axes are rounded, so the box is made a little larger.
  const grown = turned[row] === 0 ? 1 : 1 + 1e-6;
  for (let axis = 0; axis < 3; axis++) {
    const x = axes[9 * row + axis];
    const y = axes[9 * row + 3 + axis];
    const z = axes[9 * row + 6 + axis];
    const at = (axis === 0 ? center.x : axis === 1 ? center.y : center.z)[row];
    const above = isEndless ? Number.POSITIVE_INFINITY : grown * shape.reach(body, x, y, z);
    const below = isEndless ? Number.POSITIVE_INFINITY : grown * shape.reach(body, -x, -y, -z);
    boxes.low[3 * row + axis] = at - below;
    boxes.high[3 * row + axis] = at + above;
    far[axis] = Math.max(above, below);
  }
  boxes.speed[row] = lengthOf(v, row) + (turns > 0 ? speedOfTurn(spin, row) : 0);
}

/** How far the box of an obstacle extends from the center of the obstacle along each axis (m). */
const far: [x: number, y: number, z: number] = [0, 0, 0];

/**
 * Returns an upper bound of the speed (m/s) at which points of an obstacle turn about its center. The obstacle extends
 * by `far`. An axis along which the obstacle turns in place does not count: in the plane, boxes are endless along z.
 */
function speedOfTurn(spin: State['obstacleSpin'], row: number): number {
  const [farX, farY, farZ] = far;
  const [x, y, z] = [Math.abs(spin.x[row]), Math.abs(spin.y[row]), Math.abs(spin.z[row])];
  const across = (a: number, alongB: number, b: number, alongA: number): number =>
    (a === 0 ? 0 : a * alongB) + (b === 0 ? 0 : b * alongA);
  // A point at r moves with the velocity cross(spin, r).
  const vx = across(y, farZ, z, farY);
  const vy = across(z, farX, x, farZ);
  const vz = across(x, farY, y, farX);
  const least = sqrt(vx * vx + vy * vy + vz * vz);
  const turns = sqrt(x * x + y * y + z * z);
  const around = turns * sqrt(farX * farX + farY * farY + farZ * farZ);
  // Velocities are rounded to f32.
  return Math.min(least, around) * (1 + 1e-6);
}

function lengthOf({ x, y, z }: State['obstacleVelocity'], row: number): number {
  return sqrt(x[row] * x[row] + y[row] * y[row] + z[row] * z[row]);
}
