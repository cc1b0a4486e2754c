/**
 * SIMD twin of src/grid/tree.ts. While a tree is built, an agent is a record of four words: x, y, z and its place. The
 * records of a block are in the memory of the block. Finally, `turnBlocks` rearranges each block by coordinate: all x,
 * then all y, then all z.
 */
import {
  BLOCK_BYTES,
  FAN,
  FRONT_POSITION_X,
  FRONT_POSITION_Y,
  FRONT_POSITION_Z,
  FRONT_SLOT,
  FRONT_STATUS,
  LEAF,
  NODE_BYTES,
  PART_BYTES,
  SAMPLE,
  TREE_BLOCK,
  TREE_NODE,
  TREE_PART,
  TREE_PLACE,
  TREE_SCRATCH_COUNT,
  TREE_SCRATCH_CUT_AT,
  TREE_SCRATCH_CUT_AXIS,
  TREE_SCRATCH_END,
  TREE_SCRATCH_SAMPLE,
  TREE_TOP,
} from './columns';
import { least, most } from './lanes';

/** The bytes of an agent's record. */
const RECORD: usize = 16;

let table: usize = 0;
let sample: usize = 0;
let cutAxis: usize = 0;
let cutAt: usize = 0;
let counts: usize = 0;
let ends: usize = 0;
let parts: i32 = 0;
let firstPart: i32 = 0;
let firstTop: i32 = 0;
let firstBlock: i32 = 0;
let firstNode: i32 = 0;

/**
 * Divides the agents of a tree into parts. The tree holds all living agents whose indices are in [first, first +
 * count). Writes the records of the parts [begin, end). `plantPart` then builds these parts.
 */
export function cutTree(
  addresses: usize,
  scratch: usize,
  first: i32,
  count: i32,
  partCount: i32,
  partRow: i32,
  topNode: i32,
  block: i32,
  node: i32,
  begin: i32,
  end: i32,
): void {
  table = addresses;
  sample = scratch + (TREE_SCRATCH_SAMPLE << 2);
  cutAxis = scratch + (TREE_SCRATCH_CUT_AXIS << 2);
  cutAt = scratch + (TREE_SCRATCH_CUT_AT << 2);
  counts = scratch + (TREE_SCRATCH_COUNT << 2);
  ends = scratch + (TREE_SCRATCH_END << 2);
  parts = partCount;
  firstPart = partRow;
  firstTop = topNode;
  firstBlock = block;
  firstNode = node;
  memory.fill(counts, 0, (<usize>parts) << 2);
  const slots: usize = load<usize>(table + FRONT_SLOT) + ((<usize>first) << 2);
  const status: usize = load<usize>(table + FRONT_STATUS);
  if (parts > 1) {
    let living = 0;
    for (let k = 0; k < count; k++) {
      if (isAlive(status, slots, k)) living++;
    }
    const stride = max(1, living / SAMPLE);
    let seen = 0;
    let taken = 0;
    for (let k = 0; k < count && taken < SAMPLE; k++) {
      if (!isAlive(status, slots, k)) continue;
      if (seen % stride == 0) {
        v128.store(sample + <usize>taken * RECORD, recordOf(slots, k));
        taken++;
      }
      seen++;
    }
    halve(1, sample, sample + <usize>taken * RECORD);
  }
  for (let k = 0; k < count; k++) {
    if (!isAlive(status, slots, k)) continue;
    const at = counts + ((<usize>partOf(recordOf(slots, k))) << 2);
    store<i32>(at, load<i32>(at) + 1);
  }
  for (let part = begin; part < end; part++) {
    store<usize>(ends + ((<usize>part) << 2), recordsOf(blockOf(part)));
  }
  for (let k = 0; k < count; k++) {
    if (!isAlive(status, slots, k)) continue;
    const record = recordOf(slots, k);
    const part = partOf(record);
    if (part < begin || part >= end) continue;
    const at = ends + ((<usize>part) << 2);
    const to = load<usize>(at);
    v128.store(to, record);
    store<usize>(at, to + RECORD);
  }
}

/** The index of the first block of a part. */
function blockOf(part: i32): i32 {
  let block = firstBlock;
  for (let before = 0; before < part; before++) {
    block += (load<i32>(counts + ((<usize>before) << 2)) + LEAF - 1) / LEAF;
  }
  return block;
}

