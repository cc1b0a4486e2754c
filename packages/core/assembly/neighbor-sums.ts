/**
 * SIMD twin of src/behaviors/neighbor-sums.ts, equal to it in every bit.
 *
 * A few agents that follow each other in a row of cells are a group. It has one list of blocks, four
 * places of the sorted order each, in which its neighbors must be: from each row of cells the run that
 * comes within the radius of the group's box. candidates.ts looks through the blocks, pair-sums.ts adds
 * who is found, in the order that `neighborRunsInto` promises.
 */

import { least, most, openCandidates, visit } from './candidates';
import { cellAlong, clampCell } from './cell';
import {
  FRONT_CELL_START,
  FRONT_POSITION_X,
  FRONT_POSITION_Y,
  FRONT_POSITION_Z,
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
  ROOM_BLOCKS,
  ROOM_BLOCKS_END,
  ROOM_CANDIDATES,
  ROOM_PAIRS,
  ROOM_RUNS,
} from './columns';

const WIDER: f32 = 1.0 + 1.0 / 1048576.0;
/** Agents that share a list of blocks: two clusters. */
const GROUP: i32 = 8;
/** Planes of sums: offset x y z, velocity x y z and count, away x y z, coincident, count of offset. */
const SUMS: usize = 12;

// What a call holds while it goes from group to group; a thread has an instance of its own.
let px: usize = 0;
let py: usize = 0;
let pz: usize = 0;
let cellStart: usize = 0;
let blocks: usize = 0;
let blocksLimit: usize = 0;
let runs: usize = 0;
let planeStride: usize = 0;
let countX: i32 = 0;
let countY: i32 = 0;
let countZ: i32 = 0;
let minX: f32 = 0;
let minY: f32 = 0;
let minZ: f32 = 0;
let inverseX: f32 = 0;
let inverseY: f32 = 0;
let inverseZ: f32 = 0;
let widthY: f32 = 0;
let widthZ: f32 = 0;
let edgeX: f32 = 0;
let edgeY: f32 = 0;
let edgeZ: f32 = 0;
let pad: f32 = 0;
let reach: f32 = 0;
let squaredReach: f32 = 0;
// The group: its box, how many agents, where they and their sums begin in a plane.
let lowX: f32 = 0;
let lowY: f32 = 0;
let lowZ: f32 = 0;
let highX: f32 = 0;
let highY: f32 = 0;
let highZ: f32 = 0;
let group: i32 = 0;
let groupAt: usize = 0;
let groupSums: usize = 0;

/**
 * Leaves the sums of the agents in places [begin, end) in planes of `planeBytes` bytes at `sums`, in
 * the order of SUMS. `room` is the worker's own, see NEIGHBOR_ROOM in src/world/plan.ts.
 */
export function sumNeighbors(
  table: usize,
  room: usize,
  sums: usize,
  planeBytes: usize,
  begin: i32,
  end: i32,
  radius: f32,
): void {
  open(table, room, radius);
  planeStride = planeBytes;
  const cells = load<i32>(load<usize>(table + GRID) + GRID_CELLS);
  const stop = min(end, load<i32>(cellStart + ((<usize>cells) << 2)));
  let rowEnd = begin;
  for (let i = begin; i < stop; i += group) {
    groupAt = (<usize>i) << 2;
    groupSums = sums + ((<usize>(i - begin)) << 2);
    // A group stays within one row of cells, or its box would span the world.
    if (i >= rowEnd) rowEnd = min(stop, endOfRow(groupAt));
    // At least one, should somebody have moved an agent out of its cell by hand.
    group = max(1, min(GROUP, rowEnd - i));
    openGroup();
    sumImages();
  }
}

