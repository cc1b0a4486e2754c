import { NONE, PROGRESS, ROW, WORKGROUP } from './progress.ts';

/** The number of agents that a workgroup sorts. */
export const BLOCK = 256;
/** The number of bits by which one pass sorts. */
export const DIGIT_BITS = 4;
const DIGITS = 1 << DIGIT_BITS;
/** The number of agents of a block that are counted together. */
const PART = 16;

export const START = `
@group(0) @binding(0) var<storage, read_write> progress: array<atomic<u32>>;
fn isStopped() -> bool { return atomicLoad(&progress[${PROGRESS.alarm}]) != ${NONE}u; }
`;

/** The number of workgroups that sort, and the number of their counts. */
export function blocksOf(agents: number): number {
  return Math.ceil(agents / BLOCK);
}

/** The index of a workgroup, and of a thread among all. */
const PLACE = `
fn blockAt(group: vec3u) -> u32 { return group.x + ${ROW}u * group.y; }
`;

/**
 * What the passes of the sort have in common. `order` has the agents in the order so far. `shift` says by which bits a
 * pass sorts, and where the keys begin: one pipeline for all passes.
 */
function digits(agents: number): string {
  return `
@group(0) @binding(1) var<uniform> shift: vec4u;
@group(0) @binding(2) var<storage, read> keys: array<u32>;
@group(0) @binding(3) var<storage, read> order: array<u32>;
fn digitOf(agent: u32) -> u32 { return (keys[shift.y + agent] >> shift.x) & ${DIGITS - 1}u; }
const AGENTS = ${agents}u;
const BLOCKS = ${blocksOf(agents)}u;
`;
}

/**
 * Counts the agents of each block with each digit. Bindings: `progress`, `shift`, `keys`, `order` and `counts`, which has
 * a count for each digit and, within a digit, each block.
 */
export function countCode(agents: number): string {
  return `${START}${PLACE}${digits(agents)}
@group(0) @binding(4) var<storage, read_write> counts: array<u32>;
var<workgroup> count: array<atomic<u32>, ${DIGITS}>;
@compute @workgroup_size(${BLOCK}) fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) thread: u32) {
  let block = blockAt(group);
  let e = block * ${BLOCK}u + thread;
  if (e < AGENTS && !isStopped()) { atomicAdd(&count[digitOf(order[e])], 1u); }
  workgroupBarrier();
  if (thread < ${DIGITS}u && block < BLOCKS) { counts[thread * BLOCKS + block] = atomicLoad(&count[thread]); }
}`;
}

/** Replaces each count by the sum of all before it, by one workgroup. Bindings: `progress` and `counts`. */
export function scanCode(agents: number): string {
  const words = DIGITS * blocksOf(agents);
  const share = Math.ceil(words / BLOCK);
  return `${START}
@group(0) @binding(1) var<storage, read_write> counts: array<u32>;
var<workgroup> sums: array<u32, ${BLOCK}>;
@compute @workgroup_size(${BLOCK}) fn main(@builtin(local_invocation_index) thread: u32) {
  let begin = thread * ${share}u;
  let end = min(begin + ${share}u, ${words}u);
  var sum = 0u;
  for (var k = begin; k < end; k++) { sum += counts[k]; }
  sums[thread] = sum;
  for (var step = 1u; step < ${BLOCK}u; step *= 2u) {
    workgroupBarrier();
    let before = select(0u, sums[max(thread, step) - step], thread >= step);
    workgroupBarrier();
    sums[thread] += before;
  }
  var place = sums[thread] - sum;
  for (var k = begin; k < end; k++) {
    let own = counts[k];
    counts[k] = place;
    place += own;
  }
}`;
}

/**
 * Puts the agents in the order of a digit, and those with the same digit in the order so far. Bindings: `progress`,
 * `shift`, `keys`, `order`, `counts` and `sorted`.
 */
export function scatterCode(agents: number): string {
  return `${START}${PLACE}${digits(agents)}
@group(0) @binding(4) var<storage, read> counts: array<u32>;
@group(0) @binding(5) var<storage, read_write> sorted: array<u32>;
var<workgroup> digitsOf: array<u32, ${BLOCK}>;
// For each part of the block, how many have each digit. A prefix sum in a loop with barriers would compile for seconds.
var<workgroup> counted: array<atomic<u32>, ${(BLOCK / PART) * DIGITS}>;
@compute @workgroup_size(${BLOCK}) fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) thread: u32) {
  let block = blockAt(group);
  let e = block * ${BLOCK}u + thread;
  let isOne = e < AGENTS;
  let agent = order[min(e, AGENTS - 1u)];
  let digit = digitOf(agent);
  let part = thread / ${PART}u;
  digitsOf[thread] = digit;
  if (isOne) { atomicAdd(&counted[part * ${DIGITS}u + digit], 1u); }
  workgroupBarrier();
  if (!isOne || isStopped()) { return; }
  var place = counts[digit * BLOCKS + block];
  for (var k = 0u; k < part; k++) { place += atomicLoad(&counted[k * ${DIGITS}u + digit]); }
  for (var k = part * ${PART}u; k < thread; k++) { place += select(0u, 1u, digitsOf[k] == digit); }
  sorted[place] = agent;
}`;
}

/**
 * Finds where each row of the grid begins. Bindings: `progress`, `keys`, `order` and `cellStart`.
 *
 * @param bins the number of rows
 */
