/**
 * SIMD twin of src/grid/nearest.ts. Tests four candidates at a time.
 *
 * The neighbors found are a sorted list of 64-bit keys. The upper half of a key is the squared distance as f32. As
 * integers, these halves sort like the distances, because no distance is negative. In the lower half, the low bits are
 * the place. The other bits tell in which image of the torus the neighbor was seen.
 */
import { cellAlong, cellIn, placeOfCell, reachable, turnOf } from './cell';
import {
  FRONT_CELL_START,
  FRONT_ID,
  FRONT_POSITION_X,
  FRONT_POSITION_Y,
  FRONT_POSITION_Z,
  FRONT_SPECIES,
  FRONT_STATUS,
  GRID,
  GRID_CELLS,
  GRID_DIMENSIONS,
  GRID_EDGE_X,
  GRID_EDGE_Y,
  GRID_EDGE_Z,
  GRID_FIRST_X,
  GRID_FIRST_Y,
  GRID_FIRST_Z,
  GRID_FOLD_X,
  GRID_FOLD_Y,
  GRID_FOLD_Z,
  GRID_INVERSE_X,
  GRID_INVERSE_Y,
  GRID_INVERSE_Z,
  GRID_LAST_X,
  GRID_LAST_Y,
  GRID_LAST_Z,
  GRID_LAYERS,
  GRID_MIN_X,
  GRID_MIN_Y,
  GRID_MIN_Z,
  GRID_ROW,
  GRID_SLACK,
  GRID_SPECIES,
  GRID_START,
  GRID_STRIDE_Y,
  GRID_STRIDE_Z,
} from './columns';

const WIDER: f32 = 1.0 + 1.0 / 1048576.0;
/** The number of bits of a key that hold the place: enough for LIMITS.agents. */
const PLACE_BITS: i32 = 22;
const PLACE: i32 = (1 << PLACE_BITS) - 1;
/** If the expected number of neighbors is more than PLENTY times the wanted number, a smaller radius is tried first. */
const PLENTY: f32 = 3;

let px: usize = 0;
let py: usize = 0;
let pz: usize = 0;
let ids: usize = 0;
let kinds: usize = 0;
let states: usize = 0;
let starts: usize = 0;
let cellStart: usize = 0;
let layers: usize = 0;
let layersEnd: usize = 0;
let opened: usize = 0;
let gridRow: usize = 0;
let cells: i32 = 0;
let strideY: i32 = 0;
let strideZ: i32 = 0;
let foldX: i32 = 0;
let foldY: i32 = 0;
let foldZ: i32 = 0;
let firstX: i32 = 0;
let firstY: i32 = 0;
let firstZ: i32 = 0;
let lastX: i32 = 0;
let lastY: i32 = 0;
let lastZ: i32 = 0;
let minX: f32 = 0;
let minY: f32 = 0;
let minZ: f32 = 0;
let inverseX: f32 = 0;
let inverseY: f32 = 0;
let inverseZ: f32 = 0;
let edgeX: f32 = 0;
let edgeY: f32 = 0;
let edgeZ: f32 = 0;
let slack: f32 = 0;
let dimensions: i32 = 0;
let list: usize = 0;
let widest: f32 = 0;
let shrink: f32 = 0;
let crowd: f32 = 0;
let seen: i32 = 0;
let most: i32 = 0;
let count: i32 = 0;
let nearerThan: f32 = 0;

/**
 * Prepares the calls of `findNearest` that follow. `limit` is the maximum number of neighbors. `keys` is the address of
 * memory for their keys, 8 bytes each. `mask` has the bits of the visible species.
 */
export function openNearest(table: usize, keys: usize, radius: f32, mask: i32, limit: i32): void {
  px = load<usize>(table + FRONT_POSITION_X);
  py = load<usize>(table + FRONT_POSITION_Y);
  pz = load<usize>(table + FRONT_POSITION_Z);
  ids = load<usize>(table + FRONT_ID);
  kinds = load<usize>(table + FRONT_SPECIES);
  states = load<usize>(table + FRONT_STATUS);
  starts = load<usize>(table + FRONT_CELL_START);
  layers = load<usize>(table + GRID);
  layersEnd = layers + load<u32>(layers + GRID_LAYERS);
  opened = 0;
  list = keys;
  widest = radius;
  seen = mask;
  most = limit;
  dimensions = load<i32>(layers + GRID_DIMENSIONS);
  shrink = dimensions == 2 ? 0.25 : 0.125;
}

