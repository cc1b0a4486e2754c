import type { Worker } from 'node:worker_threads';
import type { InnerWorld } from '@skein/core/supervise';

import { Piscina } from 'piscina';
import { type Clock, hostClock } from '../clock.ts';
import type { Crew } from '../crew.ts';
import type { Outcome, Part, ThreadApi } from '../protocol.ts';
import type { HostThread } from '../seat.ts';
import { ThreadCrew } from '../thread-crew.ts';
import { usageOf } from './thread-usage.ts';

/**
 * The file that threads run: thread.ts and all its imports in one file, which loads faster. scripts/bundle-thread.mjs
 * creates it.
 */
const THREAD_FILE = new URL('./thread.bundle.js', import.meta.url);

/** The names of the two functions of a thread. piscina calls the functions by these names. */
const ATTACH: keyof ThreadApi = 'attach';
const RUN: keyof ThreadApi = 'run';

/**
 * Starts a crew of Node worker threads, managed by piscina. Each worker has its own pool of one thread, for two
 * reasons. First, all parts of a segment must run at the same time, because each waits for the others at barriers.
 * Second, a lost thread can be replaced while the others stay. piscina lets the process end while no task is open.
 * Tests pass `file` to start threads that fail.
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

/** Creates a pool for one thread. The thread starts with its first task. */
export function startThread(onLoss: (cause: Error) => void, file = THREAD_FILE): HostThread {
  const pool = new Piscina({
    filename: file.href,
    // The pool does not restart a thread that exits.
    minThreads: 0,
    maxThreads: 1,
    concurrentTasksPerWorker: 1,
    idleTimeout: Infinity,
    // piscina's own Atomics.wait between tasks would keep idle threads from hearing anything else.
    atomics: 'disabled',
    recordTiming: false,
  });
  // Errors of a thread without a task. Without a listener they would end the process.
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
    // A pool that could not start has a task but no thread. Destroying it would reject the task without a handler,
    // which ends the process.
    end: async () => {
      if (begun) await pool.destroy();
    },
  };
}

/**
 * Calls `start`, which starts a thread. Even after the thread has started, `start` can throw, for example for lack of
 * memory. This function then ends the thread. Otherwise the thread would live forever, because nothing refers to it.
 *
 * Node reports a new thread by an entry in the queue of `process.nextTick`. This function adds one entry before that
 * report, and one entry after it. So each thread that is reported between these two entries was started by this call.
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
