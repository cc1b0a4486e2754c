import { TeamError } from '@skein/core';
import type { InnerWorld, WorldHandle } from '@skein/core/internal';
import type { Clock } from './clock.ts';
import type { Outcome, Part } from './protocol.ts';
import { CHECK_MS, type ThreadUsage } from './watchdog.ts';

/**
 * The time in ms after which the start of threads fails, if none of them answers. Each answer restarts the time. The
 * time is long because many threads may share two cores, or may receive their files one by one. The time is counted in
 * calls of a timer, as in watchdog.ts.
 */
export const START_MS = 20_000;

/**
 * How long to wait until surviving threads have attached new memory, in ms. If a thread takes longer, because the
 * machine is busy, it joins later, like a new thread.
 */
export const KEEP_MS = 25;

/**
 * The threads of a team. A crew can drop threads, by `shrinkTo`, but cannot add any. To change the number of threads in
 * any other way, a team replaces its crew.
 */
export interface Crew {
  /**
   * The number of threads that the crew should have. The number becomes smaller when the crew loses threads and has to
   * continue with the remaining threads.
   */
  readonly workers: number;
  /** Whether the crew has threads to run parts on. If false, parts run on the calling thread. */
  readonly threaded: boolean;
  /** Resolves when every thread has attached the world. Rejects with WORKER_START_FAILED. */
  readonly ready: Promise<void>;
  /** Returns the seats whose threads have attached the memory of `handle`, in ascending order. */
  seatsAt(handle: WorldHandle): readonly number[];
  /**
   * Makes all threads attach the memory of `handle`. Threads that are gone, or that are still working, are replaced.
   */
  attach(handle: WorldHandle): Attachment;
  /** Ends the seats whose threads have not attached the memory of `handle`, and continues without these seats. */
  shrinkTo(handle: WorldHandle): void;
  /**
   * Returns a function that reads how much time the thread of a seat has had on a core. If the host does not report
   * this time, the function returns undefined. The function keeps reading the same seat, even after the crew has
   * dropped other seats.
   */
  usageOf(seat: number): () => ThreadUsage | undefined;
  /**
   * Sends a part to the thread of a seat. Rejects with the cause if the thread throws an error, goes away or is
   * terminated. Never settles while the thread hangs.
   */
  run(part: Part, seat: number): Promise<Outcome>;
  /**
   * Ends all threads, whatever they are doing. Resolves when the threads are gone, and after `TERMINATE_MS` at the
   * latest. The promises of unfinished parts reject. Further calls do nothing.
   */
  terminate(): Promise<void>;
}

/** The progress of the threads of a crew while they attach new memory. */
export interface Attachment {
  /**
   * The number of threads that were already running and idle. To make such a thread attach the memory, a message is
   * enough.
   */
  readonly keeps: number;
  /**
   * Resolves when each kept thread has attached the memory or failed to attach it, and after `KEEP_MS` at the latest.
   * The number of kept threads is `keeps`.
   */
  readonly kept: Promise<void>;
  /**
   * Resolves when one more thread of the crew is done: it has attached the memory, or failed to attach it. Must not be
   * called after all threads are done.
   */
  next(): Promise<unknown>;
  /** Resolves when all threads of the crew have attached the memory. Rejects with TeamError WORKER_START_FAILED. */
  readonly all: Promise<void>;
}

/**
 * Starts a crew. `onLoss` is called if a thread goes away while it neither runs a `Part` nor attaches memory. If a
 * thread goes away while it runs a `Part`, the promise from `Crew.run` rejects instead.
 */
export type Hire = (
  world: InnerWorld,
  workers: number,
  onLoss: (cause: Error) => void,
  clock: Clock,
) => Crew;

/** How long to wait for threads to end, in ms. The host must end the threads that still run after this time. */
export const TERMINATE_MS = 500;

/**
 * Waits for the first answer of every thread. Gives up if no new answer comes for `startMs`.
 * @throws TeamError WORKER_START_FAILED if a thread failed or did not answer. The error names the first thread that
 * failed. If none failed, it names the first thread that did not answer.
 */
export async function handshake(
  clock: Clock,
  answers: readonly Promise<void>[],
  startMs = START_MS,
): Promise<void> {
  const silent = new Set(answers.keys());
  let failure: { worker: number; cause: unknown } | undefined;
  await new Promise<void>((resolve) => {
    let stillMs = 0;
    const stop = clock.every(Math.min(CHECK_MS, startMs), () => {
      stillMs += CHECK_MS;
      if (stillMs >= startMs) end();
    });
    const end = () => {
      stop();
      resolve();
    };
    for (const [worker, answer] of answers.entries()) {
      const heard = () => {
        stillMs = 0;
        silent.delete(worker);
        if (silent.size === 0) end();
      };
      answer.then(heard, (cause) => {
        failure ??= { worker, cause };
        heard();
      });
    }
  });
  if (failure) throw startFailure(failure.worker, answers.length, failure.cause);
  const [worker] = silent;
  if (worker === undefined) return;
  throw startFailure(worker, answers.length, new Error(`no answer in ${startMs} ms`));
}

/**
 * Waits until a crew has started. If some of its threads could not be started, the crew continues without them, and the
 * reason is returned as a sentence. If all threads have started, returns undefined.
 * @throws TeamError WORKER_START_FAILED if no thread could be started
 */
export async function started(crew: Crew, handle: WorldHandle): Promise<string | undefined> {
  try {
    await crew.ready;
    return undefined;
  } catch (error) {
    const there = crew.seatsAt(handle).length;
    if (there === 0) throw error;
    const asked = crew.workers;
    crew.shrinkTo(handle);
    return `The team continues with ${there} of ${asked} workers, with the same result. ${reason(error)}.`;
  }
}

/** The error of a crew whose thread `worker` could not be started. */
export function startFailure(worker: number, workers: number, cause: unknown): TeamError {
  const message = `Worker ${worker} of ${workers} could not be started: ${reason(cause)}`;
  return new TeamError('WORKER_START_FAILED', message, { worker, cause });
}

/** Returns the message of an error. A thrown value that is not an error is returned as text. */
export function reason(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}
