/** SIMD twin of src/grid/nearest-in-tree.ts: four boxes, or four agents, at a time. */
import {
  FRONT_ID,
  FRONT_POSITION_X,
  FRONT_POSITION_Y,
  FRONT_POSITION_Z,
  FRONT_SPECIES,
  FRONT_STATUS,
  TREE_BLOCK,
  TREE_NODE,
  TREE_PART,
  TREE_PLACE,
  TREE_TOP,
} from './columns';
import { levelsOf } from './tree';

/** As in src/world/tree-plan.ts; bytes of a block, a node and a part. */
const LEAF: i32 = 8;
const FAN: i32 = 4;
const BLOCK_BYTES: usize = 128;
const NODE_BYTES: usize = 96;
const PART_BYTES: usize = 16;

let ids: usize = 0;
let px: usize = 0;
let py: usize = 0;
let pz: usize = 0;
let nodes: usize = 0;
let blocks: usize = 0;
let places: usize = 0;
let self: i32 = 0;
let x: v128 = f32x4.splat(0);
let y: v128 = f32x4.splat(0);
let z: v128 = f32x4.splat(0);
let best: f32 = 0;
let found: i32 = -1;
// The box about the tree (m).
let lowX: f32 = 0;
let lowY: f32 = 0;
let lowZ: f32 = 0;
let highX: f32 = 0;
let highY: f32 = 0;
let highZ: f32 = 0;
// The part that is searched: its levels, agents, and where its blocks begin.
let levels: i32 = 0;
let count: i32 = 0;
let firstBlock: i32 = 0;

/**
 * Writes to `results` the places of the nearest agents of a tree to the living ones of a species in places
 * [begin, end), or -1; edges are 0 off a torus.
 */
export function nearestInTree(
  table: usize,
  results: usize,
  parts: i32,
  firstPart: i32,
  firstTop: i32,
  begin: i32,
  end: i32,
  species: i32,
  sight: f32,
  edgeX: f32,
  edgeY: f32,
  edgeZ: f32,
): void {
  ids = load<usize>(table + FRONT_ID);
  nodes = load<usize>(table + TREE_NODE);
  blocks = load<usize>(table + TREE_BLOCK);
  places = load<usize>(table + TREE_PLACE);
  px = load<usize>(table + FRONT_POSITION_X);
  py = load<usize>(table + FRONT_POSITION_Y);
  pz = load<usize>(table + FRONT_POSITION_Z);
  const kinds = load<usize>(table + FRONT_SPECIES);
  const status = load<usize>(table + FRONT_STATUS);
  const top = load<usize>(table + TREE_TOP) + <usize>firstTop * NODE_BYTES;
  const rows = load<usize>(table + TREE_PART) + <usize>firstPart * PART_BYTES;
  found = -1;
  measureBox(top, parts);
  for (let i = begin; i < end; i++) {
    if (load<u8>(kinds + i) != <u8>species || load<u8>(status + i) != 1) continue;
    openSearch(i, sight * sight);
    const at = (<usize>i) << 2;
    for (let turnZ = 0; turnZ < (edgeZ > 0 ? 3 : 1); turnZ++) {
      const ownZ = load<f32>(pz + at) - turned(turnZ, edgeZ);
      const gapZ = squaredGap(ownZ, lowZ, highZ);
      if (gapZ > best) continue;
      z = f32x4.splat(ownZ);
      for (let turnY = 0; turnY < (edgeY > 0 ? 3 : 1); turnY++) {
        const ownY = load<f32>(py + at) - turned(turnY, edgeY);
        const gapY = squaredGap(ownY, lowY, highY);
        if (gapY > best) continue;
        y = f32x4.splat(ownY);
        for (let turnX = 0; turnX < (edgeX > 0 ? 3 : 1); turnX++) {
          const ownX = load<f32>(px + at) - turned(turnX, edgeX);
          if (squaredGap(ownX, lowX, highX) + gapY + gapZ > best) continue;
          x = f32x4.splat(ownX);
          searchParts(top, rows, parts);
        }
      }
    }
    store<i32>(results + ((<usize>(i - begin)) << 2), found);
  }
}

/** The box about all parts: most images of an agent lie too far from it. */
function measureBox(top: usize, parts: i32): void {
  lowX = Infinity;
  lowY = Infinity;
  lowZ = Infinity;
  highX = -Infinity;
  highY = -Infinity;
  highZ = -Infinity;
  for (let part = 0; part < parts; part++) {
    const at = top + <usize>(part / FAN) * NODE_BYTES + <usize>((part % FAN) << 2);
    // A part without agents lies nowhere.
    if (load<f32>(at) == Infinity) continue;
    lowX = min(lowX, load<f32>(at));
    lowY = min(lowY, load<f32>(at, 16));
    lowZ = min(lowZ, load<f32>(at, 32));
    highX = max(highX, load<f32>(at, 48));
    highY = max(highY, load<f32>(at, 64));
    highZ = max(highZ, load<f32>(at, 80));
  }
}

/** The squared distance (m^2) from a coordinate to a range of them. */
function squaredGap(value: f32, low: f32, high: f32): f32 {
  const gap = (value < low ? low : value > high ? high : value) - value;
  return gap * gap;
}

/** Begins with what the agent before found: those that follow each other are mostly near each other. */
function openSearch(i: i32, sight: f32): void {
  self = i;
  best = sight;
  const hint = found;
  found = -1;
  if (hint < 0 || hint == i) return;
  const from = (<usize>i) << 2;
  const to = (<usize>hint) << 2;
  const dx = load<f32>(px + to) - load<f32>(px + from);
  const dy = load<f32>(py + to) - load<f32>(py + from);
  const dz = load<f32>(pz + to) - load<f32>(pz + from);
  const squared = dx * dx + dy * dy + dz * dz;
  if (squared > sight) return;
  best = squared;
  found = hint;
}