function open(table: usize, room: usize, radius: f32): void {
  px = load<usize>(table + FRONT_POSITION_X);
  py = load<usize>(table + FRONT_POSITION_Y);
  pz = load<usize>(table + FRONT_POSITION_Z);
  cellStart = load<usize>(table + FRONT_CELL_START);
  blocks = room + ROOM_BLOCKS;
  blocksLimit = room + ROOM_BLOCKS_END;
  runs = room + ROOM_RUNS;
  openCandidates(table, room + ROOM_CANDIDATES, room + ROOM_PAIRS, radius);
  const grid = load<usize>(table + GRID);
  countX = load<i32>(grid + GRID_COUNT_X);
  countY = load<i32>(grid + GRID_COUNT_Y);
  countZ = load<i32>(grid + GRID_COUNT_Z);
  minX = load<f32>(grid + GRID_MIN_X);
  minY = load<f32>(grid + GRID_MIN_Y);
  minZ = load<f32>(grid + GRID_MIN_Z);
  inverseX = load<f32>(grid + GRID_INVERSE_X);
  inverseY = load<f32>(grid + GRID_INVERSE_Y);
  inverseZ = load<f32>(grid + GRID_INVERSE_Z);
  widthY = load<f32>(grid + GRID_WIDTH_Y);
  widthZ = load<f32>(grid + GRID_WIDTH_Z);
  edgeX = load<f32>(grid + GRID_EDGE_X);
  edgeY = load<f32>(grid + GRID_EDGE_Y);
  edgeZ = load<f32>(grid + GRID_EDGE_Z);
  pad = load<f32>(grid + GRID_PAD);
  reach = radius * WIDER + load<f32>(grid + GRID_SLACK);
  squaredReach = (reach + pad) * (reach + pad);
}

/** Where the row of cells of the agent at byte `at` ends, in sorted order. */
function endOfRow(at: usize): i32 {
  const cy = clampCell(cellAlong(load<f32>(py + at), minY, inverseY), countY);
  const cz = clampCell(cellAlong(load<f32>(pz + at), minZ, inverseZ), countZ);
  const cell = (cz * countY + cy + 1) * countX;
  return load<i32>(cellStart + ((<usize>cell) << 2));
}

/** Works out the box of the group, and clears its sums. */
function openGroup(): void {
  let lowsX = v128.load_splat<f32>(px + groupAt);
  let lowsY = v128.load_splat<f32>(py + groupAt);
  let lowsZ = v128.load_splat<f32>(pz + groupAt);
  let highsX = lowsX;
  let highsY = lowsY;
  let highsZ = lowsZ;
  for (let k = 0; k < group; k += 4) {
    const at = groupAt + ((<usize>k) << 2);
    const used = i32x4.lt_s(i32x4(0, 1, 2, 3), i32x4.splat(group - k));
    const x = v128.bitselect(v128.load(px + at), lowsX, used);
    const y = v128.bitselect(v128.load(py + at), lowsY, used);
    const z = v128.bitselect(v128.load(pz + at), lowsZ, used);
    lowsX = f32x4.pmin(lowsX, x);
    lowsY = f32x4.pmin(lowsY, y);
    lowsZ = f32x4.pmin(lowsZ, z);
    highsX = f32x4.pmax(highsX, x);
    highsY = f32x4.pmax(highsY, y);
    highsZ = f32x4.pmax(highsZ, z);
    const to = groupSums + ((<usize>k) << 2);
    for (let s: usize = 0; s < SUMS; s++) v128.store(to + s * planeStride, i32x4.splat(0));
  }
  lowX = f32x4.extract_lane(least(lowsX), 0);
  lowY = f32x4.extract_lane(least(lowsY), 0);
  lowZ = f32x4.extract_lane(least(lowsZ), 0);
  highX = f32x4.extract_lane(most(highsX), 0);
  highY = f32x4.extract_lane(most(highsY), 0);
  highZ = f32x4.extract_lane(most(highsZ), 0);
}

