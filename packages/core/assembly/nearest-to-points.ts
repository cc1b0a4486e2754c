/**
 * SIMD twin of src/query/nearest.ts: finds the k agents nearest to each point. Searches the tree for one point at a
 * time, and tests four boxes or four agents at once. A hit is a 64-bit key. The high half of the key is the squared
 * distance, and the low half is the id. So one comparison sorts by distance and then by id.
 */

import { BLOCK_BYTES, FAN, LEAF, NODE_BYTES } from './columns';

/** Byte offsets of the parts of the worker's memory, see QUERY_SCRATCH in src/simd/nearest-query-twin.ts. */
const FIRST_NODE: usize = 0;
const BOX: usize = 64;
const MIN: usize = 96;
const EDGE: usize = 112;
const STACK: usize = 128;
/**
 * The byte offset where a vector of four numbers is stored. In memory, each of the four can be read by an index that is
 * known only at run time.
 */
const FOUR: usize = 1984;
const KEYS: usize = 2048;

/** Marks an unused entry of the list of hits. It is greater than every key. */
const NONE: u64 = u64.MAX_VALUE;
/**
 * Rounding can make an upper bound of a squared distance too low. So the distance is multiplied by WIDER before it is
 * squared. Then LEAST is always added to the square. For a tiny distance, WIDER alone may not be enough.
 */
const WIDER: f32 = 1.00001;
const LEAST: f32 = 1e-37;
/** If a list of hits has at most this many entries, new keys are inserted without branches. */
const FEW: i32 = 16;

/**
 * The bits of an entry on the stack. IS_BLOCK is set for a block, and clear for a node. The level of a node begins at
 * bit LEVEL_AT. NTH selects the index of the block, or the index of the node in its level.
 */
const IS_BLOCK: u32 = 0x80000000;
const LEVEL_AT: u32 = 27;
const NTH: u32 = 0x7ffffff;

let nodes: usize = 0;
let blocks: usize = 0;
let ids: usize = 0;
let leastIds: usize = 0;
let scratch: usize = 0;
let levels: u32 = 0;
/** The number of agents to find, and the largest squared distance (m^2) that can still matter. */
let most: i32 = 0;
let limit: f32 = 0;
let ignored: u32 = 0;
// The point, and as the image at hand has it.
let fromX: f32 = 0;
let fromY: f32 = 0;
let fromZ: f32 = 0;
let x: f32 = 0;
let y: f32 = 0;
let z: f32 = 0;
let turnX: i32 = 0;
let turnY: i32 = 0;
let turnZ: i32 = 0;
let wraps: bool = false;

/**
 * For each point, finds the `k` nearest agents of a tree. `points` is the number of points. The points are stored in
 * five planes: x, y, z, radius (m), and the id to ignore. Each plane begins `stride` bytes after the previous plane.
 * For each point, writes k ids, k distances (m) and the number of agents found.
 */
export function nearestToPoints(
  treeNodes: usize,
  treeBlocks: usize,
  treeIds: usize,
  treeLeastIds: usize,
  treeLevels: u32,
  ownScratch: usize,
  planes: usize,
  stride: usize,
  points: i32,
  k: i32,
  foundIds: usize,
  distances: usize,
  counts: usize,
): void {
  nodes = treeNodes;
  blocks = treeBlocks;
  ids = treeIds;
  leastIds = treeLeastIds;
  levels = treeLevels;
  scratch = ownScratch;
  most = k;
  wraps =
    load<f32>(scratch, EDGE) > 0 ||
    load<f32>(scratch, EDGE + 4) > 0 ||
    load<f32>(scratch, EDGE + 8) > 0;
  for (let n = 0; n < points; n++) {
    const at = planes + ((<usize>n) << 2);
    const nextX = intoTorus(load<f32>(at), 0);
    const nextY = intoTorus(load<f32>(at + stride), 4);
    const nextZ = intoTorus(load<f32>(at + 2 * stride), 8);
    const radius = load<f32>(at + 3 * stride);
    const next = load<u32>(at + 4 * stride);
    // Off a torus, whose images are rounded once more.
    const bound: f32 =
      n > 0 && next == ignored && !wraps ? boundFrom(nextX, nextY, nextZ) : Infinity;
    fromX = nextX;
    fromY = nextY;
    fromZ = nextZ;
    ignored = next;
    for (let hit: usize = 0; hit < (<usize>k) << 3; hit += 8) store<u64>(scratch + hit, NONE, KEYS);
    limit = min(radius * radius, bound);
    if (levels > 0) searchImages();
    const row = (<usize>n * <usize>k) << 2;
    let found = 0;
    for (let hit = 0; hit < k; hit++) {
      const to = row + ((<usize>hit) << 2);
      const key = keyAt(hit);
      const isHit = key != NONE;
      found += <i32>isHit;
      store<u32>(foundIds + to, <u32>key);
      store<f32>(distances + to, isHit ? sqrt<f32>(squaredOf(key)) : Infinity);
    }
    store<i32>(counts + ((<usize>n) << 2), found);
  }
}

