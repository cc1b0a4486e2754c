import { DECLARED, type DeclaredPhase } from '../../src/tick/phase-access.ts';
import { type Access, type Column, type Columns, columnsIn } from '../../src/tick/phase-columns.ts';
import { runPhase } from '../../src/tick/phase-kernels.ts';
import { isNeeded } from '../../src/tick/pipeline.ts';
import { partOf, publish } from '../../src/tick/tick.ts';
import { drainEvents } from '../../src/world/event-ring.ts';
import { binsOf, cellStride } from '../../src/world/sizes.ts';
import { setWorkers } from '../../src/world/slice.ts';
import { refresh, type World } from '../../src/world/world.ts';
import { type MemoryPlane, memoryPlanes } from './memory-planes.ts';

/** The part of a phase that one worker does. */
interface Part {
  readonly phase: DeclaredPhase;
  readonly worker: number;
  readonly workers: number;
  readonly begin: number;
  readonly end: number;
  /** Of the agents in its slice. */
  readonly indices: readonly number[];
}

/** Places [begin, end) of a plane, in rows of layout.ts. */
type Span = readonly [begin: number, end: number];

/** The columns that phases were seen to write, by the name of the phase. */
export type Written = Map<string, Set<Column>>;

/** Nothing reads the contents left in them, so they may differ. */
const ROOMS = columnsIn(['SIMD scratch']);

/**
 * Steps a world once as `tickSliced` does, and compares what each worker does in each phase with what
 * the pipeline declares. Each part is done twice: on the memory as it is, and on one with random bytes
 * in all columns that the phase does not declare to read. Both must write the same, and only as declared.
 * A read that changes no result goes unnoticed.
 *
 * @param written the columns written are added to it
 * @returns the differences: "steer reads front.birth", "launch writes back.route of others"
 */
export function checkedStep(
  world: World,
  order: readonly number[],
  written: Written = new Map(),
  pipeline: readonly DeclaredPhase[] = DECLARED,
): string[] {
  refresh(world);
  world.host.commands.write(world);
  setWorkers(world, order.length);
  const problems = new Set<string>();
  for (const phase of pipeline) {
    if (!isNeeded(phase, world.plan)) continue;
    for (const worker of order) {
      checkPart(world, partFor(world, phase, order.length, worker), written, problems);
      if (phase.runs === 'once') break;
    }
  }
  publish(world);
  drainEvents(world);
  return [...problems];
}

function partFor(world: World, phase: DeclaredPhase, workers: number, worker: number): Part {
  const [begin, end] = partOf(world, phase, workers, worker);
  const { indexMask } = world.plan.ids;
  const ids = phase.runs === 'slice' ? [...world.front.id.subarray(begin, end)] : [];
  const indices = ids.map((id) => id & indexMask);
  return { phase, worker, workers, begin, end, indices };
}

/** Does a part, and finds what it writes and reads beyond the declaration of its phase. */
function checkPart(world: World, part: Part, written: Written, problems: Set<string>): void {
  const { phase } = part;
  const planes = memoryPlanes(world);
  const memory = new Uint8Array(world.handle.memory.buffer);
  /** Does it on these bytes; returns whether it reached its end. */
  const doneOn = (bytes: Uint8Array): boolean => {
    memory.set(bytes);
    try {
      runPhase(world, phase, part.begin, part.end, part.worker);
    } catch {
      return false;
    }
    return true;
  };
  const before = copyOf(memory, 'before');
  const strange = poisoned(world, part, before, planes);
  const strangeAfter = doneOn(strange) ? copyOf(memory, 'strange after') : undefined;
  if (!doneOn(before)) throw new Error(`${phase.name} fails on the memory as it is.`);
  let alike = strangeAfter !== undefined;
  for (const plane of planes) {
    const changed = changedElements(plane, before, memory);
    if (changed.length > 0) note(written, phase.name, plane.column);
    if (strangeAfter !== undefined) {
      for (const element of changedElements(plane, strange, strangeAfter)) changed.push(element);
      alike &&= agree(plane, changed, memory, strangeAfter);
    }
    if (!within(plane, changed, spansOf(world, part, plane, phase.writes))) {
      problems.add(problem(phase, 'writes', plane.column));
    }
  }
  if (alike) return;
  // Which columns it reads: the same again with one column at a time made random.
  const after = copyOf(memory, 'after');
  for (const column of new Set(planes.map((plane) => plane.column))) {
    const one = planes.filter((plane) => plane.column === column);
    const bytes = poisoned(world, part, before, one);
    const isDone = doneOn(bytes);
    const same = planes.every((plane) => {
      if (!isDone) return false;
      const changed = changedElements(plane, before, after);
      return agree(plane, [...changed, ...changedElements(plane, bytes, memory)], after, memory);
    });
    if (!same) problems.add(problem(phase, 'reads', column));
  }
  memory.set(after);
}