function recordsOf(block: i32): usize {
  return load<usize>(table + TREE_BLOCK) + <usize>block * BLOCK_BYTES;
}

function isAlive(status: usize, slots: usize, k: i32): bool {
  return load<u8>(status + <usize>load<u32>(slots + ((<usize>k) << 2))) == 1;
}

/**
 * Returns the record of one agent. `slots` is a list of places, and item `k` of this list is the place of the agent.
 */
function recordOf(slots: usize, k: i32): v128 {
  const place = load<u32>(slots + ((<usize>k) << 2));
  const at = (<usize>place) << 2;
  let record = v128.load32_zero(load<usize>(table + FRONT_POSITION_X) + at);
  record = v128.load_lane<f32>(load<usize>(table + FRONT_POSITION_Y) + at, record, 1);
  record = v128.load_lane<f32>(load<usize>(table + FRONT_POSITION_Z) + at, record, 2);
  return i32x4.replace_lane(record, 3, place);
}

function coordinate(record: v128, axis: i32): f32 {
  if (axis == 0) return f32x4.extract_lane(record, 0);
  return axis == 1 ? f32x4.extract_lane(record, 1) : f32x4.extract_lane(record, 2);
}

/**
 * Cuts the records [from, to) of the sample into two halves. Stores the axis and the coordinate of the cut. Then cuts
 * each half in the same way.
 */
function halve(node: i32, from: usize, to: usize): void {
  if (node >= parts) return;
  if (from == to) {
    store<i32>(cutAxis + ((<usize>node) << 2), 0);
    store<f32>(cutAt + ((<usize>node) << 2), 0);
    halve(2 * node, from, to);
    halve(2 * node + 1, from, to);
    return;
  }
  const axis = widest(from, to);
  const middle = from + ((to - from) / RECORD / 2) * RECORD;
  select(from, to, middle, axis);
  store<i32>(cutAxis + ((<usize>node) << 2), axis);
  store<f32>(cutAt + ((<usize>node) << 2), coordinate(v128.load(middle), axis));
  halve(2 * node, from, middle);
  halve(2 * node + 1, middle, to);
}

function partOf(record: v128): i32 {
  let node = 1;
  while (node < parts) {
    const axis = load<i32>(cutAxis + ((<usize>node) << 2));
    const right = coordinate(record, axis) >= load<f32>(cutAt + ((<usize>node) << 2));
    node = 2 * node + (right ? 1 : 0);
  }
  return node - parts;
}

/** Builds one part of the tree that was cut last. */
export function plantPart(part: i32): void {
  const block = blockOf(part);
  let node = firstNode;
  for (let before = 0; before < part; before++) {
    node += nodesIn(load<i32>(counts + ((<usize>before) << 2)));
  }
  const count = load<i32>(counts + ((<usize>part) << 2));
  const row = load<usize>(table + TREE_PART) + <usize>(firstPart + part) * PART_BYTES;
  store<i32>(row, count);
  store<i32>(row, block, 4);
  store<i32>(row, node, 8);
  const top = load<usize>(table + TREE_TOP) + <usize>(firstTop + part / FAN) * NODE_BYTES;
  if (count == 0) {
    writeBox(top, part % FAN, f32x4.splat(Infinity), f32x4.splat(Infinity));
    return;
  }
  const records = recordsOf(block);
  const end = load<usize>(ends + ((<usize>part) << 2));
  arrange(records, end, <usize>capacityUnder(count, 0) * RECORD);
  plantNodes(count, records, node);
  boxOfNode(
    load<usize>(table + TREE_NODE) + <usize>node * NODE_BYTES,
    min(FAN, childrenAt(count, 0)),
  );
  writeBox(top, part % FAN, low, high);
  turnBlocks(records, end, load<usize>(table + TREE_PLACE) + <usize>(LEAF * block) * 4);
}

/**
 * Sorts the records in bytes [from, to) into a tree. The tree may use a range of bytes that begins at `from` and has
 * the length `capacity`. Afterwards, each quarter of this range holds the records of one region of the world. Each quarter
 * is divided in the same way again, down to LEAF records.
 */
