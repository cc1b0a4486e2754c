/**
 * SIMD twin of src/grid/nearest.ts. Tests four candidates at a time, and writes those that are near enough to a list.
 * At the end, it sorts the list.
 *
 * The list has a word for each agent found. The lower bits are the byte offset of the agent in a column. The upper bits
 * tell in which image of the torus the agent was seen. The squared distances (m^2) are SQUARED bytes behind the words.
 */
import { cellAlong, placeOfCell, reachable, turnOf } from './cell';
import {
  FRONT_CELL_START,
  FRONT_ID,
  FRONT_POSITION_X,
  FRONT_POSITION_Y,
  FRONT_POSITION_Z,
  FRONT_SPECIES,
  FRONT_STATUS,
  GRID,
  GRID_LAYERS,
  GRID_ROW,
  GRID_SPECIES,
  LANE_PACK,
} from './columns';
import { squaredLength } from './lanes';
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

/** The number of bits of a word that hold the byte offset of an agent: enough for LIMITS.agents. */
const OFFSET_BITS: i32 = 24;
const OFFSET: i32 = (1 << OFFSET_BITS) - 1;
/** If the list has this many bytes or more, only the nearest are kept. It must hold twice MAX_NEIGHBORS. */
const FULL: usize = 512;
/** The bytes for the words of a list. A list may exceed FULL by three words, and two vectors may follow. */
const SQUARED: usize = FULL + 64;
/** A word that stands for no agent. */
const FREE: i32 = -1;
/** The radius that is tried first, as a multiple of the distance to the last of as many neighbors as are wanted. */
const AMPLE: f32 = 1.2;
/** The change of that radius after each search, as a fraction of the difference from what would have been ample. */
const LEARN: f32 = 0.25;
/** Smaller radii than LEAST, and larger ones than NEARLY, are not tried. Both are fractions of the full radius. */
const LEAST: f32 = 1.0 / 64.0;
const NEARLY: f32 = 0.9;
/** The factor by which a radius grows in which too few were found. */
const GROW: f32 = 1.5;

let px: usize = 0;
let py: usize = 0;
let pz: usize = 0;
let ids: usize = 0;
let kinds: usize = 0;
let states: usize = 0;
let starts: usize = 0;
let layers: usize = 0;
let layersEnd: usize = 0;
let opened: usize = 0;
let pack: usize = 0;
let widest: f32 = 0;
// The radius to try first (m). It is learned, as agents in neighboring places have about as many neighbors. It changes
// only how long a search takes.
let tried: f32 = 0;
let seen: i32 = 0;
// Whether the agents walk: they see only agents of about their height, at distances of the plan.
let flat: bool = false;
let band: f32 = 0;
/** The squared distance in space to the last agent found (m^2). */
export let farthest: f32 = 0;
/** Whether an agent was found on the same spot. */
export let isOnSpot: bool = false;
let nearerThan: f32 = 0;
// The list of those found, where it would end with `most` entries, where it ends, and memory to sort it.
let found: usize = 0;
let foundMost: usize = 0;
let foundEnd: usize = 0;
let sorted: usize = 0;
// The agent whose neighbors are searched, and its position as seen in the image of the world that is being searched.
let self: usize = 0;
let image: i32 = 0;
let selfX: v128 = f32x4.splat(0);
let selfY: v128 = f32x4.splat(0);
let selfZ: v128 = f32x4.splat(0);

/**
 * Prepares the calls of `findNearest` that follow. `limit` is the maximum number of neighbors. `foundAt` and `sortedAt`
 * are memory for two lists. `mask` has the bits of the visible species. `walks` tells whether the agents walk; they then
 * see only agents whose height differs by at most `height` (m).
 */
export function openNearest(
  table: usize,
  foundAt: usize,
  sortedAt: usize,
  radius: f32,
  mask: i32,
  limit: i32,
  walks: bool,
  height: f32,
): void {
  flat = walks;
  band = height;
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
  pack = load<usize>(table + LANE_PACK);
  found = foundAt;
  sorted = sortedAt;
  if (radius != widest) tried = radius;
  widest = radius;
  seen = mask;
  foundMost = found + ((<usize>limit) << 2);
}