/** Goes through the images of the world that the group can see: one, and more at a seam of a torus. */
function sumImages(): void {
  const firstX = reachable(cellAlong(lowX - reach, minX, inverseX), countX, edgeX);
  const lastX = reachable(cellAlong(highX + reach, minX, inverseX), countX, edgeX);
  const firstY = reachable(cellAlong(lowY - reach, minY, inverseY), countY, edgeY);
  const lastY = reachable(cellAlong(highY + reach, minY, inverseY), countY, edgeY);
  const firstZ = reachable(cellAlong(lowZ - reach, minZ, inverseZ), countZ, edgeZ);
  const lastZ = reachable(cellAlong(highZ + reach, minZ, inverseZ), countZ, edgeZ);
  for (let turnZ = turnOf(firstZ, countZ); turnZ <= turnOf(lastZ, countZ); turnZ++) {
    const fromZ = max(firstZ - turnZ * countZ, 0);
    const untilZ = min(lastZ - turnZ * countZ, countZ - 1);
    for (let turnY = turnOf(firstY, countY); turnY <= turnOf(lastY, countY); turnY++) {
      const fromY = max(firstY - turnY * countY, 0);
      const untilY = min(lastY - turnY * countY, countY - 1);
      for (let turnX = turnOf(firstX, countX); turnX <= turnOf(lastX, countX); turnX++) {
        sumImage(turnX, turnY, turnZ, fromY, untilY, fromZ, untilZ);
      }
    }
  }
}

/** Lists the blocks of one image, in rows of cells from `fromY`, `fromZ` on, and has them visited. */
function sumImage(
  turnX: i32,
  turnY: i32,
  turnZ: i32,
  fromY: i32,
  untilY: i32,
  fromZ: i32,
  untilZ: i32,
): void {
  const shiftX = <f32>turnX * edgeX;
  const shiftY = <f32>turnY * edgeY;
  const shiftZ = <f32>turnZ * edgeZ;
  let to = blocks;
  for (let cz = fromZ; cz <= untilZ; cz++) {
    const gapZ = f32x4.extract_lane(
      gaps(i32x4.splat(cz), turnZ, countZ, edgeZ, minZ, widthZ, lowZ, highZ),
      0,
    );
    const left = squaredReach - gapZ * gapZ;
    for (let cy = fromY; cy <= untilY; cy += 4) {
      findRuns(cy, cz, turnX, turnY, left);
      const runsEnd = runs + ((<usize>min(4, untilY + 1 - cy)) << 2);
      for (let run = runs; run < runsEnd; run += 4) {
        const firstCell = load<i32>(run);
        const lastCell = load<i32>(run, 16);
        if (firstCell > lastCell) continue;
        let place = load<i32>(cellStart + ((<usize>firstCell) << 2));
        const after = load<i32>(cellStart + ((<usize>lastCell) << 2), 4);
        // A run that is longer than the list is visited in pieces.
        let fits = <i32>(blocksLimit - to) >> 1;
        while (after - place > fits) {
          to = addRun(to, place, place + fits);
          place += fits;
          visit(blocks, to, groupAt, group, shiftX, shiftY, shiftZ, groupSums, planeStride);
          to = blocks;
          fits = <i32>(blocksLimit - to) >> 1;
        }
        to = addRun(to, place, after);
      }
    }
  }
  if (to > blocks) {
    visit(blocks, to, groupAt, group, shiftX, shiftY, shiftZ, groupSums, planeStride);
  }
}

/**
 * Writes to `runs` the first and the last cell, a vector each, of the runs of four rows of cells from
 * (cy, cz) on that come within the reach of the group; `left` (m^2) is what the gap along z leaves of
 * its square. A run that holds nothing ends before it begins.
 */
