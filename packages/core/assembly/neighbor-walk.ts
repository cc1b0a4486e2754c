/**
 * Finds the neighbors of agents for laws, in the order that `neighborRunsInto` promises.
 *
 * A few agents that follow each other and are near each other form a group and share one list of blocks. A block is four
 * consecutive places. The blocks of the list contain all neighbors of the group. From each row of cells, the list takes
 * the run of places within the radius of the group's box. candidates.ts searches the blocks, and hands the candidates
 * to laws.
 */

import { CALL, handTo, openCandidates, visit } from './candidates';
import { placeOfCell, reachable, turnOf } from './cell';
import {
  CONTEXT_SCRATCH_CALL,
  CONTEXT_SCRATCH_CLUSTER,
  FRONT_CELL_START,
  FRONT_POSITION_X,
  FRONT_POSITION_Y,
  FRONT_POSITION_Z,
  GRID,
  GRID_LIVING,
  GRID_PAD,
  GRID_WIDTH_Y,
  GRID_WIDTH_Z,
  ROLE,
  SCRATCH_BLOCKS,
  SCRATCH_BLOCKS_END,
  SCRATCH_CANDIDATES,
  SCRATCH_RUNS,
} from './columns';
import { openCrowding } from './crowding';
import { laneOf, least, most } from './lanes';
import {
  cellStart,
  edgeX,
  edgeY,
  edgeZ,
  firstX,
  firstY,
  firstZ,
  foldX,
  foldY,
  foldZ,
  gridRow,
  inverseX,
  inverseY,
  inverseZ,
  lastX,
  lastY,
  lastZ,
  minX,
  minY,
  minZ,
  openLayer,
  slack,
  strideY,
  strideZ,
  tableCells,
  WIDER,
} from './layer';

/** Where src/simd/module.ts puts `addAway` in the function table. */
const ADD_AWAY: u32 = 0;
/** The maximum number of agents that share one list of blocks: two clusters. */
const GROUP: i32 = 8;
/**
 * The maximum number of cells along x that a group may span. Where agents are sparse, a wider group would have too many
 * candidates.
 */
const GROUP_CELLS: f32 = 8;
/** The share of their reach by which agents that look far beyond the cells may be apart in a group. */
const SHARE: f32 = 0.5;
/** The margin for rounding errors in the coordinates of cell walls, as a fraction of the distance from the origin. */
const ROUNDING: f32 = 1.0 / 524288.0;
// What a call holds while it goes from group to group; a thread has an instance of its own.
let px: usize = 0;
let py: usize = 0;
let pz: usize = 0;
let blocks: usize = 0;
let blocksLimit: usize = 0;
let runs: usize = 0;
let living: i32 = 0;
let widthY: f32 = 0;
let widthZ: f32 = 0;
let gridPad: f32 = 0;
let reach: f32 = 0;
// By axis, in the lanes x y z: how coordinates become cells, and which cells a window may span.
let mins: v128 = f32x4.splat(0);
let inverses: v128 = f32x4.splat(0);
let firsts: v128 = i32x4.splat(0);
let lasts: v128 = i32x4.splat(0);
let leasts: v128 = i32x4.splat(0);
let mosts: v128 = i32x4.splat(0);
// How many cells a group may span along each axis.
let spanX: v128 = f32x4.splat(0);
let spanY: v128 = f32x4.splat(0);
let spanZ: v128 = f32x4.splat(0);
// The group: its box and reach, spread to all lanes, how many agents, where they begin in a column, and in
// a plane of a law.
let lowX: v128 = f32x4.splat(0);
let lowY: v128 = f32x4.splat(0);
let lowZ: v128 = f32x4.splat(0);
let highX: v128 = f32x4.splat(0);
let highY: v128 = f32x4.splat(0);
let highZ: v128 = f32x4.splat(0);
let pad: v128 = f32x4.splat(0);
let squaredReach: v128 = f32x4.splat(0);
let group: i32 = 0;
let groupAt: usize = 0;
let groupPlanes: usize = 0;
// The image of the world that is being listed.
let shiftX: f32 = 0;
let shiftY: f32 = 0;
let shiftZ: f32 = 0;