/** Looks up the numbers of the layer whose row is at `grid`. */
function openLayer(grid: usize): void {
  if (grid == opened) return;
  opened = grid;
  cellStart = starts + load<u32>(grid + GRID_START);
  gridRow = grid;
  cells = load<i32>(grid + GRID_CELLS);
  strideY = load<i32>(grid + GRID_STRIDE_Y);
  strideZ = load<i32>(grid + GRID_STRIDE_Z);
  foldX = load<i32>(grid + GRID_FOLD_X);
  foldY = load<i32>(grid + GRID_FOLD_Y);
  foldZ = load<i32>(grid + GRID_FOLD_Z);
  firstX = load<i32>(grid + GRID_FIRST_X);
  firstY = load<i32>(grid + GRID_FIRST_Y);
  firstZ = load<i32>(grid + GRID_FIRST_Z);
  lastX = load<i32>(grid + GRID_LAST_X);
  lastY = load<i32>(grid + GRID_LAST_Y);
  lastZ = load<i32>(grid + GRID_LAST_Z);
  minX = load<f32>(grid + GRID_MIN_X);
  minY = load<f32>(grid + GRID_MIN_Y);
  minZ = load<f32>(grid + GRID_MIN_Z);
  inverseX = load<f32>(grid + GRID_INVERSE_X);
  inverseY = load<f32>(grid + GRID_INVERSE_Y);
  inverseZ = load<f32>(grid + GRID_INVERSE_Z);
  edgeX = load<f32>(grid + GRID_EDGE_X);
  edgeY = load<f32>(grid + GRID_EDGE_Y);
  edgeZ = load<f32>(grid + GRID_EDGE_Z);
  slack = load<f32>(grid + GRID_SLACK);
  // Per agent of a cell, how many the search is to find: the cells a ball has room for, of those there are.
  const ball: f32 =
    dimensions == 2
      ? <f32>3.1415927 * widest * widest * inverseX * inverseY
      : <f32>4.1887902 * widest * widest * widest * inverseX * inverseY * inverseZ;
  crowd = min<f32>(ball, <f32>cells);
}

/** Whether the layer whose row is at `grid` has visible species. */
function isSeen(grid: usize): bool {
  return (load<i32>(grid + GRID_SPECIES) & seen) != 0;
}

/**
 * Finds the nearest neighbors of the agent at place `i`, and writes their keys to `list`. Returns how many were found.
 */
export function findNearest(i: i32): i32 {
  const at = (<usize>i) << 2;
  let expected: f32 = 0;
  for (let grid = layers; grid < layersEnd; grid += GRID_ROW) {
    if (!isSeen(grid)) continue;
    openLayer(grid);
    const place = cellIn(grid, load<f32>(px + at), load<f32>(py + at), load<f32>(pz + at));
    const cell = cellStart + ((<usize>place) << 2);
    expected += crowd * <f32>(load<i32>(cell, 4) - load<i32>(cell));
  }
  let radius = widest;
  while (expected > PLENTY * <f32>most) {
    radius *= 0.5;
    expected *= shrink;
  }
  search(i, radius);
  if (count < most && radius < widest) search(i, widest);
  return count;
}

function search(i: i32, radius: f32): void {
  count = 0;
  nearerThan = radius * radius;
  for (let grid = layers; grid < layersEnd; grid += GRID_ROW) {
    if (!isSeen(grid)) continue;
    openLayer(grid);
    searchLayer(i, radius);
  }
}

