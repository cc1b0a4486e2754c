/**
 * Half spaces of velocities that avoid one neighbor or two. WebAssembly twin of src/steering/orca/neighbor-line.ts and planes.ts,
 * in f64.
 */
import { addHalfSpace, ROW } from './orca-program';

// As in src/steering/orca/planes.ts.
const ON_AXIS: f64 = 1e-18;

let space: bool = false;
let inverseDt: f64 = 0;
/** The velocity (m/s) of the agent that is steered. */
export let vx: f64 = 0;
export let vy: f64 = 0;
export let vz: f64 = 0;

/** Prepares the half spaces that follow, in a plane or in space. `perDt` is 1 / dt (1/s). */
export function openHalfSpaces(inSpace: bool, perDt: f64): void {
  space = inSpace;
  inverseDt = perDt;
}

/** Sets the velocity (m/s) of the agent that is steered. */
export function setVelocity(x: f64, y: f64, z: f64): void {
  vx = x;
  vy = y;
  vz = z;
}

/** Adds the half space of one neighbor. */
export function addNeighbor(
  row: usize,
  x: f64,
  y: f64,
  z: f64,
  ux: f64,
  uy: f64,
  uz: f64,
  sum: f64,
  share: f64,
  slack: f64,
  perHorizon: f64,
): usize {
  if (!space) return addLine(row, x, y, ux, uy, sum, share, slack, perHorizon);
  addPlanes(
    row,
    f64x2.splat(x),
    f64x2.splat(y),
    f64x2.splat(z),
    f64x2.splat(ux),
    f64x2.splat(uy),
    f64x2.splat(uz),
    f64x2.splat(sum),
    f64x2.splat(share),
    f64x2.splat(slack),
    f64x2.splat(perHorizon),
  );
  return row + ROW;
}

/** Twin of addNeighborLine in src/steering/orca/neighbor-line.ts. */
function addLine(
  row: usize,
  x: f64,
  y: f64,
  ux: f64,
  uy: f64,
  sum: f64,
  share: f64,
  slack: f64,
  perHorizon: f64,
): usize {
  const squared = x * x + y * y;
  const apart = squared - sum * sum;
  const rate = apart > 0 ? perHorizon : inverseDt;
  const wx = ux - x * rate;
  const wy = uy - y * rate;
  const along = wx * x + wy * y;
  const length = wx * wx + wy * wy;
  let nx: f64 = 0;
  let ny: f64 = 0;
  let change: f64 = 0;
  if (apart <= 0 || (along < 0 && along * along > sum * sum * length)) {
    const distance = sqrt(length);
    const inverse = distance > 0 ? 1 / distance : -1 / sqrt(squared);
    nx = (distance > 0 ? wx : x) * inverse;
    ny = (distance > 0 ? wy : y) * inverse;
    change = sum * rate - distance;
  } else {
    const leg = sqrt(apart);
    const inverse = 1 / squared;
    if (x * uy - y * ux > 0) {
      nx = -(x * sum + y * leg) * inverse;
      ny = (x * leg - y * sum) * inverse;
    } else {
      nx = (y * leg - x * sum) * inverse;
      ny = -(x * leg + y * sum) * inverse;
    }
    change = -(nx * ux + ny * uy);
  }
  return addHalfSpace(row, nx, ny, 0, nx * vx + ny * vy + (change > 0 ? share : slack) * change);
}

/** The products of two pairs of vectors, added from left to right. */
function dot(x: v128, y: v128, z: v128, ux: v128, uy: v128, uz: v128): v128 {
  return f64x2.add(f64x2.add(f64x2.mul(x, ux), f64x2.mul(y, uy)), f64x2.mul(z, uz));
}