export function rowsCode(agents: number, bins: number): string {
  return `${START}
@group(0) @binding(1) var<storage, read> keys: array<u32>;
@group(0) @binding(2) var<storage, read> order: array<u32>;
@group(0) @binding(3) var<storage, read_write> cellStart: array<u32>;
@compute @workgroup_size(${WORKGROUP}) fn main(@builtin(global_invocation_id) id: vec3u) {
  let bin = id.x + ${WORKGROUP * ROW}u * id.y;
  if (bin > ${bins}u || isStopped()) { return; }
  var begin = 0u;
  var end = ${agents}u;
  while (begin < end) {
    let middle = (begin + end) >> 1u;
    if (keys[order[middle]] < bin) { begin = middle + 1u; } else { end = middle; }
  }
  cellStart[bin] = begin;
}`;
}

/**
 * Copies all planes to their new places. Bindings: `progress`, `order`, `front`, `kinds`, `staged`, `back` and
 * `newKinds`.
 *
 * @param changes for each plane, whether its values are staged
 */
export function gatherCode(agents: number, changes: readonly boolean[]): string {
  let staged = 0;
  const copies = changes.map((one, plane) => {
    const from = one ? `staged[${agents * staged++}u + i]` : `front[${agents * plane}u + i]`;
    return `back[${agents * plane}u + to] = ${from};`;
  });
  return `${START}
@group(0) @binding(1) var<storage, read> order: array<u32>;
@group(0) @binding(2) var<storage, read> front: array<u32>;
@group(0) @binding(3) var<storage, read> kinds: array<u32>;
@group(0) @binding(4) var<storage, read> staged: array<u32>;
@group(0) @binding(5) var<storage, read_write> back: array<u32>;
@group(0) @binding(6) var<storage, read_write> newKinds: array<u32>;
@compute @workgroup_size(${WORKGROUP}) fn main(@builtin(global_invocation_id) id: vec3u) {
  let to = id.x + ${WORKGROUP * ROW}u * id.y;
  if (to >= ${agents}u || isStopped()) { return; }
  let i = order[to];
  newKinds[to] = kinds[i];
  ${copies.join('\n  ')}
}`;
}

/** The mixing of words into two hashes, as on the CPU. */
export const MIX = `
fn turned(k: u32, by: u32) -> u32 { return (k << by) | (k >> (32u - by)); }
fn mixA(hash: u32, value: u32) -> u32 {
  return turned(hash ^ (turned(value * 0xcc9e2d51u, 15u) * 0x1b873593u), 13u) * 5u + 0xe6546b64u;
}
fn mixB(hash: u32, value: u32) -> u32 {
  return turned(hash ^ (turned(value * 0x85ebca77u, 16u) * 0xc2b2ae3du), 17u) * 5u + 0x52dce729u;
}
fn finish(hash: u32) -> u32 {
  var h = (hash ^ (hash >> 16u)) * 0x85ebca6bu;
  h = (h ^ (h >> 13u)) * 0xc2b2ae35u;
  return h ^ (h >> 16u);
}
`;

/**
 * Adds the agents of the front state to the hash of the present tick. Bindings: `progress`, `front` and `kinds`.
 *
 * @param columns the planes of declared columns
 * @param firstTick the tick of the first hash in `progress`, read from it
 */
export function hashCode(
  agents: number,
  plane: (name: string) => number,
  columns: readonly string[],
): string {
  const at = (name: string) => `front[${agents * plane(name)}u + i]`;
  const planes = [
    'birth',
    'position.x',
    'position.y',
    'position.z',
    'velocity.x',
    'velocity.y',
    'velocity.z',
  ];
  const mixed = (mix: string, start: string) =>
    [`mix(mix(mix(${start}, i), ${at('id')}), kinds[i] & 0xffffu)`.replaceAll('mix(', `${mix}(`)]
      .concat(planes.map(at))
      .reduce((hash, value) => `${mix}(${hash}, ${value})`);
  const add = `low += finish(a); high += finish(b ^ (a * 0x27d4eb2fu));`;
  const extras = columns.map(
    (name, order) => `
    a = mixA(mixA(mixA(0x9747b28cu, i), ${order}u), ${at(name)});
    b = mixB(mixB(mixB(0x3c6ef372u, i), ${order}u), ${at(name)});
    ${add}`,
  );
  return `${START}${MIX}
@group(0) @binding(1) var<storage, read> front: array<u32>;
@group(0) @binding(2) var<storage, read> kinds: array<u32>;
var<workgroup> sums: array<atomic<u32>, 2>;
@compute @workgroup_size(${WORKGROUP}) fn main(@builtin(global_invocation_id) id: vec3u, @builtin(local_invocation_index) thread: u32) {
  let i = id.x + ${WORKGROUP * ROW}u * id.y;
  var low = 0u;
  var high = 0u;
  if (i < ${agents}u && !isStopped()) {
    var a = ${mixed('mixA', '0x9747b28cu')};
    var b = ${mixed('mixB', '0x3c6ef372u')};
    ${add}
    ${extras.join('')}
  }
  atomicAdd(&sums[0], low);
  atomicAdd(&sums[1], high);
  workgroupBarrier();
  if (thread != 0u) { return; }
  let at = ${PROGRESS.hashes}u + 2u * atomicLoad(&progress[${PROGRESS.done}]);
  atomicAdd(&progress[at], atomicLoad(&sums[0]));
  atomicAdd(&progress[at + 1u], atomicLoad(&sums[1]));
}`;
}

/** Counts a tick. Binding: `progress`. */
export const ADVANCE = `${START}
@compute @workgroup_size(1) fn main() {
  if (isStopped()) { return; }
  atomicStore(&progress[${PROGRESS.left}], 0u);
  atomicAdd(&progress[${PROGRESS.tick}], 1u);
  atomicAdd(&progress[${PROGRESS.done}], 1u);
}`;