/** The shift (m) of an image: none, then one turn back, then one on. */
function turned(turn: i32, edge: f32): f32 {
  return turn == 0 ? 0 : turn == 1 ? -edge : edge;
}

/** Searches the nearest part, then all that may hold a nearer agent. */
function searchParts(top: usize, rows: usize, parts: i32): void {
  if (parts == 1) {
    if (f32x4.extract_lane(gapsOf(top), 0) <= best) searchPart(rows);
    return;
  }
  let nearest = 0;
  let leastGap: f32 = Infinity;
  for (let part = 0; part < parts; part += FAN) {
    const gaps = gapsOf(top + <usize>(part / FAN) * NODE_BYTES);
    if (!v128.any_true(f32x4.lt(gaps, f32x4.splat(leastGap)))) continue;
    for (let lane = 0; lane < FAN; lane++) {
      const gap = laneOf(gaps, lane);
      if (gap < leastGap) {
        leastGap = gap;
        nearest = part + lane;
      }
    }
  }
  if (leastGap <= best) searchPart(rows + <usize>nearest * PART_BYTES);
  for (let part = 0; part < parts; part += FAN) {
    const gaps = gapsOf(top + <usize>(part / FAN) * NODE_BYTES);
    let lanes = i32x4.bitmask(f32x4.le(gaps, f32x4.splat(best)));
    while (lanes != 0) {
      const lane = ctz(lanes);
      lanes &= lanes - 1;
      if (part + lane == nearest || laneOf(gaps, lane) > best) continue;
      searchPart(rows + <usize>(part + lane) * PART_BYTES);
    }
  }
}

function searchPart(row: usize): void {
  count = load<i32>(row);
  if (count == 0) return;
  firstBlock = load<i32>(row, 4);
  levels = levelsOf(count);
  searchNode(nodes + <usize>load<i32>(row, 8) * NODE_BYTES, 0, 0);
}

/** Searches the nth node of a level, whose nodes begin at `first`; the nearest children come first. */
function searchNode(first: usize, level: i32, nth: i32): void {
  const gaps = gapsOf(first + <usize>nth * NODE_BYTES);
  // Agents under a child, a power of two; and how many children there are.
  const shift = 3 + 2 * (levels - 1 - level);
  const children = ((count + (1 << shift) - 1) >> shift) - FAN * nth;
  let lanes = i32x4.bitmask(f32x4.le(gaps, f32x4.splat(best)));
  if (children < FAN) lanes &= (1 << children) - 1;
  const nodesHere = (count + (FAN << shift) - 1) >> (shift + 2);
  while (lanes != 0) {
    let next = ctz(lanes);
    let gap = laneOf(gaps, next);
    for (let rest = lanes & (lanes - 1); rest != 0; rest &= rest - 1) {
      const other = laneOf(gaps, ctz(rest));
      if (other < gap) {
        gap = other;
        next = ctz(rest);
      }
    }
    if (gap > best) return;
    lanes &= ~(1 << next);
    const below = FAN * nth + next;
    if (level == levels - 1) searchBlock(firstBlock + below);
    else searchNode(first + <usize>nodesHere * NODE_BYTES, level + 1, below);
  }
}

function searchBlock(block: i32): void {
  const at = blocks + <usize>block * BLOCK_BYTES;
  searchFour(at, LEAF * block);
  searchFour(at + 16, LEAF * block + 4);
}

function searchFour(at: usize, first: i32): void {
  const dx = f32x4.sub(v128.load(at), x);
  const dy = f32x4.sub(v128.load(at, 32), y);
  const dz = f32x4.sub(v128.load(at, 64), z);
  const squared = f32x4.add(f32x4.add(f32x4.mul(dx, dx), f32x4.mul(dy, dy)), f32x4.mul(dz, dz));
  let lanes = i32x4.bitmask(f32x4.le(squared, f32x4.splat(best)));
  while (lanes != 0) {
    const lane = ctz(lanes);
    lanes &= lanes - 1;
    const distance = laneOf(squared, lane);
    if (distance > best) continue;
    const place = load<i32>(places + ((<usize>(first + lane)) << 2));
    if (place == self) continue;
    if (distance == best && found >= 0 && idAt(place) > idAt(found)) continue;
    best = distance;
    found = place;
  }
}

function idAt(place: i32): u32 {
  return load<u32>(ids + ((<usize>place) << 2));
}

/** The squared distances (m^2) to the boxes of a node's children. */
function gapsOf(node: usize): v128 {
  const dx = f32x4.sub(clamped(x, v128.load(node), v128.load(node, 48)), x);
  const dy = f32x4.sub(clamped(y, v128.load(node, 16), v128.load(node, 64)), y);
  const dz = f32x4.sub(clamped(z, v128.load(node, 32), v128.load(node, 80)), z);
  return f32x4.add(f32x4.add(f32x4.mul(dx, dx), f32x4.mul(dy, dy)), f32x4.mul(dz, dz));
}

function clamped(value: v128, low: v128, high: v128): v128 {
  return f32x4.pmin(f32x4.pmax(value, low), high);
}

function laneOf(v: v128, lane: i32): f32 {
  if (lane == 0) return f32x4.extract_lane(v, 0);
  if (lane == 1) return f32x4.extract_lane(v, 1);
  if (lane == 2) return f32x4.extract_lane(v, 2);
  return f32x4.extract_lane(v, 3);
}
