import type { Worker } from 'node:worker_threads';
import type { InnerWorld } from '@skein/core/supervise';

import { Piscina } from 'piscina';
import { type Clock, hostClock } from '../clock.ts';
import type { Crew } from '../crew.ts';
import type { Outcome, Part, ThreadApi } from '../protocol.ts';
import type { HostThread } from '../seat.ts';
import { ThreadCrew } from '../thread-crew.ts';
import { usageOf } from './thread-usage.ts';

/** thread.ts and all it imports in one file, which loads sooner: ../../scripts/bundle-thread.mjs. */
const THREAD_FILE = new URL('./thread.bundle.js', import.meta.url);

/** The names under which piscina finds what a thread answers to. */
const ATTACH: keyof ThreadApi = 'attach';
const RUN: keyof ThreadApi = 'run';

/**
 * A crew of Node worker threads, supplied and watched by piscina. Each part of a segment must have
 * a thread of its own, or the barrier waits for one that has not begun; and a lost one is replaced
 * while the others stay: hence a pool of one for each worker. piscina lets the process end while no
 * task is open. `file` is the threads' entry, for tests of threads that fail.
 */
export function hireThreads(
  world: InnerWorld,
  workers: number,
  onLoss: (cause: Error) => void,
  clock: Clock = hostClock,
  file = THREAD_FILE,
): Crew {
  const start = (onLoss: (cause: Error) => void) => startThread(onLoss, file);
  return new ThreadCrew(world.handle, workers, { start, clock }, onLoss);
}

/** Has a pool of its own start a thread with its first task. */
export function startThread(onLoss: (cause: Error) => void, file = THREAD_FILE): HostThread {
  const pool = new Piscina({
    filename: file.href,
    // One that exits is not started again by the pool.
    minThreads: 0,
    maxThreads: 1,
    concurrentTasksPerWorker: 1,
    idleTimeout: Infinity,
    // Its own Atomics.wait between tasks would make idle threads deaf to everything else.
    atomics: 'disabled',
    recordTiming: false,
  });
  // Errors of a thread that has no task; without a listener they would end the process.
  pool.on('error', onLoss);
  let number: number | undefined;
  let begun = false;
  const begin = (attach: () => Promise<number | undefined>): Promise<number | undefined> => {
    const attached = endingOnFailure(attach);
    begun = true;
    pool.threads[0]?.once('exit', (code) => {
      onLoss(new Error(`worker exited with code: ${code}`));
    });
    return attached;
  };
  return {
    async attach(handle) {
      const attach = (): Promise<number | undefined> => pool.run(handle, { name: ATTACH });
      number = await (begun ? attach() : begin(attach));
    },
    run: (part: Part): Promise<Outcome> => pool.run(part, { name: RUN }),
    usage: () => (number === undefined ? undefined : usageOf(number)),
    // A pool that could not begin has no thread, but a task: to destroy it would reject that unheard,
    // which ends the process.
    end: async () => {
      if (begun) await pool.destroy();
    },
  };
}

/**
 * Does what starts a thread. When it throws, as where there is no memory, a thread that was started
 * before that is not known and would live forever: it is ended. Node reports each thread in the
 * queue of its next ticks, so that what it tells between two of ours is of this call.
 */
function endingOnFailure<Result>(start: () => Result): Result {
  let failed = false;
  const end = (thread: Worker) => {
    if (failed) void thread.terminate();
  };
  process.nextTick(() => process.on('worker', end));
  try {
    return start();
  } catch (error) {
    failed = true;
    throw error;
  } finally {
    process.nextTick(() => process.off('worker', end));
  }
}
