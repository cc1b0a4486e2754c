import { withMemory } from '../no-memory.ts';
import { WORD } from '../world/layout.ts';
import { allocate } from '../world/memory.ts';
import { indexOfTick } from '../world/ring.ts';
import { setWorkers } from '../world/slice.ts';
import { attachViews, type SharedWorld, turnTo, type World } from '../world/world.ts';

/**
 * Replaces the memory of a world by a new memory with the state of its last complete tick. Creates all views and
 * `handle` again; the next phase that this thread steps creates its kernels again. A thread that may still write keeps the old memory, and cannot reach the new memory. The
 * supervisor calls this after a run was poisoned, or while there is no run.
 *
 * Copies the front state and everything else that later ticks need. This includes the constants, events that were not
 * taken, births of particles, and the recordings of the last run. The back state and scratch are not copied, because
 * they are computed again. All slices get the same size, because a worker may have been changing the borders between
 * slices.
 *
 * @throws WorldError NO_MEMORY; the world is then unchanged
 */
export function renewMemory(world: World): void {
  withMemory('renew a world', () => renew(world));
}

function renew(world: World): void {
  const { handle: left } = world;
  const memory = allocate(world.bytes, world.kernel, world.shared);
  const handle = { ...left, memory };
  const fresh = attachViews(handle);
  // Read only once, and after the poison. A worker still in settle may publish one more tick, but no worker gets past
  // that, so from here on none writes the state of this tick.
  const tick = Atomics.load(world.control.word, WORD.tick);
  const back = indexOfTick(world.plan, tick + 1);
  for (const [index, state] of world.states.entries()) {
    if (index !== back) copyColumns(state, fresh.states[index]);
  }
  copyColumns(world.constants, fresh.constants);
  copyBirths(world, fresh);
  copyControl(world, fresh);
  Atomics.store(fresh.control.word, WORD.tick, tick);
  // Nothing can fail after this point.
  Object.assign(world, fresh, { handle });
  turnTo(world, tick);
}

/**
 * Copies the births of particles. A thread stores the number of births before it writes the births. This function
 * copies the number last. So the copied number covers every birth that a thread writes during the copying.
 */
function copyBirths({ particles: from }: SharedWorld, { particles: to }: SharedWorld): void {
  const { bornLast, bornPosition, bornVelocity, bornTick, bornKey, bornKind } = from;
  copyColumns({ bornPosition, bornVelocity, bornTick, bornKey, bornKind }, to);
  to.bornLast.set(bornLast);
}

const CARRIED = [
  'eventsTaken',
  'commandCount',
  'layoutHash',
  'hashing',
  'oldest',
  'rewinds',
] as const;

function copyControl({ control: from }: SharedWorld, fresh: SharedWorld): void {
  const { word, cut: _cut, progress: _progress, ...recorded } = from;
  copyColumns(recorded, fresh.control);
  for (const name of CARRIED) fresh.control.word[WORD[name]] = word[WORD[name]];
  setWorkers(fresh, word[WORD.workers]);
}

type Plane = Float32Array | Uint32Array | Int32Array | Uint8Array;
/** The views of a table: its columns by name. A column can be an object with one array for each axis. */
type Columns = object;

/** Copies every source column to the destination column with the same name. */
function copyColumns(from: Columns, to: Columns): void {
  for (const [name, column] of Object.entries(from) as [keyof Columns, Plane | Columns][]) {
    if (ArrayBuffer.isView(column)) (to[name] as unknown as Plane).set(column as Plane);
    else copyColumns(column, to[name]);
  }
}