/** Writes the half spaces of two neighbors. Twin of addNeighborPlane in src/steering/orca/planes.ts. */
export function addPlanes(
  row: usize,
  x: v128,
  y: v128,
  z: v128,
  ux: v128,
  uy: v128,
  uz: v128,
  sum: v128,
  share: v128,
  slack: v128,
  perHorizon: v128,
): void {
  const none = f64x2.splat(0);
  const squared = dot(x, y, z, x, y, z);
  const apart = f64x2.sub(squared, f64x2.mul(sum, sum));
  const isApart = f64x2.gt(apart, none);
  const rate = v128.bitselect(perHorizon, f64x2.splat(inverseDt), isApart);
  let wx = f64x2.sub(ux, f64x2.mul(x, rate));
  let wy = f64x2.sub(uy, f64x2.mul(y, rate));
  let wz = f64x2.sub(uz, f64x2.mul(z, rate));
  const along = dot(wx, wy, wz, x, y, z);
  let length = dot(wx, wy, wz, wx, wy, wz);
  const isBall = v128.and(
    f64x2.lt(along, none),
    f64x2.gt(f64x2.mul(along, along), f64x2.mul(f64x2.mul(sum, sum), length)),
  );
  const isCone = v128.andnot(isApart, isBall);
  const cx = f64x2.sub(f64x2.mul(y, uz), f64x2.mul(z, uy));
  const cy = f64x2.sub(f64x2.mul(z, ux), f64x2.mul(x, uz));
  const cz = f64x2.sub(f64x2.mul(x, uy), f64x2.mul(y, ux));
  const across = dot(cx, cy, cz, cx, cy, cz);
  const speed = dot(ux, uy, uz, ux, uy, uz);
  const edge = f64x2.mul(sum, f64x2.sqrt(f64x2.div(across, apart)));
  const touch = f64x2.div(f64x2.add(dot(x, y, z, ux, uy, uz), edge), squared);
  const t = v128.bitselect(touch, rate, isCone);
  wx = f64x2.sub(ux, f64x2.mul(x, t));
  wy = f64x2.sub(uy, f64x2.mul(y, t));
  wz = f64x2.sub(uz, f64x2.mul(z, t));
  length = dot(wx, wy, wz, wx, wy, wz);
  const distance = f64x2.sqrt(length);
  const isAway = f64x2.gt(distance, none);
  let inverse = f64x2.div(f64x2.splat(1), distance);
  if (!i64x2.all_true(isAway)) {
    inverse = v128.bitselect(inverse, f64x2.div(f64x2.splat(-1), f64x2.sqrt(squared)), isAway);
    wx = v128.bitselect(wx, x, isAway);
    wy = v128.bitselect(wy, y, isAway);
    wz = v128.bitselect(wz, z, isAway);
  }
  const nx = f64x2.mul(wx, inverse);
  const ny = f64x2.mul(wy, inverse);
  const nz = f64x2.mul(wz, inverse);
  const change = f64x2.sub(f64x2.mul(sum, t), distance);
  const bound = f64x2.add(
    dot(nx, ny, nz, f64x2.splat(vx), f64x2.splat(vy), f64x2.splat(vz)),
    f64x2.mul(v128.bitselect(share, slack, f64x2.gt(change, none)), change),
  );
  v128.store(row, v128.shuffle<i64>(nx, ny, 0, 2));
  v128.store(row, v128.shuffle<i64>(nz, bound, 0, 2), 16);
  v128.store(row, v128.shuffle<i64>(nx, ny, 1, 3), 32);
  v128.store(row, v128.shuffle<i64>(nz, bound, 1, 3), 48);
  const onAxis = f64x2.mul(f64x2.mul(f64x2.splat(ON_AXIS), squared), speed);
  const isAxial = i64x2.bitmask(v128.and(isCone, f64x2.le(across, onAxis)));
  for (let lane = 0; isAxial >>> lane != 0; lane++) {
    if (((isAxial >>> lane) & 1) == 0) continue;
    addAxial(
      row + <usize>lane * ROW,
      oneOf(x, lane),
      oneOf(y, lane),
      oneOf(z, lane),
      oneOf(ux, lane),
      oneOf(uy, lane),
      oneOf(uz, lane),
      oneOf(sum, lane),
      oneOf(share, lane),
      oneOf(slack, lane),
    );
  }
}

/** The value of one lane, 0 or 1. */
function oneOf(v: v128, lane: i32): f64 {
  return lane == 0 ? f64x2.extract_lane(v, 0) : f64x2.extract_lane(v, 1);
}

/** Twin of addAxial in src/steering/orca/planes.ts. */
function addAxial(
  row: usize,
  x: f64,
  y: f64,
  z: f64,
  ux: f64,
  uy: f64,
  uz: f64,
  sum: f64,
  share: f64,
  slack: f64,
): void {
  const squared = x * x + y * y + z * z;
  const apart = squared - sum * sum;
  const ax = abs(x);
  const ay = abs(y);
  const az = abs(z);
  let sx = -y;
  let sy = x;
  let sz: f64 = 0;
  if (ax < ay && ax < az) {
    sx = 0;
    sy = -z;
    sz = y;
  } else if (ay < az) {
    sx = z;
    sy = 0;
    sz = -x;
  }
  const side = sqrt(apart) / (sqrt(sx * sx + sy * sy + sz * sz) * sqrt(squared));
  const back = sum / squared;
  const nx = sx * side - x * back;
  const ny = sy * side - y * back;
  const nz = sz * side - z * back;
  const change = -(nx * ux + ny * uy + nz * uz);
  addHalfSpace(
    row,
    nx,
    ny,
    nz,
    nx * vx + ny * vy + nz * vz + (change > 0 ? share : slack) * change,
  );
}