function findRuns(cy: i32, cz: i32, turnX: i32, turnY: i32, left: f32): void {
  const rows = i32x4.add(i32x4.splat(cy), i32x4(0, 1, 2, 3));
  const gapY = gaps(rows, turnY, countY, edgeY, minY, widthY, lowY, highY);
  const rest = f32x4.sub(f32x4.splat(left), f32x4.mul(gapY, gapY));
  const half = f32x4.add(
    f32x4.mul(f32x4.sqrt(f32x4.pmax(f32x4.splat(0), rest)), f32x4.splat(WIDER)),
    f32x4.splat(pad),
  );
  const leastX = f32x4.splat(<f32>(turnX * countX));
  const mostX = f32x4.splat(<f32>(turnX * countX + countX - 1));
  let low = cells(f32x4.sub(f32x4.splat(lowX), half), minX, inverseX);
  let high = cells(f32x4.add(f32x4.splat(highX), half), minX, inverseX);
  if (edgeX == 0) {
    low = f32x4.pmin(low, mostX);
    high = f32x4.pmax(high, leastX);
  }
  const base = i32x4.add(
    i32x4.mul(rows, i32x4.splat(countX)),
    i32x4.splat((cz * countY - turnX) * countX),
  );
  const first = i32x4.add(i32x4.trunc_sat_f32x4_s(f32x4.pmax(low, leastX)), base);
  const last = i32x4.add(i32x4.trunc_sat_f32x4_s(f32x4.pmin(high, mostX)), base);
  const some = f32x4.ge(rest, f32x4.splat(0));
  v128.store(runs, first);
  v128.store(runs, v128.bitselect(last, i32x4.splat(-1), some), 16);
}

/**
 * Lists the blocks of places [first, after) at `to`: of each the byte offset in a plane, and as bits
 * which of its four places are in the run. Eight are written at once, and runs are seldom longer.
 *
 * @returns where the list ends
 */
function addRun(to: usize, first: i32, after: i32): usize {
  if (first == after) return to;
  const end = to + ((<usize>((after - first + 3) >> 2)) << 3);
  const step = i32x4(32, 0, 32, 0);
  let two = i32x4.add(i64x2.splat(<i64>(first << 2)), i32x4(0, 15, 16, 15));
  v128.store(to, two);
  two = i32x4.add(two, step);
  v128.store(to, two, 16);
  two = i32x4.add(two, step);
  v128.store(to, two, 32);
  two = i32x4.add(two, step);
  v128.store(to, two, 48);
  for (let more = to + 64; more < end; more += 16) {
    two = i32x4.add(two, step);
    v128.store(more, two);
  }
  store<u32>(end - 4, 15 >> ((first - after) & 3));
  return end;
}

/** The cell clamped to the world, or on a torus to one turn about it. */
function reachable(cell: i32, count: i32, edge: f32): i32 {
  if (edge == 0) return clampCell(cell, count);
  return max(-count, min(cell, 2 * count - 1));
}

/** How often a cell within one turn of the world has gone round it. */
function turnOf(cell: i32, count: i32): i32 {
  return cell < 0 ? -1 : cell < count ? 0 : 1;
}

/** The cells of four coordinates along an axis, whole numbers that may be outside of the grid. */
function cells(coordinate: v128, min: f32, inverse: f32): v128 {
  return f32x4.floor(f32x4.mul(f32x4.sub(coordinate, f32x4.splat(min)), f32x4.splat(inverse)));
}

/**
 * Lower bounds of the gap (m) between the interval [low, high] and four rows of cells. Without a torus
 * the border rows reach to infinity.
 */
function gaps(
  rows: v128,
  turn: i32,
  count: i32,
  edge: f32,
  min: f32,
  width: f32,
  low: f32,
  high: f32,
): v128 {
  const unwrapped = f32x4.convert_i32x4_s(i32x4.add(rows, i32x4.splat(turn * count)));
  const walls = f32x4.splat(min);
  const wide = f32x4.splat(width);
  const margin = f32x4.splat(pad);
  const next = f32x4.add(unwrapped, f32x4.splat(1));
  let below = f32x4.sub(f32x4.add(walls, f32x4.mul(unwrapped, wide)), margin);
  let above = f32x4.add(f32x4.add(walls, f32x4.mul(next, wide)), margin);
  if (edge == 0) {
    const border = i32x4.splat(count - 1);
    below = v128.bitselect(f32x4.splat(-Infinity), below, i32x4.eq(rows, i32x4.splat(0)));
    above = v128.bitselect(f32x4.splat(Infinity), above, i32x4.eq(rows, border));
  }
  return f32x4.pmax(
    f32x4.splat(0),
    f32x4.pmax(f32x4.sub(below, f32x4.splat(high)), f32x4.sub(f32x4.splat(low), above)),
  );
}