/**
 * Finds candidates for the neighbors of agents in one layer of the grid, and passes the candidates to calls. The agents
 * have the role `role`, and are in places [begin, end). They are handled in clusters of up to four. The list of calls is
 * in [calls, callsEnd), see `handTo`. Each call also gets the byte offset of its cluster, counted from `begin`.
 */
export function walkNeighbors(
  table: usize,
  scratch: usize,
  cluster: usize,
  calls: usize,
  callsEnd: usize,
  begin: i32,
  end: i32,
  radius: f32,
  role: i32,
  layer: usize,
): void {
  open(table, scratch, radius, layer);
  handTo(cluster, calls, callsEnd);
  const kinds: usize = load<usize>(table + ROLE);
  const own = i8x16.splat(<i8>role);
  const stop = min(end, living);
  for (let i = begin; i < stop; ) {
    const lanes = i8x16.bitmask(i8x16.eq(v128.load64_zero(kinds + i), own)) & 255;
    if ((lanes & 1) == 0) {
      // Agents of other roles are left out, but for those in the midst of a group.
      i += lanes == 0 ? GROUP : ctz(lanes);
      continue;
    }
    groupAt = (<usize>i) << 2;
    groupPlanes = (<usize>(i - begin)) << 2;
    openGroup(stop - i, lanes);
    visitImages();
    i += group;
  }
}

/**
 * Sums what leads away from the neighbors in one layer of the grid, for the agents of a role in places [begin, end). The
 * sums are added to those in `own`, a worker's memory for context steering. `mask` has the bits of the species that
 * count. Agents whose height differs by more than `band` (m) do not count.
 */
export function sumAway(
  table: usize,
  scratch: usize,
  own: usize,
  begin: i32,
  end: i32,
  radius: f32,
  role: i32,
  layer: usize,
  mask: i32,
  band: f32,
): void {
  openCrowding(table, mask, radius, band);
  const cluster = own + CONTEXT_SCRATCH_CLUSTER;
  const call = own + CONTEXT_SCRATCH_CALL;
  store<u32>(call, ADD_AWAY);
  store<u32>(call, <u32>own, 4);
  walkNeighbors(table, scratch, cluster, call, call + CALL, begin, end, radius, role, layer);
}

function open(table: usize, scratch: usize, radius: f32, layer: usize): void {
  px = load<usize>(table + FRONT_POSITION_X);
  py = load<usize>(table + FRONT_POSITION_Y);
  pz = load<usize>(table + FRONT_POSITION_Z);
  const starts = load<usize>(table + FRONT_CELL_START);
  blocks = scratch + SCRATCH_BLOCKS;
  blocksLimit = scratch + SCRATCH_BLOCKS_END;
  runs = scratch + SCRATCH_RUNS;
  openCandidates(table, scratch + SCRATCH_CANDIDATES, radius);
  const grid = load<usize>(table + GRID) + layer;
  openLayer(starts, grid);
  living = load<i32>(starts + load<u32>(grid + GRID_LIVING));
  widthY = load<f32>(grid + GRID_WIDTH_Y);
  widthZ = load<f32>(grid + GRID_WIDTH_Z);
  gridPad = load<f32>(grid + GRID_PAD);
  reach = radius * WIDER + slack;
  const share = SHARE * reach;
  spanX = f32x4.splat(max(GROUP_CELLS, share * inverseX));
  spanY = f32x4.splat(floor(share * inverseY));
  spanZ = f32x4.splat(floor(share * inverseZ));
  mins = f32x4(minX, minY, minZ, 0);
  inverses = f32x4(inverseX, inverseY, inverseZ, 0);
  firsts = i32x4(firstX, firstY, firstZ, 0);
  lasts = i32x4(lastX, lastY, lastZ, 0);
  leasts = i32x4(
    reachable(i32.MIN_VALUE, firstX, lastX, edgeX),
    reachable(i32.MIN_VALUE, firstY, lastY, edgeY),
    reachable(i32.MIN_VALUE, firstZ, lastZ, edgeZ),
    0,
  );
  mosts = i32x4(
    reachable(i32.MAX_VALUE, firstX, lastX, edgeX),
    reachable(i32.MAX_VALUE, firstY, lastY, edgeY),
    reachable(i32.MAX_VALUE, firstZ, lastZ, edgeZ),
    0,
  );
}

