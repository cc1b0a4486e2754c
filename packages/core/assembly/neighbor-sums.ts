/**
 * SIMD twin of src/behaviors/neighbor-sums.ts, equal to it in every bit.
 *
 * Up to four agents that follow each other in a row of cells are a cluster: each stands in a lane.
 * A cluster has one list of candidates, the agents whose distance to the cluster's box is within the
 * radius, found four at a time. The list is walked once: one candidate is spread to all lanes and
 * measured against four agents. Each lane adds in the order of the list, which is the order that
 * `neighborRunsInto` promises, so no lane is ever added to another.
 *
 * That the list misses nobody rests on rounding that never falls: a lane's coordinate lies in the box,
 * so the gap from the box is never computed larger than the lane's own offset.
 */

import { cellAlong, clampCell } from './cell';
import {
  FRONT_CELL_START,
  FRONT_POSITION_X,
  FRONT_POSITION_Y,
  FRONT_POSITION_Z,
  FRONT_SPECIES,
  FRONT_VELOCITY_X,
  FRONT_VELOCITY_Y,
  FRONT_VELOCITY_Z,
  GRID,
  GRID_CELLS,
  GRID_COUNT_X,
  GRID_COUNT_Y,
  GRID_COUNT_Z,
  GRID_EDGE_X,
  GRID_EDGE_Y,
  GRID_EDGE_Z,
  GRID_INVERSE_X,
  GRID_INVERSE_Y,
  GRID_INVERSE_Z,
  GRID_MIN_X,
  GRID_MIN_Y,
  GRID_MIN_Z,
  GRID_PAD,
  GRID_SLACK,
  GRID_WIDTH_Y,
  GRID_WIDTH_Z,
  LANE_PACK,
} from './columns';

/** Squared distance (m^2) below which two agents stand on one spot. */
const COINCIDENT: f32 = 1e-24;
const WIDER: f32 = 1.0 + 1.0 / 1048576.0;
/** Bytes of a worker's list; a longer one is walked in pieces. */
const LIST_BYTES: usize = 8192;
/** Sums of a cluster, a vector each: offset x y z, velocity x y z, count, away x y z, coincident. */
const SUMS: usize = 11;

// What a call holds while it goes from cluster to cluster; a thread has an instance of its own.
let px: usize = 0;
let py: usize = 0;
let pz: usize = 0;
let vx: usize = 0;
let vy: usize = 0;
let vz: usize = 0;
let speciesOf: usize = 0;
let list: usize = 0;
let listEnd: usize = 0;
let accumulators: usize = 0;
let general: bool = false;
let cohesionRange: f32 = 0;
let alignmentRange: f32 = 0;
let separationRange: f32 = 0;
let cohesionCosine: f32 = 0;
let alignmentCosine: f32 = 0;
let separationCosine: f32 = 0;
let cohesionMask: u32 = 0;
let alignmentMask: u32 = 0;
let separationMask: u32 = 0;

/** How the three behaviors look around; a range of -1 is a behavior that is not there. */
export function setViews(
  cohesionSquared: f32,
  cohesionView: f32,
  cohesionSees: u32,
  alignmentSquared: f32,
  alignmentView: f32,
  alignmentSees: u32,
  separationSquared: f32,
  separationView: f32,
  separationSees: u32,
): void {
  cohesionRange = cohesionSquared;
  cohesionCosine = cohesionView;
  cohesionMask = cohesionSees;
  alignmentRange = alignmentSquared;
  alignmentCosine = alignmentView;
  alignmentMask = alignmentSees;
  separationRange = separationSquared;
  separationCosine = separationView;
  separationMask = separationSees;
  general =
    cohesionSquared != alignmentSquared ||
    cohesionSquared != separationSquared ||
    cohesionView != -1 ||
    alignmentView != -1 ||
    separationView != -1 ||
    (cohesionSees & alignmentSees & separationSees) != 0xffffffff;
}

