import { type InnerWorld, packWorld, parcelBytes, unpackWorld } from '@skein/core/supervise';
import type { Hire } from './crew.ts';
import type { CopyPlan, Outcome, Part } from './protocol.ts';
import type { HostThread } from './seat.ts';
import { ThreadCrew } from './thread-crew.ts';

/** A thread that owns the memory it steps, as its host has it. Parcels are transferred, and come back. */
export interface CopyingThread {
  attachCopy(plan: CopyPlan, parcel: ArrayBuffer): Promise<void>;
  runCopy(
    part: Part,
    parcel: ArrayBuffer,
  ): Promise<{ readonly outcome: Outcome; readonly parcel: ArrayBuffer }>;
  end(): Promise<void>;
}

/**
 * Hires crews of one thread for worlds whose memory cannot be shared. The thread has a memory of its own. For each part
 * the world goes there in a parcel and comes back in it, so that between parts this thread has all of it, as any other
 * crew leaves it. Commands, events, snapshots and a new memory after a loss are as with shared memory.
 */
export function hireCopying(start: (onLoss: (cause: Error) => void) => CopyingThread): Hire {
  return (world, _, onLoss, clock) =>
    new ThreadCrew(
      world.handle,
      1,
      { start: (onLoss) => copying(world, start(onLoss)), clock },
      onLoss,
    );
}

function copying(world: InnerWorld, thread: CopyingThread): HostThread {
  let ended = false;
  let parcel: ArrayBuffer | undefined;
  const packed = (): ArrayBuffer => {
    const into = parcel ?? new ArrayBuffer(parcelBytes(world.plan));
    parcel = undefined;
    packWorld(world, world.handle, into, 'toThread');
    return into;
  };
  return {
    async attach({ memory: _, ...rest }) {
      const { bytes, kernel, shared } = world;
      await thread.attachCopy({ ...rest, bytes, kernel, shared }, packed());
    },
    async run(part) {
      const { handle } = world;
      const { outcome, parcel: back } = await thread.runCopy(part, packed());
      // One that was given up has no more to say.
      if (!ended && world.handle === handle) unpackWorld(handle, back, 'toHost');
      parcel = back;
      return outcome;
    },
    // Its beats come with its answer, so its silence counts as that of a thread which is given no time.
    usage: () => ({ cpuMs: 0, runnable: true }),
    end() {
      ended = true;
      return thread.end();
    },
  };
}
