import { dot } from '../math/vector.ts';
import { ahead, nothing, outward, type Sight } from './sight.ts';

const fround = Math.fround;
const sqrt = Math.sqrt;

/**
 * The length of the sideways vector that makes an agent turn if its course meets a face head on. Without this vector,
 * the agent would have no side to turn to.
 */
const LEAN = fround(2e-3);

const p = new Float32Array(3);
const n = new Float32Array(3);
const h = new Float32Array(3);

function set(
  px: number,
  py: number,
  pz: number,
  nx: number,
  ny: number,
  nz: number,
  hx: number,
  hy: number,
  hz: number,
): void {
  p[0] = px;
  p[1] = py;
  p[2] = pz;
  n[0] = nx;
  n[1] = ny;
  n[2] = nz;
  h[0] = hx;
  h[1] = hy;
  h[2] = hz;
}

/**
 * Finds what an agent outside of a box sees along its course. The caller enlarges the box by the clearance of a body. `hx`,
 * `hy` and `hz` are half the edge lengths of the enlarged box. The enlarged box has sharp corners, so at corners an
 * agent keeps a little more room than it needs.
 *
 * source: the slab test of Kay and Kajiya 1986, Ray Tracing Complex Scenes
 */
export function lookAtBox(
  sight: Sight,
  px: number,
  py: number,
  pz: number,
  nx: number,
  ny: number,
  nz: number,
  hx: number,
  hy: number,
  hz: number,
): void {
  set(px, py, pz, nx, ny, nz, hx, hy, hz);
  let enter = Number.NEGATIVE_INFINITY;
  let leave = Number.POSITIVE_INFINITY;
  let face = -1;
  let depth = Number.POSITIVE_INFINITY;
  let shallow = 0;
  for (let axis = 0; axis < 3; axis++) {
    const gap = fround(h[axis] - Math.abs(p[axis]));
    if (gap < depth) {
      depth = gap;
      shallow = axis;
    }
    if (n[axis] === 0) {
      if (!(gap > 0)) leave = Number.NEGATIVE_INFINITY;
      continue;
    }
    const back = n[axis] > 0 ? h[axis] : -h[axis];
    const into = fround(fround(-back - p[axis]) / n[axis]);
    const out = fround(fround(back - p[axis]) / n[axis]);
    if (into > enter) {
      enter = into;
      face = axis;
    }
    if (out < leave) leave = out;
  }
  if (depth > 0) {
    const out = p[shallow] < 0 ? -1 : 1;
    outward(sight, on(0, shallow, out), on(1, shallow, out), on(2, shallow, out));
    return;
  }
  if (face < 0 || !(enter < leave) || enter < 0) {
    nothing(sight);
    return;
  }
  const sign = n[face] > 0 ? -1 : 1;
  ahead(sight, enter, nx, ny, nz, on(0, face, sign), on(1, face, sign), on(2, face, sign));
  if (fround(1 - Math.abs(n[face])) < HEAD_ON) leanToEdge(sight, face);
}

/**
 * A course is head on to a face if 1 - c is less than this number. Here c is the cosine of the angle between the course
 * and the normal of the face.
 */
const HEAD_ON = fround(5e-7);

/**
 * For a course that is head on to a face, makes the agent turn to the nearest edge of the face. If the course meets
 * exactly the middle of the face, the agent turns to no edge.
 */
function leanToEdge(sight: Sight, face: number): void {
  let edge = -1;
  let nearest = Number.POSITIVE_INFINITY;
  for (let axis = 0; axis < 3; axis++) {
    const gap = fround(h[axis] - Math.abs(p[axis]));
    if (axis === face || p[axis] === 0 || gap >= nearest) continue;
    nearest = gap;
    edge = axis;
  }
  if (edge < 0) return;
  const lean = p[edge] < 0 ? fround(-LEAN) : LEAN;
  sight.sideX = on(0, edge, lean);
  sight.sideY = on(1, edge, lean);
  sight.sideZ = on(2, edge, lean);
}

/** One component of a vector that points along an axis: `value` for that axis, 0 for the others. */
function on(component: number, axis: number, value: number): number {
  return component === axis ? value : 0;
}

/** Finds what an agent inside a box sees along its course. (hx, hy, hz) are half the edge lengths of the box (m). */
export function lookInBox(
  sight: Sight,
  px: number,
  py: number,
  pz: number,
  nx: number,
  ny: number,
  nz: number,
  hx: number,
  hy: number,
  hz: number,
): void {
  const outX = beyond(px, hx);
  const outY = beyond(py, hy);
  const outZ = beyond(pz, hz);
  if (outX !== 0 || outY !== 0 || outZ !== 0) {
    outward(sight, -outX, -outY, -outZ);
    return;
  }
  set(px, py, pz, nx, ny, nz, hx, hy, hz);
  let leave = Number.POSITIVE_INFINITY;
  let face = -1;
  for (let axis = 0; axis < 3; axis++) {
    if (n[axis] === 0) continue;
    const back = n[axis] > 0 ? h[axis] : -h[axis];
    const out = fround(fround(back - p[axis]) / n[axis]);
    if (out < leave) {
      leave = out;
      face = axis;
    }
  }
  if (face < 0) {
    nothing(sight);
    return;
  }
  const sign = n[face] > 0 ? -1 : 1;
  ahead(sight, leave, nx, ny, nz, on(0, face, sign), on(1, face, sign), on(2, face, sign));
  if (Math.abs(n[face]) > BLUNT) turnFromCorner(sight, face, leave);
}

/** Cosine of 45 degrees. A course meets a face bluntly if it is within 45 degrees of the face's normal. */
const BLUNT = fround(0.70710678);

/**
 * Called if a course meets `face` bluntly at `distance` (m). Makes the agent turn away from all other walls nearer than
 * `distance`. Without this rule, an agent in a corner would turn from one wall to the other and back.
 */
function turnFromCorner(sight: Sight, face: number, distance: number): void {
  const x = face === 0 ? 0 : fromWall(0, distance);
  const y = face === 1 ? 0 : fromWall(1, distance);
  const z = face === 2 ? 0 : fromWall(2, distance);
  const along = dot(x, y, z, n[0], n[1], n[2]);
  const sideX = fround(x - fround(along * n[0]));
  const sideY = fround(y - fround(along * n[1]));
  const sideZ = fround(z - fround(along * n[2]));
  const squared = dot(sideX, sideY, sideZ, sideX, sideY, sideZ);
  if (!(squared > 0)) return;
  const scale = fround(LEAN / fround(sqrt(squared)));
  sight.sideX = fround(sideX * scale);
  sight.sideY = fround(sideY * scale);
  sight.sideZ = fround(sideZ * scale);
}

/**
 * Returns the displacement (m) back to the middle along an axis. If no wall is nearer than `distance` (m), returns 0.
 */
function fromWall(axis: number, distance: number): number {
  return fround(h[axis] - Math.abs(p[axis])) < distance ? fround(-p[axis]) : 0;
}

/** How far a coordinate is outside of [-half, half]: positive above, negative below, 0 inside. */
function beyond(value: number, half: number): number {
  if (value > half) return fround(value - half);
  return value < -half ? fround(value + half) : 0;
}