/**
 * Leaves the sums of the agents in places [begin, end) in planes of `planeBytes` bytes at `sums`, in
 * the order of SUMS. `listAt` is a room of LIST_BYTES + 256 bytes of the worker's own.
 */
export function sumNeighbors(
  table: usize,
  listAt: usize,
  sums: usize,
  planeBytes: usize,
  begin: i32,
  end: i32,
  radius: f32,
): void {
  px = load<usize>(table + FRONT_POSITION_X);
  py = load<usize>(table + FRONT_POSITION_Y);
  pz = load<usize>(table + FRONT_POSITION_Z);
  vx = load<usize>(table + FRONT_VELOCITY_X);
  vy = load<usize>(table + FRONT_VELOCITY_Y);
  vz = load<usize>(table + FRONT_VELOCITY_Z);
  speciesOf = load<usize>(table + FRONT_SPECIES);
  const cellStart: usize = load<usize>(table + FRONT_CELL_START);
  const grid: usize = load<usize>(table + GRID);
  const pack: usize = load<usize>(table + LANE_PACK);
  accumulators = listAt + LIST_BYTES + 64;
  list = listAt;
  const listLimit = listAt + LIST_BYTES;

  const countX = load<i32>(grid + GRID_COUNT_X);
  const countY = load<i32>(grid + GRID_COUNT_Y);
  const countZ = load<i32>(grid + GRID_COUNT_Z);
  const minX = load<f32>(grid + GRID_MIN_X);
  const minY = load<f32>(grid + GRID_MIN_Y);
  const minZ = load<f32>(grid + GRID_MIN_Z);
  const inverseX = load<f32>(grid + GRID_INVERSE_X);
  const inverseY = load<f32>(grid + GRID_INVERSE_Y);
  const inverseZ = load<f32>(grid + GRID_INVERSE_Z);
  const widthY = load<f32>(grid + GRID_WIDTH_Y);
  const widthZ = load<f32>(grid + GRID_WIDTH_Z);
  const edgeX = load<f32>(grid + GRID_EDGE_X);
  const edgeY = load<f32>(grid + GRID_EDGE_Y);
  const edgeZ = load<f32>(grid + GRID_EDGE_Z);
  const pad = load<f32>(grid + GRID_PAD);
  const reach = radius * WIDER + load<f32>(grid + GRID_SLACK);
  const squaredReach = (reach + pad) * (reach + pad);
  const squaredRadius = f32x4.splat(radius * radius);
  const zero = f32x4.splat(0);
  const four = i32x4(0, 4, 8, 12);

  const stop = min(end, load<i32>(cellStart + ((<usize>load<i32>(grid + GRID_CELLS)) << 2)));
  let rowEnd = begin;
  for (let i = begin; i < stop; ) {
    const at = (<usize>i) << 2;
    if (i >= rowEnd) {
      // A cluster stays within one row of cells, or its box would span the world.
      const cy = clampCell(cellAlong(load<f32>(py + at), minY, inverseY), countY);
      const cz = clampCell(cellAlong(load<f32>(pz + at), minZ, inverseZ), countZ);
      const row = (cz * countY + cy) * countX;
      rowEnd = min(stop, load<i32>(cellStart + ((<usize>(row + countX)) << 2)));
    }
    // At least one, should somebody have moved an agent out of its cell by hand.
    const lanes = max(1, min(4, rowEnd - i));
    let x = v128.load(px + at);
    let y = v128.load(py + at);
    let z = v128.load(pz + at);
    let hx = v128.load(vx + at);
    let hy = v128.load(vy + at);
    let hz = v128.load(vz + at);
    if (lanes < 4) {
      // Spare lanes repeat the first agent.
      const used = i32x4.lt_s(i32x4(0, 1, 2, 3), i32x4.splat(lanes));
      x = v128.bitselect(x, f32x4.splat(f32x4.extract_lane(x, 0)), used);
      y = v128.bitselect(y, f32x4.splat(f32x4.extract_lane(y, 0)), used);
      z = v128.bitselect(z, f32x4.splat(f32x4.extract_lane(z, 0)), used);
    }
    const lowX = least(x);
    const highX = most(x);
    const lowY = least(y);
    const highY = most(y);
    const lowZ = least(z);
    const highZ = most(z);
    if (general) {
      const squared = f32x4.add(f32x4.add(f32x4.mul(hx, hx), f32x4.mul(hy, hy)), f32x4.mul(hz, hz));
      const speed = f32x4.sqrt(squared);
      const moving = f32x4.gt(speed, zero);
      hx = v128.and(moving, f32x4.div(hx, speed));
      hy = v128.and(moving, f32x4.div(hy, speed));
      hz = v128.and(moving, f32x4.div(hz, speed));
    }
    for (let s: usize = 0; s < SUMS; s++) v128.store(accumulators + (s << 4), zero);
    listEnd = listAt;

    let firstY = cellAlong(lowY - reach, minY, inverseY);
    let lastY = cellAlong(highY + reach, minY, inverseY);
    let firstZ = cellAlong(lowZ - reach, minZ, inverseZ);
    let lastZ = cellAlong(highZ + reach, minZ, inverseZ);
    if (edgeY == 0) {
      firstY = clampCell(firstY, countY);
      lastY = clampCell(lastY, countY);
    }
    if (edgeZ == 0) {
      firstZ = clampCell(firstZ, countZ);
      lastZ = clampCell(lastZ, countZ);
    }
    let shiftX: f32 = 0;
    let shiftY: f32 = 0;
    let shiftZ: f32 = 0;
    let fromX = x;
    let fromY = y;
    let fromZ = z;
    let boxLowX = f32x4.splat(lowX);
    let boxHighX = f32x4.splat(highX);
    let boxLowY = f32x4.splat(lowY);
    let boxHighY = f32x4.splat(highY);
    let boxLowZ = f32x4.splat(lowZ);
    let boxHighZ = f32x4.splat(highZ);

    for (let cz = firstZ; cz <= lastZ; cz++) {
      const turnsZ = edgeZ == 0 ? 0 : turnsOf(cz, countZ);
      const gapZ = gapOf(cz, countZ, edgeZ, minZ, widthZ, lowZ, highZ, pad);
      for (let cy = firstY; cy <= lastY; cy++) {
        const turnsY = edgeY == 0 ? 0 : turnsOf(cy, countY);
        const gapY = gapOf(cy, countY, edgeY, minY, widthY, lowY, highY, pad);
        const left = squaredReach - gapY * gapY - gapZ * gapZ;
        if (left < 0) continue;
        const half = sqrt<f32>(left) * WIDER + pad;
        let firstX = cellAlong(lowX - half, minX, inverseX);
        let lastX = cellAlong(highX + half, minX, inverseX);
        if (edgeX == 0) {
          firstX = clampCell(firstX, countX);
          lastX = clampCell(lastX, countX);
        }
        const row = ((cz - turnsZ * countZ) * countY + (cy - turnsY * countY)) * countX;
        for (let cx = firstX; cx <= lastX; ) {
          const turnsX = edgeX == 0 ? 0 : turnsOf(cx, countX);
          const lastOfTurn = edgeX == 0 ? lastX : min(lastX, (turnsX + 1) * countX - 1);
          const cell = (<usize>(row + cx - turnsX * countX)) << 2;
          const cellAfter = (<usize>(row + lastOfTurn - turnsX * countX + 1)) << 2;
          const first = load<i32>(cellStart + cell);
          const after = load<i32>(cellStart + cellAfter);
          cx = lastOfTurn + 1;
          if (first >= after) continue;
          const sx = <f32>turnsX * edgeX;
          const sy = <f32>turnsY * edgeY;
          const sz = <f32>turnsZ * edgeZ;
          if (sx != shiftX || sy != shiftY || sz != shiftZ) {
            walk(fromX, fromY, fromZ, hx, hy, hz);
            shiftX = sx;
            shiftY = sy;
            shiftZ = sz;
            fromX = f32x4.sub(x, f32x4.splat(sx));
            fromY = f32x4.sub(y, f32x4.splat(sy));
            fromZ = f32x4.sub(z, f32x4.splat(sz));
            boxLowX = f32x4.splat(lowX - sx);
            boxHighX = f32x4.splat(highX - sx);
            boxLowY = f32x4.splat(lowY - sy);
            boxHighY = f32x4.splat(highY - sy);
            boxLowZ = f32x4.splat(lowZ - sz);
            boxHighZ = f32x4.splat(highZ - sz);
          }
          let to = listEnd;
          let offset = (<usize>first) << 2;
          const offsetAfter = (<usize>after) << 2;
          for (; offset < offsetAfter; offset += 16) {
            if (to > listLimit) {
              listEnd = to;
              walk(fromX, fromY, fromZ, hx, hy, hz);
              to = listEnd;
            }
            const qx = v128.load(px + offset);
            const qy = v128.load(py + offset);
            const qz = v128.load(pz + offset);
            const gx = f32x4.pmax(
              zero,
              f32x4.pmax(f32x4.sub(boxLowX, qx), f32x4.sub(qx, boxHighX)),
            );
            const gy = f32x4.pmax(
              zero,
              f32x4.pmax(f32x4.sub(boxLowY, qy), f32x4.sub(qy, boxHighY)),
            );
            const gz = f32x4.pmax(
              zero,
              f32x4.pmax(f32x4.sub(boxLowZ, qz), f32x4.sub(qz, boxHighZ)),
            );
            const gap = f32x4.add(
              f32x4.add(f32x4.mul(gx, gx), f32x4.mul(gy, gy)),
              f32x4.mul(gz, gz),
            );
            let mask = i32x4.bitmask(f32x4.le(gap, squaredRadius));
            const rest = <i32>(offsetAfter - offset) >> 2;
            if (rest < 4) mask &= (1 << rest) - 1;
            v128.store(
              to,
              i8x16.swizzle(
                i32x4.add(i32x4.splat(<i32>offset), four),
                v128.load(pack + ((<usize>mask) << 4)),
              ),
            );
            to += (<usize>popcnt(mask)) << 2;
          }
          listEnd = to;
        }
      }
    }
    walk(fromX, fromY, fromZ, hx, hy, hz);
    const to = sums + ((<usize>(i - begin)) << 2);
    for (let s: usize = 0; s < SUMS; s++) {
      v128.store(to + s * planeBytes, v128.load(accumulators + (s << 4)));
    }
    i += lanes;
  }
}