/** Whether the layer whose row is at `grid` has visible species. */
function isSeen(grid: usize): bool {
  return (load<i32>(grid + GRID_SPECIES) & seen) != 0;
}

/** Finds the nearest neighbors of the agent at byte `at` of the columns. Returns how many were found. */
export function findNearest(at: usize): i32 {
  self = at;
  let radius = tried < NEARLY * widest ? tried : widest;
  search(radius, radius * radius);
  while (foundEnd < foundMost && radius < widest) {
    radius = min(GROW * radius, widest);
    search(radius, radius * radius);
  }
  const ample = foundEnd < foundMost ? widest : AMPLE * sqrt<f32>(nearerThan);
  tried += LEARN * (max(min(ample, widest), LEAST * widest) - tried);
  look();
  return <i32>(foundEnd - found) >> 2;
}

/**
 * Finds up to `limit` neighbors within `radius` (m) of the agent at byte `at`. They begin with those that `findNearest`
 * finds, if all of these are within that radius.
 */
export function findTouching(at: usize, radius: f64, limit: i32): i32 {
  const usual = foundMost;
  foundMost = found + ((<usize>limit) << 2);
  self = at;
  search(<f32>radius, <f32>(radius * radius));
  foundMost = usual;
  look();
  return <i32>(foundEnd - found) >> 2;
}

/** Looks at those that a search found. For agents that walk, replaces their distances with those in the plan. */
function look(): void {
  farthest = foundEnd > found ? load<f32>(foundEnd - 4, SQUARED) : 0;
  isOnSpot = foundEnd > found && load<f32>(found, SQUARED) == 0;
  if (!flat) return;
  const count = <i32>(foundEnd - found) >> 2;
  for (let k = 0; k < count; k++) {
    const x = <f32>awayX(k);
    const y = <f32>awayY(k);
    const squared = x * x + y * y;
    if (squared == 0) isOnSpot = true;
    store<f32>(found + ((<usize>k) << 2), squared, SQUARED);
  }
}

function search(radius: f32, squared: f32): void {
  foundEnd = found;
  nearerThan = squared;
  for (let grid = layers; grid < layersEnd; grid += GRID_ROW) {
    if (!isSeen(grid)) continue;
    if (grid != opened) openLayer(starts, grid);
    opened = grid;
    searchLayer(radius);
  }
  keepNearest();
}