function searchLayer(i: i32, radius: f32): void {
  const at = (<usize>i) << 2;
  const x = load<f32>(px + at);
  const y = load<f32>(py + at);
  const z = load<f32>(pz + at);
  const reach = radius * WIDER + slack;
  const lowX = reachable(cellAlong(x - reach, minX, inverseX), firstX, lastX, edgeX);
  const highX = reachable(cellAlong(x + reach, minX, inverseX), firstX, lastX, edgeX);
  const lowY = reachable(cellAlong(y - reach, minY, inverseY), firstY, lastY, edgeY);
  const highY = reachable(cellAlong(y + reach, minY, inverseY), firstY, lastY, edgeY);
  const lowZ = reachable(cellAlong(z - reach, minZ, inverseZ), firstZ, lastZ, edgeZ);
  const highZ = reachable(cellAlong(z + reach, minZ, inverseZ), firstZ, lastZ, edgeZ);
  const untilX = turnOf(highX, lastX, edgeX);
  const untilY = turnOf(highY, lastY, edgeY);
  const untilZ = turnOf(highZ, lastZ, edgeZ);
  for (let turnZ = turnOf(lowZ, lastZ, edgeZ); turnZ <= untilZ; turnZ++) {
    for (let turnY = turnOf(lowY, lastY, edgeY); turnY <= untilY; turnY++) {
      for (let turnX = turnOf(lowX, lastX, edgeX); turnX <= untilX; turnX++) {
        const image = (turnZ + 1) * 9 + (turnY + 1) * 3 + turnX + 1;
        searchWindow(
          i,
          image << PLACE_BITS,
          x - <f32>turnX * edgeX,
          y - <f32>turnY * edgeY,
          z - <f32>turnZ * edgeZ,
          max(lowX - turnX * (lastX + 1), firstX),
          min(highX - turnX * (lastX + 1), lastX),
          max(lowY - turnY * (lastY + 1), firstY),
          min(highY - turnY * (lastY + 1), lastY),
          max(lowZ - turnZ * (lastZ + 1), firstZ),
          min(highZ - turnZ * (lastZ + 1), lastZ),
        );
      }
    }
  }
}

/**
 * Looks for neighbors of agent `i` in a window of cells of one image of the world. (x, y, z) is the position of agent
 * `i` as seen in that image.
 */
function searchWindow(
  i: i32,
  image: i32,
  x: f32,
  y: f32,
  z: f32,
  fromX: i32,
  toX: i32,
  fromY: i32,
  toY: i32,
  fromZ: i32,
  toZ: i32,
): void {
  const lanesX = f32x4.splat(x);
  const lanesY = f32x4.splat(y);
  const lanesZ = f32x4.splat(z);
  if (toX - fromX >= foldX || toY - fromY >= foldY || toZ - fromZ >= foldZ) {
    // So wide a window would meet places of the table twice: all living agents of the layer, once.
    const first = load<i32>(cellStart);
    const after = load<i32>(cellStart + ((<usize>cells) << 2));
    take(i, first, after, image, lanesX, lanesY, lanesZ);
    return;
  }
  const start = placeOfCell(gridRow, fromX, fromY, fromZ);
  const wide = toX - fromX;
  for (let cz = fromZ; cz <= toZ; cz++) {
    for (let cy = fromY; cy <= toY; cy++) {
      let first = start + (cz - fromZ) * strideZ + (cy - fromY) * strideY;
      // What lies behind the end of the table stands at its beginning.
      if (first >= cells) first -= cells;
      const last = first + wide;
      const begin = load<i32>(cellStart + ((<usize>first) << 2));
      const end = load<i32>(cellStart + ((<usize>min(last, cells - 1)) << 2), 4);
      if (begin != end) take(i, begin, end, image, lanesX, lanesY, lanesZ);
      if (last < cells) continue;
      const lowest = load<i32>(cellStart);
      const rest = load<i32>(cellStart + ((<usize>(last - cells)) << 2), 4);
      if (rest != lowest) take(i, lowest, rest, image, lanesX, lanesY, lanesZ);
    }
  }
}

/**
 * Updates the list of the nearest agents with the agents in places [begin, end). Skips agents at a squared distance
 * above `nearerThan` (m^2).
 */
