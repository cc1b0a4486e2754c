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
 * So long a segment may last, ms: then it ends at the next tick boundary, the host sees the state, and what waits there
 * has its turn. Nothing else reaches a thread at work that shares no memory.
 */
const SLICE_MS = 10;

/** A thread that owns the memory it steps: the worker's side where none can be shared. */
export interface CopyThread {
  /** Allocates a memory for the world in the parcel. */
  attachCopy(plan: CopyPlan, parcel: ArrayBuffer): void;
  /** Runs a part on the world in the parcel, and puts into the parcel what has come of it. */
  runCopy(part: Part, parcel: ArrayBuffer): Outcome;
}

export function createCopyThread(host: ThreadHost): CopyThread {
  const thread = createThread(host);
  let copy: { readonly world: SharedWorld; readonly handle: WorldHandle } | undefined;

  function attachCopy({ bytes, kernel, shared, ...rest }: CopyPlan, parcel: ArrayBuffer): void {
    // The old one is free before the new one is asked for.
    copy = undefined;
    const handle = { ...rest, memory: allocate(bytes, kernel, shared) };
    unpackWorld(handle, parcel, 'toThread');
    copy = { handle, world: thread.attachWorld(handle) };
  }

  function runCopy(part: Part, parcel: ArrayBuffer): Outcome {
    if (copy === undefined) throw new Error('a part came before the world was attached');
    const { world, handle } = copy;
    unpackWorld(handle, parcel, 'toThread');
    const begun = host.now();
    // Alone it waits at no barrier, and yields before phases only.
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
