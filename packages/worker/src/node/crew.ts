import type { World } from '@skein/core';
import { Piscina } from 'piscina';
import { type Crew, handshake, startFailure, TERMINATE_MS } from '../crew.ts';
import type { Outcome, Part, ThreadApi } from '../protocol.ts';
import { within } from '../within.ts';

const THREAD_FILE = new URL('./thread.js', import.meta.url);

/** The names under which piscina finds what a thread answers to. */
const ATTACH: keyof ThreadApi = 'attach';
const RUN: keyof ThreadApi = 'run';

/**
 * A crew of Node worker threads, supplied and watched by piscina. Each part of a segment must have
 * a thread of its own, or the barrier waits for one that has not begun: hence as many threads as
 * workers, always, one task each. piscina lets the process end while no task is open.
 * `file` is the threads' entry, for tests of threads that fail.
 */
export function hireThreads(
  world: World,
  workers: number,
  onLoss: (cause: Error) => void,
  file = THREAD_FILE,
): Crew {
  const pool = open(workers, file);
  let ending: Promise<void> | undefined;

  // Errors of threads that have no task; without a listener they would end the process.
  pool.on('error', onLoss);
  for (const thread of pool.threads) {
    thread.once('exit', (code) => {
      if (!ending) onLoss(new Error(`worker exited with code: ${code}`));
    });
  }

  // All at once: piscina gives each to a thread without a task, so every thread attaches.
  const attached = Array.from(
    { length: workers },
    (): Promise<void> => pool.run(world.handle, { name: ATTACH }),
  );

  return {
    workers,
    threaded: true,
    ready: handshake(attached),
    run: (part: Part): Promise<Outcome> => pool.run(part, { name: RUN }),
    terminate() {
      ending ??= within(pool.destroy(), TERMINATE_MS);
      return ending;
    },
  };
}

/** @throws TeamError WORKER_START_FAILED where the system grants no more threads */
function open(workers: number, file: URL): Piscina {
  try {
    return new Piscina({
      filename: file.href,
      minThreads: workers,
      maxThreads: workers,
      concurrentTasksPerWorker: 1,
      idleTimeout: Infinity,
      // Its own Atomics.wait between tasks would make idle threads deaf to everything else.
      atomics: 'disabled',
      recordTiming: false,
    });
  } catch (cause) {
    throw startFailure(0, workers, cause);
  }
}