function take(i: i32, begin: i32, end: i32, image: i32, x: v128, y: v128, z: v128): void {
  let limit = nearerThan;
  for (let j = begin; j < end; j += 4) {
    const at = (<usize>j) << 2;
    const dx = f32x4.sub(v128.load(px + at), x);
    const dy = f32x4.sub(v128.load(py + at), y);
    const dz = f32x4.sub(v128.load(pz + at), z);
    const squared = f32x4.add(f32x4.add(f32x4.mul(dx, dx), f32x4.mul(dy, dy)), f32x4.mul(dz, dz));
    let lanes = i32x4.bitmask(f32x4.le(squared, f32x4.splat(limit)));
    if (end - j < 4) lanes &= 15 >> (4 - (end - j));
    while (lanes != 0) {
      const lane = ctz(lanes);
      lanes &= lanes - 1;
      const place = j + lane;
      if (place == i || load<u8>(states + place) != 1) continue;
      if (((seen >>> load<u8>(kinds + place)) & 1) == 0) continue;
      const bits = laneOf(squared, lane);
      // The limit may have fallen since the four were compared.
      if (reinterpret<f32>(bits) > limit) continue;
      limit = insert(((<u64>bits) << 32) | <u64>(image | place), limit);
    }
  }
  nearerThan = limit;
}

function laneOf(v: v128, lane: i32): u32 {
  if (lane == 0) return i32x4.extract_lane(v, 0);
  if (lane == 1) return i32x4.extract_lane(v, 1);
  if (lane == 2) return i32x4.extract_lane(v, 2);
  return i32x4.extract_lane(v, 3);
}

/**
 * Inserts a key into the sorted list. Returns the new limit: the squared distance of the last key if the list is full,
 * otherwise `limit` unchanged.
 */
function insert(key: u64, limit: f32): f32 {
  const distance = key >> 32;
  if (count == most) {
    const last = load<u64>(list + ((<usize>most) << 3) - 8);
    if (distance == last >> 32 && idOf(key) > idOf(last)) return limit;
    count--;
  }
  let at = list + ((<usize>count) << 3);
  count++;
  while (at > list) {
    const before = load<u64>(at - 8);
    if (before >> 32 < distance) break;
    if (before >> 32 == distance && idOf(before) < idOf(key)) break;
    store<u64>(at, before);
    at -= 8;
  }
  store<u64>(at, key);
  if (count < most) return limit;
  return reinterpret<f32>(<u32>(load<u64>(list + ((<usize>most) << 3) - 8) >> 32));
}

function idOf(key: u64): u32 {
  return load<u32>(ids + ((<usize>(<i32>key & PLACE)) << 2));
}

/** The place of the agent that the list has as its nth neighbor. */
export function placeOf(nth: i32): i32 {
  return load<i32>(list + ((<usize>nth) << 3)) & PLACE;
}

/** The squared distance (m^2) to the nth neighbor in the list. */
export function squaredOf(nth: i32): f32 {
  return load<f32>(list + ((<usize>nth) << 3), 4);
}

/**
 * The offset (m) along x from the agent at place i to the nth neighbor. The result has the same bits as in TypeScript.
 */
export function offsetX(nth: i32, i: i32): f32 {
  const turn = ((load<i32>(list + ((<usize>nth) << 3)) >>> PLACE_BITS) % 3) - 1;
  const from = load<f32>(px + ((<usize>i) << 2)) - <f32>turn * edgeX;
  return load<f32>(px + ((<usize>placeOf(nth)) << 2)) - from;
}

/** The offset (m) along y from the agent at place i to the nth neighbor, with the same bits as in TypeScript. */
export function offsetY(nth: i32, i: i32): f32 {
  const turn = (((load<i32>(list + ((<usize>nth) << 3)) >>> PLACE_BITS) / 3) % 3) - 1;
  const from = load<f32>(py + ((<usize>i) << 2)) - <f32>turn * edgeY;
  return load<f32>(py + ((<usize>placeOf(nth)) << 2)) - from;
}