function arrange(from: usize, to: usize, capacity: usize): void {
  if (to - from <= <usize>LEAF * RECORD) return;
  const half = capacity >> 1;
  const quarter = half >> 1;
  divide(from, to, from + half);
  divide(from, min(from + half, to), from + quarter);
  divide(from + half, to, from + half + quarter);
  for (let first = from; first < to; first += quarter) {
    arrange(first, min(first + quarter, to), quarter);
  }
}

function divide(from: usize, to: usize, at: usize): void {
  if (at < to) select(from, to, at, widest(from, to));
}

/** The axis along which the records are spread widest. */
function widest(from: usize, to: usize): i32 {
  let lows = v128.load(from);
  let highs = lows;
  for (let at = from + RECORD; at < to; at += RECORD) {
    const record = v128.load(at);
    lows = f32x4.pmin(lows, record);
    highs = f32x4.pmax(highs, record);
  }
  const edges = f32x4.sub(highs, lows);
  const x = f32x4.extract_lane(edges, 0);
  const y = f32x4.extract_lane(edges, 1);
  const z = f32x4.extract_lane(edges, 2);
  return x >= y && x >= z ? 0 : y >= z ? 1 : 2;
}

/**
 * Partly sorts records along an axis. Afterwards, the record at address `at` is the one that a full sort would put
 * there. Along the axis, no record before it has a greater coordinate, and no record after it has a smaller one.
 *
 * source: Hoare 1961, Algorithm 65: FIND
 */
function select(from: usize, to: usize, at: usize, axis: i32): void {
  const key = (<usize>axis) << 2;
  let first = from;
  let last = to - RECORD;
  while (first < last) {
    const pivot = medianOf(
      load<f32>(first + key),
      load<f32>(first + ((last - first) / RECORD / 2) * RECORD + key),
      load<f32>(last + key),
    );
    let i = first;
    let j = last;
    while (i <= j) {
      while (load<f32>(i + key) < pivot) i += RECORD;
      while (load<f32>(j + key) > pivot) j -= RECORD;
      if (i > j) break;
      const record = v128.load(i);
      v128.store(i, v128.load(j));
      v128.store(j, record);
      i += RECORD;
      j -= RECORD;
    }
    if (at <= j) last = j;
    else if (at >= i) first = i;
    else return;
  }
}

function medianOf(a: f32, b: f32, c: f32): f32 {
  return max<f32>(min<f32>(a, b), min<f32>(max<f32>(a, b), c));
}

/** The number of levels of nodes above `count` agents; at least one. */
export function levelsOf(count: i32): i32 {
  let levels = 1;
  for (let capacity = LEAF * FAN; capacity < count; capacity *= FAN) levels++;
  return levels;
}

/** The maximum number of agents under one node of a level. */
function capacityUnder(count: i32, level: i32): i32 {
  let capacity = LEAF * FAN;
  for (let lowest = levelsOf(count) - 1; lowest > level; lowest--) capacity *= FAN;
  return capacity;
}

/** The number of nodes in a level. */
function nodesAt(count: i32, level: i32): i32 {
  const capacity = capacityUnder(count, level);
  return (count + capacity - 1) / capacity;
}

function nodesIn(count: i32): i32 {
  let nodes = 0;
  for (let level = levelsOf(count) - 1; level >= 0; level--) nodes += nodesAt(count, level);
  return nodes;
}

/** The number of children that all nodes of a level have together. */
function childrenAt(count: i32, level: i32): i32 {
  return level == levelsOf(count) - 1 ? (count + LEAF - 1) / LEAF : nodesAt(count, level + 1);
}

let low: v128 = i32x4.splat(0);
let high: v128 = i32x4.splat(0);

/** Computes the boxes of all nodes, from the lowest level up. */
function plantNodes(count: i32, records: usize, node: i32): void {
  const nodes = load<usize>(table + TREE_NODE) + <usize>node * NODE_BYTES;
  const levels = levelsOf(count);
  let behind = nodes + <usize>nodesIn(count) * NODE_BYTES;
  let below = behind;
  for (let level = levels - 1; level >= 0; level--) {
    const first = behind - <usize>nodesAt(count, level) * NODE_BYTES;
    const children = childrenAt(count, level);
    const grandchildren = level == levels - 1 ? 0 : childrenAt(count, level + 1);
    for (let child = 0; child < children; child++) {
      if (level == levels - 1) {
        const from = records + <usize>child * BLOCK_BYTES;
        boxOfRecords(from, min(LEAF, count - LEAF * child));
      } else {
        boxOfNode(below + <usize>child * NODE_BYTES, min(FAN, grandchildren - FAN * child));
      }
      writeBox(first + <usize>(child / FAN) * NODE_BYTES, child % FAN, low, high);
    }
    below = first;
    behind = first;
  }
}

