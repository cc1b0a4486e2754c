/**
 * SIMD twin of src/grid/nearest-in-tree.ts. Agents of a group are usually close together, so the whole group descends
 * the tree at once. Each node is tested against the box around the group. Each agent in the tree is tested against four
 * agents of the group at a time. The result does not depend on how agents are grouped.
 */
import {
  BLOCK_BYTES,
  FAN,
  FRONT_ID,
  FRONT_POSITION_X,
  FRONT_POSITION_Y,
  FRONT_POSITION_Z,
  FRONT_SPECIES,
  FRONT_STATUS,
  LEAF,
  NODE_BYTES,
  PART_BYTES,
  TREE_BLOCK,
  TREE_NODE,
  TREE_PART,
  TREE_PLACE,
  TREE_TOP,
} from './columns';
import { laneOf, least, most } from './lanes';
import { levelsOf } from './tree';

/** The number of agents in a group. */
const GROUP: i32 = 16;
const GROUP_BYTES: usize = 64;
// Planes of a group, in a worker's scratch.
const X: usize = 0;
const Y: usize = GROUP_BYTES;
const Z: usize = 2 * GROUP_BYTES;
/**
 * Planes of a group: PLACE holds the place of each agent. RESULT holds the index at which the result of the agent is
 * stored.
 */
const PLACE: usize = 3 * GROUP_BYTES;
const RESULT: usize = 4 * GROUP_BYTES;
/**
 * Planes of a group: BEST holds the squared distance (m^2) to the nearest agent found so far. FOUND holds the place of
 * that agent, or -1. FOUND_ID holds its id, or the highest id if nothing is found.
 */
const BEST: usize = 5 * GROUP_BYTES;
const FOUND: usize = 6 * GROUP_BYTES;
const FOUND_ID: usize = 7 * GROUP_BYTES;

let ids: usize = 0;
let px: usize = 0;
let py: usize = 0;
let pz: usize = 0;
let nodes: usize = 0;
let blocks: usize = 0;
let places: usize = 0;
let group: usize = 0;
/** The number of agents in the current group. */
let size: i32 = 0;
/**
 * The largest value of the plane BEST (m^2). Everything with a larger squared distance from the group's box is skipped.
 */
let widest: f32 = 0;
/**
 * The agent found for the last agent of the previous group. It is a good first guess, because consecutive groups are
 * usually close together.
 */
let hint: i32 = -1;
// The box about the group, turned by edges of the torus (m).
let fromX: v128 = f32x4.splat(0);
let fromY: v128 = f32x4.splat(0);
let fromZ: v128 = f32x4.splat(0);
let toX: v128 = f32x4.splat(0);
let toY: v128 = f32x4.splat(0);
let toZ: v128 = f32x4.splat(0);
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
 * For each living agent of `species` in places [begin, end), finds the nearest agent of a tree. Writes the place of the
 * nearest agent to `results`, or -1 if none is within `sight` (m). `edgeX`, `edgeY` and `edgeZ` are the edge lengths of
 * the torus (m). They are 0 for axes that do not wrap. `scratch` is memory of the worker.
 */
export function nearestInTree(
  table: usize,
  scratch: usize,
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
  group = scratch;
  size = 0;
  hint = -1;
  measureTree(top, parts);
  for (let i = begin; i < end; i++) {
    if (load<u8>(kinds + i) != <u8>species || load<u8>(status + i) != 1) continue;
    const lane = group + ((<usize>size) << 2);
    store<i32>(lane, i, PLACE);
    store<i32>(lane, i - begin, RESULT);
    if (++size < GROUP) continue;
    searchGroup(results, top, rows, parts, sight * sight, edgeX, edgeY, edgeZ);
    size = 0;
  }
  if (size > 0) searchGroup(results, top, rows, parts, sight * sight, edgeX, edgeY, edgeZ);
}

/**
 * Computes the box around all parts of the tree. Each group of agents searches the tree. On a torus, the search is
 * repeated for shifted copies of the group. The shifts are edge lengths of the world. Most copies need no search,
 * because they are too far from the box around the tree.
 */
