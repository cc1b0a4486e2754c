import { type InnerWorld, packWorld, parcelBytes, unpackWorld } from '@skein/core/internal';
import type { Hire } from './crew.ts';
import type { CopyPlan, Outcome, Part } from './protocol.ts';
import type { HostThread } from './seat.ts';
import { ThreadCrew } from './thread-crew.ts';

/**
 * A thread that has its own memory for the world. The host provides the thread. A call transfers a parcel to the
 * thread; the answer transfers the parcel back.
 */
export interface CopyingThread {
  attachCopy(plan: CopyPlan, parcel: ArrayBuffer): Promise<void>;
  runCopy(
    part: Part,
    parcel: ArrayBuffer,
  ): Promise<{ readonly outcome: Outcome; readonly parcel: ArrayBuffer }>;
  end(): Promise<void>;
}

/**
 * Returns a function that starts crews of one thread, for worlds whose memory cannot be shared. The thread has its own
 * memory. For each part of the work, the world is sent to the thread in a parcel. The answer contains the changed
 * world. So between parts, the calling thread has the whole world.
 *
 * Commands, events and snapshots work as they do with shared memory. If the thread is lost, the world gets new memory,
 * as with shared memory.
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
      // Ignores the result of a thread that was abandoned.
      if (!ended && world.handle === handle) unpackWorld(handle, back, 'toHost');
      parcel = back;
      return outcome;
    },
    // The beats of this thread arrive only with its answer. So its silence counts like that of a thread that gets no
    // time on a core.
    usage: () => ({ cpuMs: 0, runnable: true }),
    end() {
      ended = true;
      return thread.end();
    },
  };
}