/**
 * Forms the next group. A group has at most GROUP agents. They are in one row of cells, unless they look far beyond it.
 * `left` is the number of agents that remain. Computes the box of the group.
 *
 * Only agents of one role need neighbors. `lanes` has a bit for each of the next agents. The bit is set if the agent
 * has this role. The first and the last agent of a group have this role. Agents between them can have other roles.
 *
 * Compares cell coordinates, not places in the table, because distant cells can share a place.
 */
function openGroup(left: i32, lanes: i32): void {
  const x = v128.load(px + groupAt);
  const y = v128.load(py + groupAt);
  const z = v128.load(pz + groupAt);
  const nextX = v128.load(px + groupAt, 16);
  const nextY = v128.load(py + groupAt, 16);
  const nextZ = v128.load(pz + groupAt, 16);
  const startX = columns(v128.load_splat<f32>(px + groupAt), minX, inverseX, firstX, lastX);
  const row = columns(v128.load_splat<f32>(py + groupAt), minY, inverseY, firstY, lastY);
  const layer = columns(v128.load_splat<f32>(pz + groupAt), minZ, inverseZ, firstZ, lastZ);
  const apart =
    i32x4.bitmask(
      v128.or(
        v128.or(
          beside(columns(y, minY, inverseY, firstY, lastY), row, spanY),
          beside(columns(z, minZ, inverseZ, firstZ, lastZ), layer, spanZ),
        ),
        beside(columns(x, minX, inverseX, firstX, lastX), startX, spanX),
      ),
    ) |
    (i32x4.bitmask(
      v128.or(
        v128.or(
          beside(columns(nextY, minY, inverseY, firstY, lastY), row, spanY),
          beside(columns(nextZ, minZ, inverseZ, firstZ, lastZ), layer, spanZ),
        ),
        beside(columns(nextX, minX, inverseX, firstX, lastX), startX, spanX),
      ),
    ) <<
      4);
  // Where the first one is NaN it is apart from itself, and a group of its own all the same.
  group = min(left, ctz((apart & ~1) | (1 << GROUP)));
  group = 32 - clz(lanes & ((1 << group) - 1));
  const first = i32x4.lt_s(i32x4(0, 1, 2, 3), i32x4.splat(group));
  const second = i32x4.lt_s(i32x4(4, 5, 6, 7), i32x4.splat(group));
  lowX = least(f32x4.pmin(within(x, x, first), within(nextX, x, second)));
  lowY = least(f32x4.pmin(within(y, y, first), within(nextY, y, second)));
  lowZ = least(f32x4.pmin(within(z, z, first), within(nextZ, z, second)));
  highX = most(f32x4.pmax(within(x, x, first), within(nextX, x, second)));
  highY = most(f32x4.pmax(within(y, y, first), within(nextY, y, second)));
  highZ = most(f32x4.pmax(within(z, z, first), within(nextZ, z, second)));
  const extent = f32x4.add(
    f32x4.add(f32x4.sub(highX, lowX), f32x4.sub(highY, lowY)),
    f32x4.sub(highZ, lowZ),
  );
  if (!(f32x4.extract_lane(extent, 0) < Infinity)) {
    // Agents too far apart for f32 are handled one by one, so that the offset of any candidate is finite.
    group = 1;
    lowX = highX = v128.load_splat<f32>(px + groupAt);
    lowY = highY = v128.load_splat<f32>(py + groupAt);
    lowZ = highZ = v128.load_splat<f32>(pz + groupAt);
  }
  const far = f32x4.pmax(
    f32x4.pmax(farthest(lowX, highX), farthest(lowY, highY)),
    farthest(lowZ, highZ),
  );
  const reaches = f32x4.splat(reach);
  pad = f32x4.add(f32x4.splat(gridPad), f32x4.mul(f32x4.add(far, reaches), f32x4.splat(ROUNDING)));
  const padded = f32x4.add(reaches, pad);
  squaredReach = f32x4.mul(padded, padded);
}

