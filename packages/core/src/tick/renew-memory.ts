import { withMemory } from '../no-memory.ts';
import { WORD } from '../world/layout.ts';
import { allocate } from '../world/memory.ts';
import { setWorkers } from '../world/slice.ts';
import { attachViews, type SharedWorld, turnTo, type World } from '../world/world.ts';
import { kernelOver } from './kernels.ts';

/**
 * Gives a world new memory in place, standing at its last whole tick: all views, `handle` and kernels
 * are made again. The old memory is left to threads that may still write it; they cannot reach the new
 * one. By the supervisor, when the run has been poisoned or none is under way.
 *
 * Front and what the future needs is copied: the constants, events that were not taken, births of
 * particles, and what the last run recorded. Back and scratch are worked out again, and slices begin
 * equal, as somebody may have been moving their cuts.
 *
 * @throws WorldError NO_MEMORY; the world is as it was
 */
export function renewMemory(world: World): void {
  withMemory('renew a world', () => renew(world));
}

function renew(world: World): void {
  const { handle: left } = world;
  const memory = allocate(world.bytes, world.kernel, world.shared);
  const handle = { ...left, memory };
  const fresh = attachViews(handle);
  const kernel = kernelOver(world, handle);
  // Read once, and after the poison: a worker that is still in settle may publish one tick more, but
  // no worker gets past that, so from now on none writes the state of this tick.
  const tick = Atomics.load(world.control.word, WORD.tick);
  const side = (tick & 1) as 0 | 1;
  copyColumns(world.states[side], fresh.states[side]);
  copyColumns(world.constants, fresh.constants);
  copyBirths(world, fresh);
  copyControl(world, fresh);
  Atomics.store(fresh.control.word, WORD.tick, tick);
  // From here on nothing can fail.
  Object.assign(world, fresh, kernel, { handle });
  turnTo(world, tick);
}

/** A writer of births says before how many it writes: read last, that covers all that was overwritten. */
function copyBirths({ particles: from }: SharedWorld, { particles: to }: SharedWorld): void {
  const { bornLast, bornPosition, bornVelocity, bornTick, bornKey, bornKind } = from;
  copyColumns({ bornPosition, bornVelocity, bornTick, bornKey, bornKind }, to);
  to.bornLast.set(bornLast);
}

const CARRIED = ['eventsTaken', 'commandCount', 'layoutHash', 'hashing'] as const;

function copyControl({ control: from }: SharedWorld, fresh: SharedWorld): void {
  const { word, cut: _cut, progress: _progress, ...recorded } = from;
  copyColumns(recorded, fresh.control);
  for (const name of CARRIED) fresh.control.word[WORD[name]] = word[WORD[name]];
  setWorkers(fresh, word[WORD.workers]);
}

type Plane = Float32Array | Uint32Array | Int32Array | Uint8Array;
/** Views by name, or by axis. */
type Columns = object;

/** Copies the columns of `from` to those of the same names. */
function copyColumns(from: Columns, to: Columns): void {
  for (const [name, column] of Object.entries(from) as [keyof Columns, Plane | Columns][]) {
    if (ArrayBuffer.isView(column)) (to[name] as unknown as Plane).set(column as Plane);
    else copyColumns(column, to[name]);
  }
}