/**
 * An upper bound of the squared distance (m^2) from a point to its k-th nearest agent. Here k is `most`, the number of
 * agents to find. The bound is derived from the hits of the previous point. From the previous point to the new point,
 * the distance to a hit grows at most by the distance between the two points. The bound is tight because consecutive
 * points are usually close together.
 */
function boundFrom(nextX: f32, nextY: f32, nextZ: f32): f32 {
  const last = keyAt(most - 1);
  if (last == NONE) return Infinity;
  const dx = nextX - fromX;
  const dy = nextY - fromY;
  const dz = nextZ - fromZ;
  const reach = (sqrt<f32>(dx * dx + dy * dy + dz * dz) + sqrt<f32>(squaredOf(last))) * WIDER;
  return reach * reach + LEAST;
}

/** Moves a coordinate into the torus by a multiple of the torus's edge. `axis` is 0, 4 or 8 for x, y or z. */
function intoTorus(value: f32, axis: usize): f32 {
  const edge = load<f32>(scratch + axis, EDGE);
  if (edge == 0) return value;
  const turns = Math.floor((<f64>value - <f64>load<f32>(scratch + axis, MIN)) / <f64>edge);
  if (turns == 0) return value;
  const min = load<f32>(scratch + axis, MIN);
  const inside = <f32>(<f64>value - turns * <f64>edge);
  // Rounding may leave it slightly outside.
  return inside >= min && inside < min + edge ? inside : min;
}

function searchImages(): void {
  if (!wraps) {
    x = fromX;
    y = fromY;
    z = fromZ;
    search();
    return;
  }
  const edgeX = load<f32>(scratch, EDGE);
  const edgeY = load<f32>(scratch, EDGE + 4);
  const edgeZ = load<f32>(scratch, EDGE + 8);
  for (let k = 0; k < (edgeZ > 0 ? 3 : 1); k++) {
    turnZ = turned(k);
    z = fromZ - <f32>turnZ * edgeZ;
    const gapZ = squaredGap(z, 8);
    if (gapZ > limit) continue;
    for (let j = 0; j < (edgeY > 0 ? 3 : 1); j++) {
      turnY = turned(j);
      y = fromY - <f32>turnY * edgeY;
      const gapY = squaredGap(y, 4);
      if (gapY > limit) continue;
      for (let i = 0; i < (edgeX > 0 ? 3 : 1); i++) {
        turnX = turned(i);
        x = fromX - <f32>turnX * edgeX;
        if (!(squaredGap(x, 0) + gapY + gapZ > limit)) search();
      }
    }
  }
}

/**
 * A search visits three images of the torus along each axis that wraps. Returns how many edge lengths image `k` is away
 * from the torus itself: 0 for k = 0, -1 for k = 1, and 1 for k = 2.
 */
function turned(k: i32): i32 {
  return k == 2 ? 1 : -k;
}

/** The squared distance (m^2) along one axis from a coordinate to the box of the tree. */
function squaredGap(value: f32, axis: usize): f32 {
  const low = load<f32>(scratch + axis, BOX);
  const high = load<f32>(scratch + axis, BOX + 12);
  const gap = (value < low ? low : value > high ? high : value) - value;
  return gap * gap;
}

/**
 * Searches the tree for the agents nearest to the current image of the point. A stack holds the nodes and blocks to
 * visit, with the nearest on top. The high half of each entry is the squared distance of the node or block.
 */
function search(): void {
  const pointX = f32x4.splat(x);
  const pointY = f32x4.splat(y);
  const pointZ = f32x4.splat(z);
  const stack = scratch + STACK;
  let top = stack;
  store<u64>(top, 0);
  top += 8;
  while (top > stack) {
    top -= 8;
    const waiting = load<u64>(top);
    if (squaredOf(waiting) > limit) continue;
    const what = <u32>waiting;
    if ((what & IS_BLOCK) != 0) {
      searchBlock(what & NTH, pointX, pointY, pointZ);
      continue;
    }
    const level = what >> LEVEL_AT;
    const nth = what & NTH;
    const node = load<u32>(scratch + ((<usize>level) << 2), FIRST_NODE) + nth;
    const at = nodes + <usize>node * NODE_BYTES;
    const dx = gapsAlong(pointX, v128.load(at), v128.load(at, 48));
    const dy = gapsAlong(pointY, v128.load(at, 16), v128.load(at, 64));
    const dz = gapsAlong(pointZ, v128.load(at, 32), v128.load(at, 80));
    const gaps = f32x4.add(f32x4.add(f32x4.mul(dx, dx), f32x4.mul(dy, dy)), f32x4.mul(dz, dz));
    // A node that is not full has NaN for what it lacks, which is near nothing.
    let lanes = i32x4.bitmask(f32x4.le(gaps, f32x4.splat(limit)));
    v128.store(scratch, gaps, FOUR);
    const first = top;
    const below = level == levels - 1 ? IS_BLOCK : (level + 1) << LEVEL_AT;
    while (lanes != 0) {
      const lane = ctz(lanes);
      lanes &= lanes - 1;
      const gap = load<f32>(scratch + ((<usize>lane) << 2), FOUR);
      if (gap == limit) {
        const least = load<u32>(leastIds + ((<usize>(FAN * node + lane)) << 2));
        // Where fewer were found that is the greatest number.
        if (least > <u32>keyAt(most - 1)) continue;
      }
      const key = ((<u64>reinterpret<u32>(gap)) << 32) | <u64>(below | (FAN * nth + lane));
      let to = top;
      top += 8;
      while (to > first && load<u64>(to - 8) < key) {
        store<u64>(to, load<u64>(to - 8));
        to -= 8;
      }
      store<u64>(to, key);
    }
  }
}