function note(written: Written, phase: string, column: Column): void {
  written.set(phase, (written.get(phase) ?? new Set<Column>()).add(column));
}

function problem(phase: DeclaredPhase, what: 'reads' | 'writes', column: Column): string {
  const ofOthers = columnsOf(phase[what].own).has(column) ? ' of others' : '';
  return `${phase.name} ${what} ${column}${ofOthers}`;
}

/** Whether these elements of a plane are the same in two memories. Padding holds nothing. */
function agree(
  { column, at, size, elements }: MemoryPlane,
  changed: readonly number[],
  a: Uint8Array,
  b: Uint8Array,
): boolean {
  if (ROOMS.has(column)) return true;
  return changed.every((element) => {
    if (element >= elements) return true;
    for (let k = at + element * size; k < at + (element + 1) * size; k++) {
      if (a[k] !== b[k]) return false;
    }
    return true;
  });
}

/** Whether all of these elements of a plane are in these spans; padding belongs to any part with a span. */
function within(
  { elements, width }: MemoryPlane,
  changed: readonly number[],
  spans: readonly Span[],
): boolean {
  if (changed.length === 0) return true;
  const inside = new Uint8Array(elements / width);
  for (const [begin, end] of spans) inside.fill(1, begin, end);
  return changed.every((element) =>
    element < elements ? inside[Math.floor(element / width)] === 1 : spans.length > 0,
  );
}

function spansOf(
  world: World,
  part: Part,
  plane: MemoryPlane,
  { own, any }: Access,
): readonly Span[] {
  if (columnsOf(any).has(plane.column)) return [[0, plane.elements / plane.width]];
  // An extra column that this world does not have has no rows.
  if (plane.elements === 0 || !columnsOf(own).has(plane.column)) return [];
  return ownSpans(world, part, plane);
}

/** The rows of a plane that belong to a part, see `Access.own`. */
function ownSpans({ plan }: World, part: Part, plane: MemoryPlane): readonly Span[] {
  const { row, elements } = plane;
  const { phase, worker, workers, begin, end, indices } = part;
  const [name, , per] = row;
  const stride = cellStride(plan);
  if (phase.runs === 'cells') {
    // The end of the last cell goes with it.
    if (per === 'cellEnd') return [[begin, end === binsOf(plan) ? end + 1 : end]];
    if (per !== 'cellPerWorker') throw new Error(`${name} has no row for each cell.`);
    return Array.from({ length: workers }, (_, w) => [w * stride + begin, w * stride + end]);
  }
  if (phase.runs === 'buckets' && per === 'scalarCell') {
    return plan.scalars.map(({ first, count, firstBucket, bucketBits, buckets }): Span => {
      const [from, to] = [Math.max(begin - firstBucket, 0), Math.min(end - firstBucket, buckets)];
      const cellOf = (bucket: number): number => Math.min(bucket << bucketBits, count);
      return from < to ? [first + cellOf(from), first + cellOf(to)] : [first, first];
    });
  }
  if (phase.runs === 'parts' && name.startsWith('tree') && !per.endsWith('PerWorker')) {
    // The part itself says which blocks and nodes belong to it; those of other workers' parts are kept.
    return [[0, elements / plane.width]];
  }
  if (name === 'slot') return indices.map((index) => [index, index + 1]);
  // Each has a record of `width` words.
  if (per.endsWith('Index')) return indices.map((index) => [index, index + 1]);
  // Each plane of the columns that a scenario declares is separate, see memoryPlanes.
  const isByPlace =
    per === 'agent' || per.endsWith('Agent') || /ustomWord$|LifeWord$|depositWord$/.test(per);
  if (isByPlace) return [[begin, end]];
  if (per === 'worker') return [[worker, worker + 1]];
  if (per === 'cellPerWorker') return [[worker * stride, (worker + 1) * stride]];
  if (per === 'workerPerWorker') return [[worker * workers, (worker + 1) * workers]];
  if (per.endsWith('PerWorker')) {
    const share = elements / plan.maxWorkers;
    return [[worker * share, (worker + 1) * share]];
  }
  throw new Error(`${name} has no rows of a worker's own.`);
}

