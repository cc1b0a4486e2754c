import {
  allocate,
  interruptRun,
  packWorld,
  type SharedWorld,
  unpackWorld,
  type WorldHandle,
} from '@skein/core/thread';
import type { CopyPlan, Outcome, Part } from './protocol.ts';
import { createThread, type ThreadHost } from './thread.ts';

/**
 * The maximum duration of a segment, in ms. After this time, the segment ends at the next tick boundary. The host then
 * sees the state, and waiting actions can run. Without shared memory, a working thread cannot be interrupted in any
 * other way.
 */
const SLICE_MS = 10;

/** What a worker does for a world in its own memory, on hosts without shared memory. */
export interface CopyThread {
  /** Allocates memory for the world. Unpacks the world from the parcel into this memory. */
  attachCopy(plan: CopyPlan, parcel: ArrayBuffer): void;
  /** Runs `part` on the world in the parcel. Packs the resulting world into the same parcel. */
  runCopy(part: Part, parcel: ArrayBuffer): Outcome;
}

export function createCopyThread(host: ThreadHost): CopyThread {
  const thread = createThread(host);
  let copy: { readonly world: SharedWorld; readonly handle: WorldHandle } | undefined;

  function attachCopy({ bytes, kernel, shared, ...rest }: CopyPlan, parcel: ArrayBuffer): void {
    // Releases the old memory before the new memory is allocated.
    copy = undefined;
    const handle = { ...rest, memory: allocate(bytes, kernel, shared) };
    unpackWorld(handle, parcel, 'toThread');
    copy = { handle, world: thread.attachWorld(handle) };
  }

  function runCopy(part: Part, parcel: ArrayBuffer): Outcome {
    if (copy === undefined) throw new Error('a task came before the world was attached');
    const { world, handle } = copy;
    unpackWorld(handle, parcel, 'toThread');
    const begun = host.now();
    // A single worker waits at no barrier, so this yields only before phases.
    const steps = thread.steps(part, true);
    for (;;) {
      const { done, value } = steps.next();
      if (done) {
        packWorld(world, handle, parcel, 'toHost');
        return value;
      }
      if (host.now() - begun >= SLICE_MS) interruptRun(world);
    }
  }

  return { attachCopy, runCopy };
}
