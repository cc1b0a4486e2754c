import { TeamError } from '@skein/core';
import type { InnerWorld, WorldHandle } from '@skein/core/supervise';
import type { Clock } from './clock.ts';
import type { Outcome, Part } from './protocol.ts';
import { CHECK_MS, type ThreadUsage } from './watchdog.ts';

/**
 * Threads that are starting are given up when none of them has answered for this long, ms. Each answer
 * begins it over. Those of a large team may share two cores, or a server that gives them their files one
 * by one. As with silent workers, only looks count, see watchdog.ts.
 */
export const START_MS = 20_000;

/**
 * How long to wait for the surviving threads, ms. On a machine with much to do one of many may be
 * kept from its core for longer: it is taken in later, as a new thread is.
 */
export const KEEP_MS = 25;

/** The threads of one team at one size. A crew is never resized: a team changes crews. */
export interface Crew {
  /** How many threads it is to have; fewer once it had to do without some. */
  readonly workers: number;
  /** False when parts run on the calling thread. */
  readonly threaded: boolean;
  /** Resolves when every thread has attached the world; rejects with WORKER_START_FAILED. */
  readonly ready: Promise<void>;
  /** The seats whose threads are there and have attached this memory, in order. */
  seatsAt(handle: WorldHandle): readonly number[];
  /** Has all threads attach a memory. Those that are gone, or still at work, are replaced. */
  attach(handle: WorldHandle): Attachment;
  /** Ends the seats whose threads have not attached this memory, and does without them. */
  shrinkTo(handle: WorldHandle): void;
  /**
   * What tells the time that the thread of a seat was given, where the host tells; of that seat also when
   * the crew has done without others since.
   */
  usageOf(seat: number): () => ThreadUsage | undefined;
  /**
   * Hands a part to the thread of a seat. Rejects with the cause when the thread throws, goes
   * away, or is terminated; never settles while the thread hangs.
   */
  run(part: Part, seat: number): Promise<Outcome>;
  /**
   * Ends all threads whatever they do, and resolves when they are gone or, at the latest, after
   * `TERMINATE_MS`. May be called often; parts still open reject.
   */
  terminate(): Promise<void>;
}

/** Threads on their way to a memory. */
export interface Attachment {
  /** Threads that were there, and idle: they need no more than a message. */
  readonly keeps: number;
  /** Resolves when each of those has attached it, or has failed to, and after `KEEP_MS` at the latest. */
  readonly kept: Promise<void>;
  /** Resolves when another of the crew has attached it, or has failed to; not behind the last. */
  next(): Promise<unknown>;
  /** Resolves when all of the crew have; rejects with TeamError WORKER_START_FAILED. */
  readonly all: Promise<void>;
}

/**
 * Starts a crew. `onLoss` hears of a thread that goes away while no part is open; a loss within a part
 * rejects that part instead.
 */
export type Hire = (
  world: InnerWorld,
  workers: number,
  onLoss: (cause: Error) => void,
  clock: Clock,
) => Crew;

/** Threads that cannot be ended in this time are left to the host, ms. */
export const TERMINATE_MS = 500;

/**
 * The `ready` handshake: waits for every thread's first answer, as long as they come.
 * @throws TeamError WORKER_START_FAILED, with the first cause, or with the threads that are silent
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
 * Waits until a crew has started. Where some of its threads could not be, it does without them; returns
 * why, in plain words.
 * @throws TeamError WORKER_START_FAILED when none could be started
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

/** The words of a cause, whatever was thrown. */
export function reason(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}