/**
 * The lanes whose agents cannot join a group that begins in the column `start`, because their columns are more than
 * `span` away. Compares as f32, because an open grid can have more columns than an i32 can count.
 */
function beside(columns: v128, start: v128, span: v128): v128 {
  return v128.not(f32x4.le(f32x4.abs(f32x4.sub(columns, start)), span));
}

/** The larger of the magnitudes of `low` and `high`. */
function farthest(low: v128, high: v128): v128 {
  return f32x4.pmax(f32x4.abs(low), f32x4.abs(high));
}

/** Returns `lanes`, but with the coordinate of the group's first agent in each lane that is not `used`. */
function within(lanes: v128, group: v128, used: v128): v128 {
  return v128.bitselect(lanes, v128.shuffle<i32>(group, group, 0, 0, 0, 0), used);
}

/** The cell indices of four coordinates along an axis, clamped to the grid. */
function columns(coordinate: v128, min: f32, inverse: f32, first: i32, last: i32): v128 {
  const cell = cells(coordinate, min, inverse);
  return f32x4.pmin(f32x4.pmax(cell, f32x4.splat(<f32>first)), f32x4.splat(<f32>last));
}

/**
 * Visits all images of the world that the present group of agents can see. Away from the seams of a torus, this is only
 * one image.
 */
function visitImages(): void {
  const reaches = f32x4.splat(reach);
  const from = window(f32x4.sub(byAxis(lowX, lowY, lowZ), reaches));
  const to = window(f32x4.add(byAxis(highX, highY, highZ), reaches));
  const fromX = i32x4.extract_lane(from, 0);
  const fromY = i32x4.extract_lane(from, 1);
  const fromZ = i32x4.extract_lane(from, 2);
  const toX = i32x4.extract_lane(to, 0);
  const toY = i32x4.extract_lane(to, 1);
  const toZ = i32x4.extract_lane(to, 2);
  if (!v128.any_true(v128.or(i32x4.lt_s(from, firsts), i32x4.gt_s(to, lasts)))) {
    visitImage(0, 0, 0, fromX, toX, fromY, toY, fromZ, toZ);
    return;
  }
  const untilX = turnOf(toX, lastX, edgeX);
  const untilY = turnOf(toY, lastY, edgeY);
  const untilZ = turnOf(toZ, lastZ, edgeZ);
  for (let turnZ = turnOf(fromZ, lastZ, edgeZ); turnZ <= untilZ; turnZ++) {
    for (let turnY = turnOf(fromY, lastY, edgeY); turnY <= untilY; turnY++) {
      for (let turnX = turnOf(fromX, lastX, edgeX); turnX <= untilX; turnX++) {
        visitImage(
          turnX,
          turnY,
          turnZ,
          max(fromX - turnX * (lastX + 1), firstX),
          min(toX - turnX * (lastX + 1), lastX),
          max(fromY - turnY * (lastY + 1), firstY),
          min(toY - turnY * (lastY + 1), lastY),
          max(fromZ - turnZ * (lastZ + 1), firstZ),
          min(toZ - turnZ * (lastZ + 1), lastZ),
        );
      }
    }
  }
}

/** Makes a vector (x, y, z, z) from lane 0 of each argument. */
function byAxis(x: v128, y: v128, z: v128): v128 {
  return v128.shuffle<i32>(v128.shuffle<i32>(x, y, 0, 4, 0, 4), z, 0, 1, 4, 4);
}

/**
 * The cell indices of a point, clamped to a range. Without a torus, the range is the grid. On a torus, the range also
 * extends beyond each end of the grid, by one edge length of the torus. The point and the result have x, y and z in
 * their first three lanes.
 */
function window(place: v128): v128 {
  const cell = f32x4.floor(f32x4.mul(f32x4.sub(place, mins), inverses));
  return i32x4.max_s(leasts, i32x4.min_s(mosts, i32x4.trunc_sat_f32x4_s(cell)));
}

/**
 * Visits the blocks of agents in a range of cells, in sorted order. The cells belong to one image of the torus, which
 * is `turnX`, `turnY` and `turnZ` edge lengths away.
 */
