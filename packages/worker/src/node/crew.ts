import { setTimeout } from 'node:timers/promises';
import type { Worker } from 'node:worker_threads';
import type { InnerWorld, WorldHandle } from '@skein/core/internal';

import { Piscina } from 'piscina';
import { type Clock, hostClock } from '../clock.ts';
import { type Crew, START_MS } from '../crew.ts';
import type { Outcome, Part } from '../protocol.ts';
import type { HostThread } from '../seat.ts';
import { ThreadCrew } from '../thread-crew.ts';
import { within } from '../within.ts';
import { claimAddresses } from './address-space.ts';
import type { Call } from './thread.ts';
import { usageOf } from './thread-usage.ts';

/**
 * The file that threads run: thread.ts and all its imports in one file, which loads faster. scripts/bundle-thread.mjs
 * creates it.
 */
const THREAD_FILE = new URL('./thread.bundle.js', import.meta.url);

/**
 * The name of the function of the file that piscina calls. It is the only one, so a thread that has answered once loads
 * no module any more.
 */
const ANSWER = 'answer';

/** How often to look whether a thread has loaded the script of piscina, in ms. */
const LOADED_MS = 10;

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
    name: ANSWER,
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
  /** The first answer of the thread, until it is there. */
  let starting: Promise<unknown> | undefined;
  const ask = (call: Call): Promise<unknown> => pool.run(call);
  const begin = (handle: WorldHandle): Promise<unknown> => {
    const release = claimAddresses();
    const started = () => {
      starting = undefined;
      release();
    };
    let answer: Promise<unknown>;
    try {
      answer = endingOnFailure(() => ask({ attach: handle }));
    } catch (error) {
      release();
      throw error;
    }
    begun = true;
    starting = answer.then(started, started);
    pool.threads[0]?.once('exit', (code) => {
      onLoss(new Error(`worker exited with code: ${code}`));
    });
    return answer;
  };
  return {
    async attach(handle) {
      const answer = begun ? ask({ attach: handle }) : begin(handle);
      number = (await answer) as number | undefined;
    },
    run: (part: Part) => ask({ run: part }) as Promise<Outcome>,
    usage: () => (number === undefined ? undefined : usageOf(number)),
    async end() {
      // A pool that could not start has a task but no thread. Destroying it would reject the task without a handler,
      // which ends the process.
      if (!begun) return;
      // If a thread is ended while it loads modules, V8 may end the process: the loader of Node takes it for granted
      // that each of its calls has a result.
      if (starting) await within(hostClock, starting, START_MS);
      await pool.destroy();
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
    if (failed) void endLoaded(thread);
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

/** Ends a thread that has no task, as soon as it has loaded its script: its event loop runs from then on. */
async function endLoaded(thread: Worker): Promise<void> {
  for (let waitedMs = 0; waitedMs < START_MS; waitedMs += LOADED_MS) {
    const { active, idle } = thread.performance.eventLoopUtilization();
    const isGone = thread.threadId === -1;
    if (isGone || active + idle > 0) break;
    await setTimeout(LOADED_MS);
  }
  await thread.terminate();
}
