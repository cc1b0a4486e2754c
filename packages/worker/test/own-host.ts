import { startThread } from '../src/node/crew.ts';
import type { HostThread, StartThread } from '../src/seat.ts';
import type { Host } from '../src/start.ts';
import { ThreadCrew } from '../src/thread-crew.ts';

/** The file of a real thread, which only its build is. */
const threadFile = new URL('../dist/node/thread.bundle.js', import.meta.url);

/** Starts a thread as a team of Node does. */
export function startReal(onLoss: (cause: Error) => void): HostThread {
  return startThread(onLoss, threadFile);
}

/** A host that starts threads in a way of the test's own. */
export function hostOf(start: StartThread): Host {
  return {
    coresHint: 2,
    hire: (world, workers, onLoss, clock) =>
      new ThreadCrew(world.handle, workers, { start, clock }, onLoss),
    refusal: undefined,
  };
}