function visitImage(
  turnX: i32,
  turnY: i32,
  turnZ: i32,
  fromX: i32,
  toX: i32,
  fromY: i32,
  toY: i32,
  fromZ: i32,
  toZ: i32,
): void {
  shiftX = <f32>turnX * edgeX;
  shiftY = <f32>turnY * edgeY;
  shiftZ = <f32>turnZ * edgeZ;
  let listEnd = blocks;
  if (toX - fromX >= foldX || toY - fromY >= foldY || toZ - fromZ >= foldZ) {
    // So wide a window would meet places of the table twice: all living agents of the layer, once.
    listEnd = listPlaces(
      listEnd,
      load<i32>(cellStart),
      load<i32>(cellStart + ((<usize>tableCells) << 2)),
    );
  } else {
    const linear = fromX + strideY * fromY + strideZ * fromZ;
    const start = placeOfCell(gridRow, fromX, fromY, fromZ);
    const span = strideY * (toY - fromY) + strideZ * (toZ - fromZ) + toX - fromX;
    // What lies behind the end of the table stands at its beginning, and so comes first.
    if (start + span >= tableCells) {
      listEnd = listWindow(
        listEnd,
        start - linear - tableCells,
        turnX,
        turnY,
        turnZ,
        fromX,
        toX,
        fromY,
        toY,
        fromZ,
        toZ,
      );
    }
    listEnd = listWindow(
      listEnd,
      start - linear,
      turnX,
      turnY,
      turnZ,
      fromX,
      toX,
      fromY,
      toY,
      fromZ,
      toZ,
    );
  }
  if (listEnd > blocks) {
    visit(blocks, listEnd, groupAt, group, shiftX, shiftY, shiftZ, groupPlanes);
  }
}

/**
 * For a window of cells, writes the list of its blocks to the address `to`. In the table of cells, the cell (x, y, z)
 * has the index x + strideY * y + strideZ * z + `offset`.
 *
 * @returns where the list ends
 */
function listWindow(
  to: usize,
  offset: i32,
  turnX: i32,
  turnY: i32,
  turnZ: i32,
  fromX: i32,
  toX: i32,
  fromY: i32,
  toY: i32,
  fromZ: i32,
  toZ: i32,
): usize {
  let lefts = f32x4.splat(0);
  for (let cz = fromZ; cz <= toZ; cz++) {
    const lane = (cz - fromZ) & 3;
    if (lane == 0) {
      const layers = i32x4.add(i32x4.splat(cz), i32x4(0, 1, 2, 3));
      const gapZ = gaps(layers, turnZ, firstZ, lastZ, edgeZ, minZ, widthZ, lowZ, highZ);
      lefts = f32x4.sub(squaredReach, f32x4.mul(gapZ, gapZ));
    }
    const left = laneOf(lefts, lane);
    if (left < 0) continue;
    for (let cy = fromY; cy <= toY; cy += 4) {
      findRuns(cy, turnX, turnY, fromX, toX, left, offset + cz * strideZ);
      const runsEnd = runs + ((<usize>min(4, toY + 1 - cy)) << 2);
      for (let run = runs; run < runsEnd; run += 4) {
        const first = load<i32>(run);
        const last = load<i32>(run, 16);
        if (first > last) continue;
        to = listPlaces(
          to,
          load<i32>(cellStart + ((<usize>first) << 2)),
          load<i32>(cellStart + ((<usize>last) << 2), 4),
        );
      }
    }
  }
  return to;
}

/**
 * Appends blocks to the list of blocks to visit. The blocks contain the places from `place` to `after` - 1. `to` is the
 * address where the list ends. Whenever the list is full, visits all listed blocks, and empties the list.
 *
 * @returns where the list ends now
 */
function listPlaces(to: usize, place: i32, after: i32): usize {
  let fits = <i32>(blocksLimit - to) >> 1;
  while (after - place > fits) {
    to = addRun(to, place, place + fits);
    place += fits;
    visit(blocks, to, groupAt, group, shiftX, shiftY, shiftZ, groupPlanes);
    to = blocks;
    fits = <i32>(blocksLimit - to) >> 1;
  }
  return addRun(to, place, after);
}