function boxOfRecords(from: usize, count: i32): void {
  low = v128.load(from);
  high = low;
  for (let k = 1; k < count; k++) {
    const record = v128.load(from + <usize>k * RECORD);
    low = f32x4.pmin(low, record);
    high = f32x4.pmax(high, record);
  }
}

/** Computes the box around the children of a node. `children` is the number of children. */
function boxOfNode(node: usize, children: i32): void {
  const used = i32x4.lt_s(i32x4(0, 1, 2, 3), i32x4.splat(children));
  low = f32x4(
    lowest(v128.load(node), used),
    lowest(v128.load(node, 16), used),
    lowest(v128.load(node, 32), used),
    0,
  );
  high = f32x4(
    highest(v128.load(node, 48), used),
    highest(v128.load(node, 64), used),
    highest(v128.load(node, 80), used),
    0,
  );
}

function lowest(lanes: v128, used: v128): f32 {
  return f32x4.extract_lane(least(v128.bitselect(lanes, f32x4.splat(Infinity), used)), 0);
}

function highest(lanes: v128, used: v128): f32 {
  return f32x4.extract_lane(most(v128.bitselect(lanes, f32x4.splat(-Infinity), used)), 0);
}

function writeBox(node: usize, child: i32, lows: v128, highs: v128): void {
  const at = node + ((<usize>child) << 2);
  store<f32>(at, f32x4.extract_lane(lows, 0));
  store<f32>(at, f32x4.extract_lane(lows, 1), 16);
  store<f32>(at, f32x4.extract_lane(lows, 2), 32);
  store<f32>(at, f32x4.extract_lane(highs, 0), 48);
  store<f32>(at, f32x4.extract_lane(highs, 1), 64);
  store<f32>(at, f32x4.extract_lane(highs, 2), 80);
}

/**
 * Rearranges the records of each block. Afterwards, the block holds all x, then all y, then all z. The places of the
 * agents are written to `places`. Entries from `end` on are unused. Their coordinates become NaN, so no search finds
 * them.
 */
function turnBlocks(records: usize, end: usize, places: usize): void {
  const nowhere = f32x4.splat(NaN);
  let to = places;
  for (let block = records; block < end; block += BLOCK_BYTES) {
    const r0 = v128.load(block);
    const r1 = block + 16 < end ? v128.load(block, 16) : nowhere;
    const r2 = block + 32 < end ? v128.load(block, 32) : nowhere;
    const r3 = block + 48 < end ? v128.load(block, 48) : nowhere;
    const r4 = block + 64 < end ? v128.load(block, 64) : nowhere;
    const r5 = block + 80 < end ? v128.load(block, 80) : nowhere;
    const r6 = block + 96 < end ? v128.load(block, 96) : nowhere;
    const r7 = block + 112 < end ? v128.load(block, 112) : nowhere;
    turnFour(block, to, r0, r1, r2, r3);
    turnFour(block + 16, to + 16, r4, r5, r6, r7);
    to += 32;
  }
}

function turnFour(block: usize, places: usize, a: v128, b: v128, c: v128, d: v128): void {
  const xyAB = v128.shuffle<i32>(a, b, 0, 4, 1, 5);
  const xyCD = v128.shuffle<i32>(c, d, 0, 4, 1, 5);
  const zpAB = v128.shuffle<i32>(a, b, 2, 6, 3, 7);
  const zpCD = v128.shuffle<i32>(c, d, 2, 6, 3, 7);
  v128.store(block, v128.shuffle<i32>(xyAB, xyCD, 0, 1, 4, 5));
  v128.store(block, v128.shuffle<i32>(xyAB, xyCD, 2, 3, 6, 7), 32);
  v128.store(block, v128.shuffle<i32>(zpAB, zpCD, 0, 1, 4, 5), 64);
  v128.store(places, v128.shuffle<i32>(zpAB, zpCD, 2, 3, 6, 7));
}
