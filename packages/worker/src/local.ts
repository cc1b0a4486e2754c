import { runParticles, runPaths, runThread, type World } from '@skein/core';
import { runBehind } from './behind.ts';
import type { Crew } from './crew.ts';
import type { Outcome, Part } from './protocol.ts';

/**
 * A crew of one on the calling thread, where threads cannot share the world. It steps by the same
 * code with the same result; between ticks the event loop gets its turn.
 */
export function localCrew(world: World): Crew {
  async function run({ worker, spins, particles, paths, behind }: Part): Promise<Outcome> {
    if (particles !== undefined) {
      runParticles(world, particles, worker);
      return 'done';
    }
    if (paths !== undefined) return runPaths(world, paths, worker);
    const outcome = runThread(world, { worker, spins, now: () => performance.now() });
    await turnOfEventLoop();
    return behind === undefined ? outcome : runBehind(world, outcome, behind, worker);
  }

  return {
    workers: 1,
    threaded: false,
    ready: Promise.resolve(),
    run,
    terminate: () => Promise.resolve(),
  };
}

/**
 * Lets timers, input and frames have their turn. A message to oneself: chained `setTimeout` costs
 * 4 ms a turn in browsers.
 */
function turnOfEventLoop(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}