/**
 * Finds a run of cells in each of four rows, from row `cy` on. A run has the cells of its row that are within reach of
 * the group. Writes two vectors to `runs`: the table places of the first cells, then the table places of the last
 * cells. If a run is empty, its last place is before its first place.
 *
 * `left` (m^2) is the squared reach minus the squared gap along z. The table place of the cell in column x and row y is
 * `offset + x + strideY * y`.
 */
function findRuns(
  cy: i32,
  turnX: i32,
  turnY: i32,
  fromX: i32,
  toX: i32,
  left: f32,
  offset: i32,
): void {
  const rows = i32x4.add(i32x4.splat(cy), i32x4(0, 1, 2, 3));
  const gapY = gaps(rows, turnY, firstY, lastY, edgeY, minY, widthY, lowY, highY);
  const rest = f32x4.sub(f32x4.splat(left), f32x4.mul(gapY, gapY));
  const half = f32x4.add(
    f32x4.mul(f32x4.sqrt(f32x4.pmax(f32x4.splat(0), rest)), f32x4.splat(WIDER)),
    pad,
  );
  const turned = i32x4.splat(turnX * (lastX + 1));
  const leastX = i32x4.splat(fromX);
  const mostX = i32x4.splat(toX);
  const low = cells(f32x4.sub(lowX, half), minX, inverseX);
  const high = cells(f32x4.add(highX, half), minX, inverseX);
  let first = i32x4.sub(i32x4.trunc_sat_f32x4_s(low), turned);
  let last = i32x4.sub(i32x4.trunc_sat_f32x4_s(high), turned);
  first = i32x4.max_s(first, leastX);
  last = i32x4.min_s(last, mostX);
  if (edgeX == 0) {
    // The border cells hold what lies beyond them.
    first = i32x4.min_s(first, mostX);
    last = i32x4.max_s(last, leastX);
  }
  const base = i32x4.add(i32x4.mul(rows, i32x4.splat(strideY)), i32x4.splat(offset));
  // An offset may lead before the table or behind it, where there is nothing.
  first = i32x4.max_s(i32x4.add(first, base), i32x4.splat(0));
  last = i32x4.min_s(i32x4.add(last, base), i32x4.splat(tableCells - 1));
  const some = f32x4.ge(rest, f32x4.splat(0));
  v128.store(runs, first);
  v128.store(runs, v128.bitselect(last, i32x4.splat(-1), some), 16);
}

/**
 * Appends the run of places [first, after) to a list, as blocks of four places. `to` is the address where the list
 * ends. Each entry has the byte offset of a block in a plane, and four bits that mark which places of the block are in
 * the run. Writes eight entries at once, because runs are rarely longer.
 *
 * @returns where the list ends now
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

/** The cell indices of four coordinates along an axis: whole numbers, possibly outside the grid. */
function cells(coordinate: v128, min: f32, inverse: f32): v128 {
  return f32x4.floor(f32x4.mul(f32x4.sub(coordinate, f32x4.splat(min)), f32x4.splat(inverse)));
}

/**
 * For each of four rows of cells, a lower bound of its gap (m) to the interval [low, high]. The gap is measured along
 * one axis. Without a torus, the border rows extend to infinity.
 */
function gaps(
  rows: v128,
  turn: i32,
  first: i32,
  last: i32,
  edge: f32,
  min: f32,
  width: f32,
  low: v128,
  high: v128,
): v128 {
  const unwrapped = f32x4.convert_i32x4_s(i32x4.add(rows, i32x4.splat(turn * (last + 1))));
  const walls = f32x4.splat(min);
  const wide = f32x4.splat(width);
  const next = f32x4.add(unwrapped, f32x4.splat(1));
  let below = f32x4.sub(f32x4.add(walls, f32x4.mul(unwrapped, wide)), pad);
  let above = f32x4.add(f32x4.add(walls, f32x4.mul(next, wide)), pad);
  if (edge == 0) {
    below = v128.bitselect(f32x4.splat(-Infinity), below, i32x4.eq(rows, i32x4.splat(first)));
    above = v128.bitselect(f32x4.splat(Infinity), above, i32x4.eq(rows, i32x4.splat(last)));
  }
  return f32x4.pmax(f32x4.splat(0), f32x4.pmax(f32x4.sub(below, high), f32x4.sub(low, above)));
}
