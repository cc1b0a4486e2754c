import { type Body, createBody, createNearestPoint } from '../../shapes/geometry.ts';
import { SHAPE_LIST } from '../../shapes/index.ts';
import type { Sight } from '../../shapes/sight.ts';
import { isInside, shapeIndexOf } from '../../world/obstacle-kinds.ts';
import type { SharedWorld } from '../../world/world.ts';
import { type ObstacleTable, readBody } from './obstacle-table.ts';

const fround = Math.fround;

const body: Body = createBody();

/**
 * Looks from a body at the obstacle that is stored in `row`. The body keeps the distance `clearance` (m) from the surface.
 * (px, py, pz) is the position of the body relative to the center of the obstacle. (nx, ny, nz) is the course of the
 * body as a unit vector, or 0 at rest. Returns whether the body is inside the obstacle, or would touch the obstacle at
 * a distance of less than `nearest` (m).
 */
export function lookAtObstacle(
  sight: Sight,
  { front }: SharedWorld,
  { turned, axes }: ObstacleTable,
  row: number,
  px: number,
  py: number,
  pz: number,
  nx: number,
  ny: number,
  nz: number,
  clearance: number,
  nearest: number,
): boolean {
  const kind = front.obstacleKind[row];
  const shape = SHAPE_LIST[shapeIndexOf(kind)];
  const look = isInside(kind) ? shape.lookInside : shape.look;
  readBody(body, front, row);
  if (turned[row] === 0) look(sight, body, px, py, pz, nx, ny, nz, clearance);
  else {
    const at = 9 * row;
    look(
      sight,
      body,
      into(axes, at, px, py, pz),
      into(axes, at + 3, px, py, pz),
      into(axes, at + 6, px, py, pz),
      into(axes, at, nx, ny, nz),
      into(axes, at + 3, nx, ny, nz),
      into(axes, at + 6, nx, ny, nz),
      clearance,
    );
    turnBack(sight, axes, at);
  }
  return sight.inside || sight.distance < nearest;
}

/** Returns the component of a vector along an axis of the obstacle. */
function into(axes: Float32Array, at: number, x: number, y: number, z: number): number {
  return fround(fround(fround(x * axes[at]) + fround(y * axes[at + 1])) + fround(z * axes[at + 2]));
}

function turnBack(sight: Sight, axes: Float32Array, at: number): void {
  const { sideX: x, sideY: y, sideZ: z } = sight;
  sight.sideX = outOf(axes, at, x, y, z);
  sight.sideY = outOf(axes, at + 1, x, y, z);
  sight.sideZ = outOf(axes, at + 2, x, y, z);
}

/** Converts a vector (x, y, z) from the axes of the obstacle to the axes of the world, and returns one component. */
function outOf(axes: Float32Array, at: number, x: number, y: number, z: number): number {
  return fround(fround(fround(x * axes[at]) + fround(y * axes[at + 3])) + fround(z * axes[at + 6]));
}

/**
 * The point of an obstacle that is nearest to an agent, in world coordinates, and the velocity of this point. All
 * numbers are f64.
 */
export const touch = { ...createNearestPoint(), vx: 0, vy: 0, vz: 0 };

/**
 * Finds the point of an obstacle that is nearest to (px, py, pz). The coordinates px, py and pz are relative to the
 * center of the obstacle. Also finds the velocity of the nearest point: v + cross(w, r). Here, v is the velocity of the
 * obstacle, w is its spin, and r is the offset of the nearest point from the center. The result is in `touch` until the
 * next call.
 */
export function touchObstacle(
  { front }: SharedWorld,
  { turned, axes }: ObstacleTable,
  row: number,
  px: number,
  py: number,
  pz: number,
): void {
  const shape = SHAPE_LIST[shapeIndexOf(front.obstacleKind[row])];
  readBody(body, front, row);
  if (turned[row] === 0) shape.nearest(touch, body, px, py, pz);
  else {
    const at = 9 * row;
    const [ax, ay, az] = [axes[at], axes[at + 1], axes[at + 2]];
    const [bx, by, bz] = [axes[at + 3], axes[at + 4], axes[at + 5]];
    const [cx, cy, cz] = [axes[at + 6], axes[at + 7], axes[at + 8]];
    const x = px * ax + py * ay + pz * az;
    const y = px * bx + py * by + pz * bz;
    const z = px * cx + py * cy + pz * cz;
    shape.nearest(touch, body, x, y, z);
    const { nx, ny, nz, x: qx, y: qy, z: qz } = touch;
    touch.nx = nx * ax + ny * bx + nz * cx;
    touch.ny = nx * ay + ny * by + nz * cy;
    touch.nz = nx * az + ny * bz + nz * cz;
    touch.x = qx * ax + qy * bx + qz * cx;
    touch.y = qx * ay + qy * by + qz * cy;
    touch.z = qx * az + qy * bz + qz * cz;
  }
  const { obstacleVelocity: v, obstacleSpin: spin } = front;
  const [wx, wy, wz] = [spin.x[row], spin.y[row], spin.z[row]];
  touch.vx = v.x[row] + wy * touch.z - wz * touch.y;
  touch.vy = v.y[row] + wz * touch.x - wx * touch.z;
  touch.vz = v.z[row] + wx * touch.y - wy * touch.x;
}