function least(v: v128): f32 {
  const pairs = f32x4.pmin(v, v128.shuffle<i32>(v, v, 2, 3, 0, 1));
  return f32x4.extract_lane(f32x4.pmin(pairs, v128.shuffle<i32>(pairs, pairs, 1, 0, 3, 2)), 0);
}

function most(v: v128): f32 {
  const pairs = f32x4.pmax(v, v128.shuffle<i32>(v, v, 2, 3, 0, 1));
  return f32x4.extract_lane(f32x4.pmax(pairs, v128.shuffle<i32>(pairs, pairs, 1, 0, 3, 2)), 0);
}

/** How often a cell number has gone round the torus; rounds down. */
function turnsOf(cell: i32, count: i32): i32 {
  return cell < 0 ? -((count - 1 - cell) / count) : cell / count;
}

/**
 * A lower bound of the gap (m) between the interval [low, high] and a row of cells. Without a torus
 * the border rows reach to infinity.
 */
function gapOf(
  cell: i32,
  count: i32,
  edge: f32,
  min: f32,
  width: f32,
  low: f32,
  high: f32,
  pad: f32,
): f32 {
  const rowLow = min + <f32>cell * width - pad;
  const rowHigh = min + <f32>(cell + 1) * width + pad;
  if (rowLow > high && (edge != 0 || cell > 0)) return rowLow - high;
  if (low > rowHigh && (edge != 0 || cell < count - 1)) return low - rowHigh;
  return 0;
}

