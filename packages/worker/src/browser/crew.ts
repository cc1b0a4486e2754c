import { releaseProxy, wrap } from 'comlink';
import type { Hire } from '../crew.ts';
import type { Outcome, ThreadApi } from '../protocol.ts';
import type { HostThread } from '../seat.ts';
import { ThreadCrew } from '../thread-crew.ts';

/**
 * Hires crews of module workers; comlink carries the calls, and never reports a dead worker itself.
 *
 * @param makeWorker starts a worker that runs the script of a thread
 */
export function hireThreads(makeWorker: () => Worker): Hire {
  const start = (onLoss: (cause: Error) => void): HostThread => startThread(makeWorker, onLoss);
  return (world, workers, onLoss, clock) =>
    new ThreadCrew(world.handle, workers, { start, clock }, onLoss);
}

/** @throws what the host throws where a policy forbids workers; others send `error` later */
function startThread(makeWorker: () => Worker, onLoss: (cause: Error) => void): HostThread {
  const worker = makeWorker();
  const remote = wrap<ThreadApi>(worker);
  worker.addEventListener('error', (event) => {
    // Without a message: the script was not found, or was forbidden.
    onLoss(new Error(event.message || NOT_LOADED));
  });
  worker.addEventListener('messageerror', () => {
    onLoss(new Error('a message from the worker could not be read'));
  });
  return {
    async attach(handle) {
      await remote.attach(handle);
    },
    // comlink spreads the union over promises.
    run: (part) => remote.run(part) as Promise<Outcome>,
    async end() {
      // comlink holds the worker, and all that it has heard, until its remote is released.
      remote[releaseProxy]();
      worker.terminate();
    },
  };
}

const NOT_LOADED =
  'the worker script could not be loaded. A bundler that does not follow ' +
  "`new URL('./thread.js', import.meta.url)` leaves it behind: copy @skein/worker/dist/browser/thread.js beside " +
  'the bundle, or give createTeam its `threadUrl`, or a `createWorker` of your own';