function measureTree(top: usize, parts: i32): void {
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

function searchGroup(
  results: usize,
  top: usize,
  rows: usize,
  parts: i32,
  sight: f32,
  edgeX: f32,
  edgeY: f32,
  edgeZ: f32,
): void {
  // The last agent fills the lanes behind it: they do no harm and find nothing of their own.
  for (let k = size; k < GROUP; k++) {
    const lane = group + ((<usize>k) << 2);
    store<i32>(lane, load<i32>(group + ((<usize>(size - 1)) << 2), PLACE), PLACE);
  }
  openGroup(sight);
  // The world as it is before its images: what is found there is mostly the nearest.
  for (let turnZ = 0; turnZ < (edgeZ > 0 ? 3 : 1); turnZ++) {
    turn(Z, pz, turned(turnZ, edgeZ));
    fromZ = leastOf(Z);
    toZ = mostOf(Z);
    const gapZ = squaredGap(fromZ, toZ, lowZ, highZ);
    if (gapZ > widest) continue;
    for (let turnY = 0; turnY < (edgeY > 0 ? 3 : 1); turnY++) {
      turn(Y, py, turned(turnY, edgeY));
      fromY = leastOf(Y);
      toY = mostOf(Y);
      const gapY = squaredGap(fromY, toY, lowY, highY);
      if (gapY > widest) continue;
      for (let turnX = 0; turnX < (edgeX > 0 ? 3 : 1); turnX++) {
        turn(X, px, turned(turnX, edgeX));
        fromX = leastOf(X);
        toX = mostOf(X);
        const gapX = squaredGap(fromX, toX, lowX, highX);
        if (gapX + gapY + gapZ > widest) continue;
        searchParts(top, rows, parts);
      }
    }
  }
  for (let k = 0; k < size; k++) {
    const lane = group + ((<usize>k) << 2);
    hint = load<i32>(lane, FOUND);
    store<i32>(results + ((<usize>load<i32>(lane, RESULT)) << 2), hint);
  }
}

/** Starts a group's search with the agent that the previous group found last, if that agent is within sight. */
function openGroup(sight: f32): void {
  turn(X, px, 0);
  turn(Y, py, 0);
  turn(Z, pz, 0);
  const none = i32x4.splat(-1);
  for (let at: usize = 0; at < GROUP_BYTES; at += 16) {
    v128.store(group + at, f32x4.splat(sight), BEST);
    v128.store(group + at, none, FOUND);
    v128.store(group + at, none, FOUND_ID);
  }
  widest = sight;
  if (hint < 0) return;
  const from = (<usize>hint) << 2;
  compare(load<f32>(px + from), load<f32>(py + from), load<f32>(pz + from), hint);
}

/**
 * For each agent of the group, writes a number to `plane`: the agent's coordinate along one axis, minus `shift` (m).
 * `shift` selects an image of the torus.
 */
function turn(plane: usize, positions: usize, shift: f32): void {
  for (let k: usize = 0; k < GROUP_BYTES; k += 4) {
    const place = load<i32>(group + k, PLACE);
    store<f32>(group + plane + k, load<f32>(positions + ((<usize>place) << 2)) - shift);
  }
}

/** The smallest value of a plane, copied to all lanes. */
function leastOf(plane: usize): v128 {
  const at = group + plane;
  const a = f32x4.pmin(v128.load(at), v128.load(at, 16));
  const b = f32x4.pmin(v128.load(at, 32), v128.load(at, 48));
  return least(f32x4.pmin(a, b));
}

/** The largest value of a plane, copied to all lanes. */
function mostOf(plane: usize): v128 {
  const at = group + plane;
  const a = f32x4.pmax(v128.load(at), v128.load(at, 16));
  const b = f32x4.pmax(v128.load(at, 32), v128.load(at, 48));
  return most(f32x4.pmax(a, b));
}

/** The squared distance (m^2) between two intervals along an axis. */
function squaredGap(from: v128, to: v128, low: f32, high: f32): f32 {
  const gap = max(max(low - f32x4.extract_lane(to, 0), f32x4.extract_lane(from, 0) - high), 0);
  return gap * gap;
}

/**
 * The shift (m) of an image of the torus. `turn` is 0 for no shift, 1 for one edge length back, and 2 for one edge
 * length forward.
 */
function turned(turn: i32, edge: f32): f32 {
  return turn == 0 ? 0 : turn == 1 ? -edge : edge;
}

/**
 * Searches the tree for the current group of agents. Begins with the part nearest to the group, and continues with all
 * parts that may contain a nearer agent.
 */
function searchParts(top: usize, rows: usize, parts: i32): void {
  if (parts == 1) {
    if (f32x4.extract_lane(gapsOf(top), 0) <= widest) searchPart(rows);
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
  if (leastGap <= widest) searchPart(rows + <usize>nearest * PART_BYTES);
  for (let part = 0; part < parts; part += FAN) {
    const gaps = gapsOf(top + <usize>(part / FAN) * NODE_BYTES);
    let lanes = i32x4.bitmask(f32x4.le(gaps, f32x4.splat(widest)));
    while (lanes != 0) {
      const lane = ctz(lanes);
      lanes &= lanes - 1;
      if (part + lane == nearest || laneOf(gaps, lane) > widest) continue;
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

/** Searches the nth node of a level, nearest children first. The nodes of the level begin at the address `first`. */
function searchNode(first: usize, level: i32, nth: i32): void {
  const gaps = gapsOf(first + <usize>nth * NODE_BYTES);
  // Agents under a child, a power of two; and how many children there are.
  const shift = 3 + 2 * (levels - 1 - level);
  const children = ((count + (1 << shift) - 1) >> shift) - FAN * nth;
  let lanes = i32x4.bitmask(f32x4.le(gaps, f32x4.splat(widest)));
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
    if (gap > widest) return;
    lanes &= ~(1 << next);
    const below = FAN * nth + next;
    if (level == levels - 1) searchBlock(firstBlock + below);
    else searchNode(first + <usize>nodesHere * NODE_BYTES, level + 1, below);
  }
}

function searchBlock(block: i32): void {
  const at = blocks + <usize>block * BLOCK_BYTES;
  for (let half: usize = 0; half < 32; half += 16) {
    const four = at + half;
    const x = v128.load(four);
    const y = v128.load(four, 32);
    const z = v128.load(four, 64);
    // Behind the last agent of a part there is NaN, which is near nothing.
    let near = i32x4.bitmask(f32x4.le(gapsBetween(x, y, z, x, y, z), f32x4.splat(widest)));
    while (near != 0) {
      const lane = (<usize>ctz(near)) << 2;
      near &= near - 1;
      const place = load<i32>(places + ((<usize>(LEAF * block)) << 2) + half + lane);
      compare(
        load<f32>(four + lane),
        load<f32>(four + lane, 32),
        load<f32>(four + lane, 64),
        place,
      );
    }
  }
}

/**
 * Updates the nearest agent of each agent in the present group. The candidate is the agent at `place`, at position (x,
 * y, z).
 */
function compare(x: f32, y: f32, z: f32, place: i32): void {
  const id = i32x4.splat(load<i32>(ids + ((<usize>place) << 2)));
  const other = i32x4.splat(place);
  const otherX = f32x4.splat(x);
  const otherY = f32x4.splat(y);
  const otherZ = f32x4.splat(z);
  let farthest = f32x4.splat(0);
  for (let k: usize = 0; k < GROUP_BYTES; k += 16) {
    const at = group + k;
    const dx = f32x4.sub(otherX, v128.load(at, X));
    const dy = f32x4.sub(otherY, v128.load(at, Y));
    const dz = f32x4.sub(otherZ, v128.load(at, Z));
    const squared = f32x4.add(f32x4.add(f32x4.mul(dx, dx), f32x4.mul(dy, dy)), f32x4.mul(dz, dz));
    const best = v128.load(at, BEST);
    const foundId = v128.load(at, FOUND_ID);
    const first = v128.and(f32x4.eq(squared, best), i32x4.lt_u(id, foundId));
    const taken = v128.andnot(
      v128.or(f32x4.lt(squared, best), first),
      i32x4.eq(other, v128.load(at, PLACE)),
    );
    const nearer = v128.bitselect(squared, best, taken);
    v128.store(at, nearer, BEST);
    v128.store(at, v128.bitselect(other, v128.load(at, FOUND), taken), FOUND);
    v128.store(at, v128.bitselect(id, foundId, taken), FOUND_ID);
    farthest = f32x4.pmax(farthest, nearer);
  }
  widest = f32x4.extract_lane(most(farthest), 0);
}

/** The squared distances (m^2) from the group's box to the boxes of a node's four children. */
function gapsOf(node: usize): v128 {
  return gapsBetween(
    v128.load(node),
    v128.load(node, 16),
    v128.load(node, 32),
    v128.load(node, 48),
    v128.load(node, 64),
    v128.load(node, 80),
  );
}

/**
 * The squared distances (m^2) from the group's box to four boxes. Take an agent in the group's box, and an agent in one
 * of the four boxes. Despite rounding, the computed squared distance between these agents is never less than the result
 * for that box.
 */
function gapsBetween(
  lowsX: v128,
  lowsY: v128,
  lowsZ: v128,
  highsX: v128,
  highsY: v128,
  highsZ: v128,
): v128 {
  const dx = gapsAlong(fromX, toX, lowsX, highsX);
  const dy = gapsAlong(fromY, toY, lowsY, highsY);
  const dz = gapsAlong(fromZ, toZ, lowsZ, highsZ);
  return f32x4.add(f32x4.add(f32x4.mul(dx, dx), f32x4.mul(dy, dy)), f32x4.mul(dz, dz));
}

function gapsAlong(from: v128, to: v128, lows: v128, highs: v128): v128 {
  return f32x4.max(f32x4.max(f32x4.sub(lows, to), f32x4.sub(from, highs)), f32x4.splat(0));
}