function searchBlock(block: u32, pointX: v128, pointY: v128, pointZ: v128): void {
  const at = blocks + <usize>block * BLOCK_BYTES;
  for (let half: usize = 0; half < 32; half += 16) {
    const four = at + half;
    const dx = f32x4.sub(v128.load(four), pointX);
    const dy = f32x4.sub(v128.load(four, 32), pointY);
    const dz = f32x4.sub(v128.load(four, 64), pointZ);
    const squared = f32x4.add(f32x4.add(f32x4.mul(dx, dx), f32x4.mul(dy, dy)), f32x4.mul(dz, dz));
    // Behind the last agent there is NaN, which is near nothing.
    let lanes = i32x4.bitmask(f32x4.le(squared, f32x4.splat(limit)));
    if (lanes == 0) continue;
    v128.store(scratch, squared, FOUR);
    while (lanes != 0) {
      const lane = ctz(lanes);
      lanes &= lanes - 1;
      const word = (<usize>lane) << 2;
      const id = load<u32>(ids + ((<usize>(LEAF * block)) << 2) + half + word);
      if (id == ignored) continue;
      if (wraps && !isNearestImage(four + word)) continue;
      take(load<f32>(scratch + word, FOUR), id);
    }
  }
}

/** Inserts an agent into the list of hits if it is among the nearest. */
function take(squared: f32, id: u32): void {
  // Others of its block may have drawn the limit nearer.
  if (!(squared <= limit)) return;
  const key = ((<u64>reinterpret<u32>(squared)) << 32) | <u64>id;
  const first = scratch + KEYS;
  const last = first + ((<usize>(most - 1)) << 3);
  if (key >= load<u64>(last)) return;
  if (most <= FEW) {
    // Without a branch: where a key belongs among few is as good as random.
    for (let to = last; to > first; to -= 8) {
      const before = load<u64>(to - 8);
      const here = load<u64>(to);
      const later = select(before, key, before > key);
      store<u64>(to, select(later, here, later < here));
    }
    const here = load<u64>(first);
    store<u64>(first, select(key, here, key < here));
  } else {
    let to = last;
    while (to > first && load<u64>(to - 8) > key) {
      store<u64>(to, load<u64>(to - 8));
      to -= 8;
    }
    store<u64>(to, key);
  }
  const worst = load<u64>(last);
  if (worst != NONE) limit = squaredOf(worst);
}

function keyAt(hit: i32): u64 {
  return load<u64>(scratch + ((<usize>hit) << 3), KEYS);
}

function squaredOf(key: u64): f32 {
  return reinterpret<f32>(<u32>(key >> 32));
}

/**
 * Whether the current image of the torus is, along every axis, the image in which an agent is nearest to the point.
 * `at` is the address of the agent in its block.
 */
function isNearestImage(at: usize): bool {
  return (
    nearestTurn(load<f32>(at), fromX, load<f32>(scratch, EDGE)) == turnX &&
    nearestTurn(load<f32>(at, 32), fromY, load<f32>(scratch, EDGE + 4)) == turnY &&
    nearestTurn(load<f32>(at, 64), fromZ, load<f32>(scratch, EDGE + 8)) == turnZ
  );
}

function nearestTurn(coordinate: f32, from: f32, edge: f32): i32 {
  if (edge == 0) return 0;
  const here = abs<f32>(coordinate - from);
  const back = abs<f32>(coordinate - (from + edge));
  const on = abs<f32>(coordinate - (from - edge));
  if (here <= back && here <= on) return 0;
  return back <= on ? -1 : 1;
}

/**
 * The distances (m) along an axis from a coordinate to four intervals. The distance to an interval never exceeds the
 * computed distance to an agent in the interval. Rounding does not change this, because it keeps the order of numbers.
 */
function gapsAlong(point: v128, lows: v128, highs: v128): v128 {
  return f32x4.max(f32x4.max(f32x4.sub(lows, point), f32x4.sub(point, highs)), f32x4.splat(0));
}
