import type { InnerWorld } from '@skein/core/supervise';

import { releaseProxy, wrap } from 'comlink';
import type { Clock } from '../clock.ts';
import type { Crew } from '../crew.ts';
import type { Outcome, ThreadApi } from '../protocol.ts';
import type { HostThread } from '../seat.ts';
import { ThreadCrew } from '../thread-crew.ts';

/** A crew of module workers; comlink carries the calls, and never reports a dead worker itself. */
export function hireThreads(
  world: InnerWorld,
  workers: number,
  onLoss: (cause: Error) => void,
  clock: Clock,
): Crew {
  return new ThreadCrew(world.handle, workers, { start: startThread, clock }, onLoss);
}

/** @throws what the host throws where a policy forbids workers; others send `error` later */
function startThread(onLoss: (cause: Error) => void): HostThread {
  // Written out in one expression: bundlers look for exactly this to find the worker's script.
  const worker = new Worker(new URL('./thread.js', import.meta.url), { type: 'module' });
  const remote = wrap<ThreadApi>(worker);
  worker.addEventListener('error', (event) => {
    // Without a message: the script was not found, or was forbidden.
    onLoss(new Error(event.message || 'the worker script could not be loaded'));
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