function searchLayer(radius: f32): void {
  const x = load<f32>(px + self);
  const y = load<f32>(py + self);
  const z = load<f32>(pz + self);
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
        image = (((turnZ + 1) << 4) | ((turnY + 1) << 2) | (turnX + 1)) << OFFSET_BITS;
        selfX = f32x4.splat(x - <f32>turnX * edgeX);
        selfY = f32x4.splat(y - <f32>turnY * edgeY);
        selfZ = f32x4.splat(z - <f32>turnZ * edgeZ);
        searchWindow(
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

/** Looks for neighbors in a window of cells of one image of the world. */
function searchWindow(fromX: i32, toX: i32, fromY: i32, toY: i32, fromZ: i32, toZ: i32): void {
  if (toX - fromX >= foldX || toY - fromY >= foldY || toZ - fromZ >= foldZ) {
    // So wide a window would meet places of the table twice: all living agents of the layer, once.
    const first = load<i32>(cellStart);
    const after = load<i32>(cellStart + ((<usize>tableCells) << 2));
    take(first, after);
    return;
  }
  const start = placeOfCell(gridRow, fromX, fromY, fromZ);
  const wide = toX - fromX;
  for (let cz = fromZ; cz <= toZ; cz++) {
    for (let cy = fromY; cy <= toY; cy++) {
      let first = start + (cz - fromZ) * strideZ + (cy - fromY) * strideY;
      // What lies behind the end of the table stands at its beginning.
      if (first >= tableCells) first -= tableCells;
      const last = first + wide;
      const begin = load<i32>(cellStart + ((<usize>first) << 2));
      const end = load<i32>(cellStart + ((<usize>min(last, tableCells - 1)) << 2), 4);
      if (begin != end) take(begin, end);
      if (last < tableCells) continue;
      const lowest = load<i32>(cellStart);
      const rest = load<i32>(cellStart + ((<usize>(last - tableCells)) << 2), 4);
      if (rest != lowest) take(lowest, rest);
    }
  }
}

/** Adds the agents in places [begin, end) whose squared distance is at most `nearerThan` (m^2). */
function take(begin: i32, end: i32): void {
  const ax = px;
  const ay = py;
  const az = pz;
  const x = selfX;
  const y = selfY;
  const z = selfZ;
  const packed = pack;
  const seenIn = i32x4.splat(image);
  let limit = f32x4.splat(nearerThan);
  let to = foundEnd;
  for (let j = begin; j < end; j += 4) {
    if (to >= found + FULL) {
      foundEnd = to;
      keepNearest();
      limit = f32x4.splat(nearerThan);
      to = foundEnd;
    }
    const at = (<usize>j) << 2;
    const dx = f32x4.sub(v128.load(ax + at), x);
    const dy = f32x4.sub(v128.load(ay + at), y);
    const dz = f32x4.sub(v128.load(az + at), z);
    const squared = squaredLength(dx, dy, dz);
    let lanes = i32x4.bitmask(f32x4.le(squared, limit));
    if (flat) lanes &= i32x4.bitmask(f32x4.le(f32x4.abs(dz), f32x4.splat(band)));
    if (end - j < 4) lanes &= 15 >> (4 - (end - j));
    const order = v128.load(packed + ((<usize>lanes) << 4));
    const bytes = i8x16.shuffle(order, order, 0, 0, 0, 0, 4, 4, 4, 4, 8, 8, 8, 8, 12, 12, 12, 12);
    v128.store(to, i32x4.add(order, i32x4.add(seenIn, i32x4.splat(<i32>at))));
    v128.store(to + SQUARED, i8x16.swizzle(squared, i8x16.add(bytes, i32x4.splat(0x03020100))));
    to += (<usize>popcnt(lanes)) << 2;
  }
  foundEnd = to;
}

/**
 * Sorts those found by distance and then by id, and keeps the nearest. Drops the agent itself, agents of species that it
 * does not see, and agents that are quarantined.
 */
function keepNearest(): void {
  sortByDistance();
  const end = sorted + (foundEnd - found);
  let to = found;
  for (let at = sorted; at < end; at += 4) {
    const squared = load<f32>(at, SQUARED);
    if (to >= foundMost && squared > load<f32>(foundMost - 4, SQUARED)) break;
    const word = load<i32>(at);
    const place = <usize>(word & OFFSET) >> 2;
    if (place << 2 == self || load<u8>(states + place) != 1) continue;
    if (((seen >>> load<u8>(kinds + place)) & 1) == 0) continue;
    let slot = to;
    for (; slot > found; slot -= 4) {
      const before = load<f32>(slot - 4, SQUARED);
      if (before < squared || idOf(load<i32>(slot - 4)) < idOf(word)) break;
      store<i32>(slot, load<i32>(slot - 4));
      store<f32>(slot, before, SQUARED);
    }
    store<i32>(slot, word);
    store<f32>(slot, squared, SQUARED);
    to += 4;
  }
  foundEnd = min(to, foundMost);
  if (to >= foundMost) nearerThan = load<f32>(foundMost - 4, SQUARED);
  // Neighbors are also taken two at a time.
  if (foundEnd > found) store<i32>(foundEnd, load<i32>(foundEnd - 4));
}

/**
 * Writes the list of those found to `sorted`, in the order of their distances. An entry goes to the place whose number
 * is the number of nearer ones, or to the next free place if others are as near.
 */
function sortByDistance(): void {
  const end = foundEnd;
  // The last eight may be fewer.
  v128.store(end, f32x4.splat(Infinity), SQUARED);
  v128.store(end + 16, f32x4.splat(Infinity), SQUARED);
  for (let four = found, to = sorted; four < end; four += 16, to += 16) {
    v128.store(to, i32x4.splat(FREE));
    v128.store(to, i32x4.splat(FREE), 16);
  }
  for (let eight = found; eight < end; eight += 32) {
    const first = v128.load(eight, SQUARED);
    const second = v128.load(eight + 16, SQUARED);
    let nearerFirst = i32x4.splat(0);
    let nearerSecond = i32x4.splat(0);
    for (let other = found; other < end; other += 4) {
      const one = v128.load32_splat(other, SQUARED);
      // A comparison that is true is -1.
      nearerFirst = i32x4.sub(nearerFirst, f32x4.lt(one, first));
      nearerSecond = i32x4.sub(nearerSecond, f32x4.lt(one, second));
    }
    sortFour(eight, nearerFirst);
    if (eight + 16 < end) sortFour(eight + 16, nearerSecond);
  }
}

function sortFour(entry: usize, nearer: v128): void {
  sortIn(entry, i32x4.extract_lane(nearer, 0));
  sortIn(entry + 4, i32x4.extract_lane(nearer, 1));
  sortIn(entry + 8, i32x4.extract_lane(nearer, 2));
  sortIn(entry + 12, i32x4.extract_lane(nearer, 3));
}

/** Writes an entry of the list of those found to the sorted list, where `nearer` entries come before it, or more. */
function sortIn(entry: usize, nearer: i32): void {
  let to = sorted + ((<usize>nearer) << 2);
  while (load<i32>(to) != FREE) to += 4;
  store<i32>(to, load<i32>(entry));
  store<f32>(to, load<f32>(entry, SQUARED), SQUARED);
}

function idOf(word: i32): u32 {
  return load<u32>(ids + <usize>(word & OFFSET));
}

function wordOf(nth: i32): i32 {
  return load<i32>(found + ((<usize>nth) << 2));
}

/** The byte offset in a column of the nth neighbor. */
export function offsetOf(nth: i32): usize {
  return <usize>(wordOf(nth) & OFFSET);
}

/** The squared distance (m^2) to the nth neighbor. */
export function squaredOf(nth: i32): f32 {
  return load<f32>(found + ((<usize>nth) << 2), SQUARED);
}

/** The vector (m) along x from the agent to its nth neighbor, with the same bits as in TypeScript. */
export function awayX(nth: i32): f64 {
  return f64x2.extract_lane(twoAwayX(nth), 0);
}

/** The vector along y, as in `awayX`. */
export function awayY(nth: i32): f64 {
  return f64x2.extract_lane(twoAwayY(nth), 0);
}

/** The vector along z, as in `awayX`. */
export function awayZ(nth: i32): f64 {
  if (flat) return 0;
  return f64x2.extract_lane(twoAwayZ(nth), 0);
}

/** The vectors along x to the nth neighbor and to the next. Behind the last neighbor, it is there again. */
export function twoAwayX(nth: i32): v128 {
  return twoAway(px, nth, OFFSET_BITS, edgeX);
}

/** The vectors along y, as in `twoAwayX`. */
export function twoAwayY(nth: i32): v128 {
  return twoAway(py, nth, OFFSET_BITS + 2, edgeY);
}

/** The vectors along z, as in `twoAwayX`. */
export function twoAwayZ(nth: i32): v128 {
  return twoAway(pz, nth, OFFSET_BITS + 4, edgeZ);
}

function twoAway(column: usize, nth: i32, bits: i32, edge: f32): v128 {
  const words = v128.load64_zero(found + ((<usize>nth) << 2));
  const turns = i32x4.sub(v128.and(i32x4.shr_u(words, bits), i32x4.splat(3)), i32x4.splat(1));
  const shift = f32x4.mul(f32x4.convert_i32x4_s(turns), f32x4.splat(edge));
  const from = f32x4.sub(v128.load_splat<f32>(column + self, 0), shift);
  return f64x2.promote_low_f32x4(f32x4.sub(twoOf(column, nth), from));
}

/** The f32 of the nth neighbor and of the next in a column. */
export function twoOf(column: usize, nth: i32): v128 {
  const one = v128.load32_zero(column + offsetOf(nth));
  return v128.load32_lane(column + offsetOf(nth + 1), one, 1);
}