/** Adds the candidates of the list to the sums of the four lanes, and empties the list. */
function walk(x: v128, y: v128, z: v128, hx: v128, hy: v128, hz: v128): void {
  if (general) walkGeneral(x, y, z, hx, hy, hz);
  else walkUniform(x, y, z);
  listEnd = list;
}

/** One radius for all three, all around, all species. */
function walkUniform(x: v128, y: v128, z: v128): void {
  const at = accumulators;
  const range = f32x4.splat(cohesionRange);
  const tiny = f32x4.splat(COINCIDENT);
  const one = f32x4.splat(1);
  const ax = px;
  const ay = py;
  const az = pz;
  const bx = vx;
  const by = vy;
  const bz = vz;
  let offsetX = v128.load(at);
  let offsetY = v128.load(at, 16);
  let offsetZ = v128.load(at, 32);
  let velocityX = v128.load(at, 48);
  let velocityY = v128.load(at, 64);
  let velocityZ = v128.load(at, 80);
  let count = v128.load(at, 96);
  let awayX = v128.load(at, 112);
  let awayY = v128.load(at, 128);
  let awayZ = v128.load(at, 144);
  let coincident = v128.load(at, 160);
  const end = listEnd;
  for (let p = list; p < end; p += 4) {
    const o = <usize>load<u32>(p);
    const dx = f32x4.sub(v128.load_splat<f32>(ax + o), x);
    const dy = f32x4.sub(v128.load_splat<f32>(ay + o), y);
    const dz = f32x4.sub(v128.load_splat<f32>(az + o), z);
    const squared = f32x4.add(f32x4.add(f32x4.mul(dx, dx), f32x4.mul(dy, dy)), f32x4.mul(dz, dz));
    const same = f32x4.lt(squared, tiny);
    const near = v128.andnot(f32x4.le(squared, range), same);
    const inverse = v128.and(near, f32x4.div(one, squared));
    offsetX = f32x4.add(offsetX, v128.and(near, dx));
    offsetY = f32x4.add(offsetY, v128.and(near, dy));
    offsetZ = f32x4.add(offsetZ, v128.and(near, dz));
    velocityX = f32x4.add(velocityX, v128.and(near, v128.load_splat<f32>(bx + o)));
    velocityY = f32x4.add(velocityY, v128.and(near, v128.load_splat<f32>(by + o)));
    velocityZ = f32x4.add(velocityZ, v128.and(near, v128.load_splat<f32>(bz + o)));
    count = i32x4.sub(count, near);
    awayX = f32x4.sub(awayX, f32x4.mul(dx, inverse));
    awayY = f32x4.sub(awayY, f32x4.mul(dy, inverse));
    awayZ = f32x4.sub(awayZ, f32x4.mul(dz, inverse));
    coincident = i32x4.sub(coincident, same);
  }
  v128.store(at, offsetX);
  v128.store(at, offsetY, 16);
  v128.store(at, offsetZ, 32);
  v128.store(at, velocityX, 48);
  v128.store(at, velocityY, 64);
  v128.store(at, velocityZ, 80);
  v128.store(at, count, 96);
  v128.store(at, awayX, 112);
  v128.store(at, awayY, 128);
  v128.store(at, awayZ, 144);
  v128.store(at, coincident, 160);
}

