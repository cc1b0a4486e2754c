import { TeamError } from '@skein/core';
import type { InnerWorld, WorldHandle } from '@skein/core/supervise';
import type { Clock } from './clock.ts';
import type { Outcome, Part } from './protocol.ts';
import { CHECK_MS, type ThreadUsage } from './watchdog.ts';

/**
 * How long to wait for starting threads if none of them answers, ms. Each answer restarts the wait. The threads of a
 * large team may share two cores, or a server that sends them their files one by one. As with silent workers, only
 * looks count, see watchdog.ts.
 */
export const START_MS = 20_000;

/**
 * How long to wait for the surviving threads, ms. On a busy machine a thread may be kept from its core for longer. It
 * then joins later, like a new thread.
 */
export const KEEP_MS = 25;

/** The threads of one team at one size. A crew is never resized; a team changes crews. */
export interface Crew {
  /** How many threads the crew should have; fewer if it had to do without some. */
  readonly workers: number;
  /** False if parts run on the calling thread. */
  readonly threaded: boolean;
  /** Resolves when every thread has attached the world. Rejects with WORKER_START_FAILED. */
  readonly ready: Promise<void>;
  /** The seats whose threads have attached this memory, in order. */
  seatsAt(handle: WorldHandle): readonly number[];
  /** Makes all threads attach a memory. Threads that are gone, or still at work, are replaced. */
  attach(handle: WorldHandle): Attachment;
  /** Ends the seats whose threads have not attached this memory, and continues without them. */
  shrinkTo(handle: WorldHandle): void;
  /**
   * Returns a function that reads the time that the thread of a seat got from its host, if the host tells. It keeps
   * reading the same seat, even if the crew has dropped others since.
   */
  usageOf(seat: number): () => ThreadUsage | undefined;
  /**
   * Sends a part to the thread of a seat. Rejects with the cause if the thread throws, goes away, or is terminated.
   * Never settles while the thread hangs.
   */
  run(part: Part, seat: number): Promise<Outcome>;
  /**
   * Ends all threads, whatever they are doing. Resolves when they are gone, or after `TERMINATE_MS` at the latest.
   * Parts still open reject. Further calls do nothing.
   */
  terminate(): Promise<void>;
}

/** Threads that are attaching a memory. */
export interface Attachment {
  /** Number of threads that were present and idle. They only need a message. */
  readonly keeps: number;
  /** Resolves when each of these has attached the memory or failed to, and after `KEEP_MS` at the latest. */
  readonly kept: Promise<void>;
  /**
   * Resolves when another thread of the crew has attached the memory or failed to. Not to be called after the last one.
   */
  next(): Promise<unknown>;
  /** Resolves when all threads of the crew have attached the memory. Rejects with TeamError WORKER_START_FAILED. */
  readonly all: Promise<void>;
}

/**
 * Starts a crew. `onLoss` is called for a thread that goes away while no part is open. A loss during a part rejects
 * that part instead.
 */
export type Hire = (
  world: InnerWorld,
  workers: number,
  onLoss: (cause: Error) => void,
  clock: Clock,
) => Crew;

/** How long to wait for threads to end, ms. After this time they are left to the host. */
export const TERMINATE_MS = 500;

/**
 * The `ready` handshake: waits for the first answer of every thread, as long as answers keep coming.
 * @throws TeamError WORKER_START_FAILED with the first cause, or with the first silent thread
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
 * Waits until a crew has started. If some of its threads could not be started, it continues without them. Returns the
 * reason as a sentence, or undefined.
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

/** The message of a cause, whatever was thrown. */
export function reason(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}