/** Bytes of the largest memory whose copies keep their room. */
const MAX_ROOM = 1 << 26;
/** Room for copies of a memory by name: new megabytes for each part would take longer than its phase. */
const rooms = new Map<string, Uint8Array>();

/** A copy of a memory, until the next one of that name. */
function copyOf(memory: Uint8Array, name: string): Uint8Array {
  if (memory.length > MAX_ROOM) return memory.slice();
  let room = rooms.get(name);
  if (room === undefined || room.length < memory.length) {
    room = new Uint8Array(memory.length);
    rooms.set(name, room);
  }
  const copy = room.subarray(0, memory.length);
  copy.set(memory);
  return copy;
}

const sets = new WeakMap<readonly Columns[], ReadonlySet<Column>>();

/** The columns behind a list of a phase, which is requested with each plane. */
function columnsOf(list: readonly Columns[]): ReadonlySet<Column> {
  let set = sets.get(list);
  if (set === undefined) {
    set = columnsIn(list);
    sets.set(list, set);
  }
  return set;
}

/** A copy of a memory with random bytes in these planes, except in the declared reads of the phase. */
function poisoned(
  world: World,
  part: Part,
  memory: Uint8Array,
  planes: readonly MemoryPlane[],
): Uint8Array {
  const copy = copyOf(memory, 'strange');
  for (const plane of planes) {
    const { at, bytes, size, width } = plane;
    copy.set(noiseOf(memory.length, size).subarray(at, at + bytes), at);
    for (const [begin, end] of spansOf(world, part, plane, part.phase.reads)) {
      const [first, last] = [at + begin * width * size, at + end * width * size];
      copy.set(memory.subarray(first, last), first);
    }
  }
  return copy;
}

let noise = new Uint8Array(0);
let smallNoise = new Uint8Array(0);

/**
 * Random bytes, half of the words 0; for planes of bytes, which hold kinds and counts, numbers below 4.
 *
 * source: xorshift32 of Marsaglia 2003, Xorshift RNGs
 */
function noiseOf(length: number, size: number): Uint8Array {
  if (noise.length < length) {
    const words = new Uint32Array(Math.ceil(length / 4));
    let word = 0x9e3779b9;
    for (let k = 0; k < words.length; k++) {
      word ^= word << 13;
      word ^= word >>> 17;
      word ^= word << 5;
      words[k] = word;
    }
    smallNoise = new Uint8Array(words.buffer.slice(0)).map((byte) => byte & 3);
    words.forEach((one, k) => {
      if ((one & 0x100) === 0) words[k] = 0;
    });
    noise = new Uint8Array(words.buffer);
  }
  return size === 1 ? smallNoise : noise;
}

/** The elements of a plane, padding too, that differ between two memories. */
function changedElements({ at, bytes, size }: MemoryPlane, a: Uint8Array, b: Uint8Array): number[] {
  const changed: number[] = [];
  const [was, is] = [a.subarray(at, at + bytes), b.subarray(at, at + bytes)];
  if (Buffer.compare(was, is) === 0) return changed;
  for (let k = 0; k < bytes; k++) {
    if (was[k] === is[k]) continue;
    changed.push(Math.floor(k / size));
    // On to the next element.
    k += size - 1 - (k % size);
  }
  return changed;
}