function spread(condition: bool): v128 {
  return i32x4.splat(condition ? -1 : 0);
}

/** Radii, fields of view and species of their own. */
function walkGeneral(x: v128, y: v128, z: v128, hx: v128, hy: v128, hz: v128): void {
  const at = accumulators;
  const tiny = f32x4.splat(COINCIDENT);
  const one = f32x4.splat(1);
  const allCohesion = spread(cohesionCosine == -1);
  const allAlignment = spread(alignmentCosine == -1);
  const allSeparation = spread(separationCosine == -1);
  const rangeCohesion = f32x4.splat(cohesionRange);
  const rangeAlignment = f32x4.splat(alignmentRange);
  const rangeSeparation = f32x4.splat(separationRange);
  const cosineCohesion = f32x4.splat(cohesionCosine);
  const cosineAlignment = f32x4.splat(alignmentCosine);
  const cosineSeparation = f32x4.splat(separationCosine);
  let offsetX = v128.load(at);
  let offsetY = v128.load(at, 16);
  let offsetZ = v128.load(at, 32);
  let velocityX = v128.load(at, 48);
  let velocityY = v128.load(at, 64);
  let velocityZ = v128.load(at, 80);
  let count = v128.load(at, 96);
  let awayX = v128.load(at, 112);
  let awayY = v128.load(at, 128);
  let awayZ = v128.load(at, 144);
  let coincident = v128.load(at, 160);
  const end = listEnd;
  for (let p = list; p < end; p += 4) {
    const o = <usize>load<u32>(p);
    const bit: u32 = 1 << load<u8>(speciesOf + (o >> 2));
    const dx = f32x4.sub(v128.load_splat<f32>(px + o), x);
    const dy = f32x4.sub(v128.load_splat<f32>(py + o), y);
    const dz = f32x4.sub(v128.load_splat<f32>(pz + o), z);
    const squared = f32x4.add(f32x4.add(f32x4.mul(dx, dx), f32x4.mul(dy, dy)), f32x4.mul(dz, dz));
    const distance = f32x4.sqrt(squared);
    const along = f32x4.add(f32x4.add(f32x4.mul(dx, hx), f32x4.mul(dy, hy)), f32x4.mul(dz, hz));
    const same = f32x4.lt(squared, tiny);
    const cohesionView = v128.or(allCohesion, f32x4.gt(along, f32x4.mul(cosineCohesion, distance)));
    const alignmentView = v128.or(
      allAlignment,
      f32x4.gt(along, f32x4.mul(cosineAlignment, distance)),
    );
    const separationView = v128.or(
      allSeparation,
      f32x4.gt(along, f32x4.mul(cosineSeparation, distance)),
    );
    const cohesionNear = v128.and(
      v128.andnot(f32x4.le(squared, rangeCohesion), same),
      v128.and(cohesionView, spread((cohesionMask & bit) != 0)),
    );
    const alignmentNear = v128.and(
      v128.andnot(f32x4.le(squared, rangeAlignment), same),
      v128.and(alignmentView, spread((alignmentMask & bit) != 0)),
    );
    const seen = spread((separationMask & bit) != 0);
    const separationNear = v128.and(
      v128.andnot(f32x4.le(squared, rangeSeparation), same),
      v128.and(separationView, seen),
    );
    const inverse = v128.and(separationNear, f32x4.div(one, squared));
    offsetX = f32x4.add(offsetX, v128.and(cohesionNear, dx));
    offsetY = f32x4.add(offsetY, v128.and(cohesionNear, dy));
    offsetZ = f32x4.add(offsetZ, v128.and(cohesionNear, dz));
    velocityX = f32x4.add(velocityX, v128.and(alignmentNear, v128.load_splat<f32>(vx + o)));
    velocityY = f32x4.add(velocityY, v128.and(alignmentNear, v128.load_splat<f32>(vy + o)));
    velocityZ = f32x4.add(velocityZ, v128.and(alignmentNear, v128.load_splat<f32>(vz + o)));
    count = i32x4.sub(count, alignmentNear);
    awayX = f32x4.sub(awayX, f32x4.mul(dx, inverse));
    awayY = f32x4.sub(awayY, f32x4.mul(dy, inverse));
    awayZ = f32x4.sub(awayZ, f32x4.mul(dz, inverse));
    coincident = i32x4.sub(coincident, v128.and(same, seen));
  }
  v128.store(at, offsetX);
  v128.store(at, offsetY, 16);
  v128.store(at, offsetZ, 32);
  v128.store(at, velocityX, 48);
  v128.store(at, velocityY, 64);
  v128.store(at, velocityZ, 80);
  v128.store(at, count, 96);
  v128.store(at, awayX, 112);
  v128.store(at, awayY, 128);
  v128.store(at, awayZ, 144);
  v128.store(at, coincident, 160);
}
