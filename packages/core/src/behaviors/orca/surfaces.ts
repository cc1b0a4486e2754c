import { OBSTACLE } from '../../world/obstacles.ts';
import type { SharedWorld } from '../../world/world.ts';
import { leastAlong } from './firm.ts';
import { addHalfSpace, type HalfSpaces } from './half-spaces.ts';

const sqrt = Math.sqrt;

/** From an obstacle to an agent (m). */
const p: [number, number, number] = [0, 0, 0];
/** Half edges of a box (m). */
const h: [number, number, number] = [0, 0, 0];
const out: [number, number, number] = [0, 0, 0];

/**
 * Appends the surfaces of the obstacles that are planes, boxes or the inside of spheres, as walls are
 * appended: where the body of the agent at place `i` can touch one in this tick, it does not go beyond.
 * A box that keeps agents outside is taken for the half space at its nearest point.
 *
 * @param body radius of the agent (m)
 * @param reach how far the agent can go in this tick (m)
 */
export function addSurfaces(
  spaces: HalfSpaces,
  world: SharedWorld,
  i: number,
  body: number,
  reach: number,
  inverseDt: number,
): void {
  const { obstacles, onlySpheres } = world.plan;
  if (onlySpheres) return;
  for (let o = 0; o < obstacles; o++) {
    if (world.constants.obstacleKind[o] === OBSTACLE.sphere) continue;
    addSurface(spaces, world, i, o, body, reach, inverseDt);
  }
}

function addSurface(
  spaces: HalfSpaces,
  world: SharedWorld,
  i: number,
  o: number,
  body: number,
  reach: number,
  inverseDt: number,
): void {
  const { position } = world.front;
  const { obstacleKind, obstacleCenter, obstacleExtent, obstacleRadius } = world.constants;
  const kind = obstacleKind[o]!;
  p[0] = position.x[i]! - obstacleCenter.x[o]!;
  p[1] = position.y[i]! - obstacleCenter.y[o]!;
  p[2] = position.z[i]! - obstacleCenter.z[o]!;
  h[0] = obstacleExtent.x[o]!;
  h[1] = obstacleExtent.y[o]!;
  h[2] = obstacleExtent.z[o]!;
  if (kind === OBSTACLE.plane) {
    const height = p[0] * h[0] + p[1] * h[1] + p[2] * h[2];
    addWall(spaces, h[0], h[1], h[2], height - body, reach, inverseDt);
  } else if (kind === OBSTACLE.sphereInside) {
    const distance = sqrt(p[0] * p[0] + p[1] * p[1] + p[2] * p[2]);
    if (distance === 0) return;
    const scale = -1 / distance;
    const gap = obstacleRadius[o]! - distance - body;
    addWall(spaces, p[0] * scale, p[1] * scale, p[2] * scale, gap, reach, inverseDt);
  } else if (kind === OBSTACLE.boxInside) {
    for (let axis = 0; axis < world.plan.dimensions; axis++) {
      addFace(spaces, axis, -1, h[axis]! - p[axis]! - body, reach, inverseDt);
      addFace(spaces, axis, 1, h[axis]! + p[axis]! - body, reach, inverseDt);
    }
  } else {
    addBox(spaces, body, reach, inverseDt);
  }
}

function addBox(spaces: HalfSpaces, body: number, reach: number, inverseDt: number): void {
  let squared = 0;
  let depth = Number.POSITIVE_INFINITY;
  let shallow = 0;
  for (let axis = 0; axis < 3; axis++) {
    const beyond = Math.abs(p[axis]!) - h[axis]!;
    const side = p[axis]! < 0 ? -1 : 1;
    out[axis] = beyond > 0 ? side * beyond : 0;
    squared += out[axis]! * out[axis]!;
    if (-beyond < depth) {
      depth = -beyond;
      shallow = axis;
    }
  }
  if (squared > 0) {
    const distance = sqrt(squared);
    const [x, y, z] = out;
    const gap = distance - body;
    addWall(spaces, x / distance, y / distance, z / distance, gap, reach, inverseDt);
  } else {
    addFace(spaces, shallow, p[shallow]! < 0 ? -1 : 1, -depth - body, reach, inverseDt);
  }
}

/** A wall across an axis; the sign says to which side of it the agent is kept. */
function addFace(
  spaces: HalfSpaces,
  axis: number,
  sign: number,
  gap: number,
  reach: number,
  inverseDt: number,
): void {
  const x = axis === 0 ? sign : 0;
  const y = axis === 1 ? sign : 0;
  const z = axis === 2 ? sign : 0;
  addWall(spaces, x, y, z, gap, reach, inverseDt);
}

function addWall(
  spaces: HalfSpaces,
  x: number,
  y: number,
  z: number,
  gap: number,
  reach: number,
  inverseDt: number,
): void {
  if (gap < reach) addHalfSpace(spaces, x, y, z, leastAlong(gap, 1, inverseDt));
}
