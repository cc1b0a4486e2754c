import { startThread } from '../src/node/crew.ts';
import type { HostThread, StartThread } from '../src/seat.ts';
import type { Host } from '../src/start.ts';
import { ThreadCrew } from '../src/thread-crew.ts';

/** The script of a real thread. It exists only in the build. */
const threadFile = new URL('../dist/node/thread.bundle.js', import.meta.url);

/** Starts a thread as a team does in Node. */
export function startReal(onLoss: (cause: Error) => void): HostThread {
  return startThread(onLoss, threadFile);
}

/** A host that starts its threads with the given function. */
export function hostOf(start: StartThread): Host {
  return {
    coresHint: 2,
    hire: (world, workers, onLoss, clock) =>
      new ThreadCrew(world.handle, workers, { start, clock }, onLoss),
    refusal: undefined,
  };
}
