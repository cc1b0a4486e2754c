import type { InnerWorld } from '@skein/core/internal';

import { poisonRun, workerProgress } from '@skein/core/internal';
import type { Clock } from './clock.ts';
import type { Crew } from './crew.ts';
import type { Outcome, Part } from './protocol.ts';
import { CHECK_MS, Watchdog } from './watchdog.ts';
import { within } from './within.ts';

/**
 * When a worker is lost, its segment is poisoned. The other workers then get this time (ms) to leave the segment.
 * Workers at a barrier leave immediately. Workers that are still in a phase after this time are replaced. Nothing is
 * lost by this, because the tick is discarded anyway.
 */
const LEAVE_MS = 100;

/** A worker that did not finish its part. */
export interface Loss {
  readonly worker: number;
  /** The error that caused the loss; undefined if the worker gave no sign of life. */
  readonly cause: unknown;
  /** Where the worker was lost: in a phase of the pipeline, or in a side task. */
  readonly phase: string;
  readonly tick: number;
  /** The time at which the loss was noticed, by the clock of the team, in ms. */
  readonly atMs: number;
}

/** The end of a segment: the outcomes of all parts, or the loss of a worker. */
export type Ending =
  | { readonly outcomes: readonly Outcome[]; readonly loss?: undefined }
  | { readonly loss: Loss };

/** What a segment needs to run. */
export interface Segment {
  readonly world: InnerWorld;
  readonly crew: Crew;
  /** The seats whose threads run the parts: `seats[i]` runs `parts[i]`. */
  readonly seats: readonly number[];
  readonly parts: readonly Part[];
  readonly clock: Clock;
  /** Returns how long a worker may now be silent, in ms. */
  readonly patienceMs: () => number;
}

/**
 * Runs one segment: runs every part on the thread of its seat, and waits until all have returned. Returns the outcomes
 * in the order of the parts. The run must have been prepared.
 *
 * If a worker is lost, the segment is poisoned, and the other workers get a short time to leave it. A worker that is
 * still working afterwards may write to the memory of the world, and publish its tick there. Parts that run on the
 * calling thread are not watched.
 */
export async function runSegment(segment: Segment): Promise<Ending> {
  const { world, crew, seats, parts, clock } = segment;
  const from = world.tick;
  const open = new Set(parts.map((part) => part.worker));
  let lose: (worker: number, cause?: unknown) => void = () => {};
  const lost = new Promise<Loss>((resolve) => {
    lose = (worker, cause) => {
      const { phase, tick } = workerProgress(world, worker);
      // For a worker that has not begun yet, memory contains where it was last, or nothing.
      resolve({ worker, cause, phase, tick: Math.max(tick, from), atMs: clock.now() });
    };
  });
  const outcomes: Outcome[] = [];
  const returns = parts.map(async (part, order) => {
    try {
      outcomes[order] = await crew.run(part, seats[order]);
    } catch (cause) {
      lose(part.worker, cause ?? new Error('nothing was thrown'));
    }
    open.delete(part.worker);
  });
  const stop = crew.threaded ? watch(segment, open, lose) : () => {};
  const loss = await Promise.race([lost, Promise.all(returns).then(() => undefined)]);
  stop();
  if (loss === undefined) return { outcomes };
  // Wakes the other workers at the barrier that the lost worker will never reach.
  poisonRun(world);
  await within(clock, Promise.all(returns.filter((_, worker) => worker !== loss.worker)), LEAVE_MS);
  return { loss };
}

function watch(
  { world, crew, seats, clock, patienceMs }: Segment,
  open: ReadonlySet<number>,
  lose: (worker: number) => void,
): () => void {
  const usages = seats.map((seat) => crew.usageOf(seat));
  const watchdog = new Watchdog(
    seats.length,
    (worker) => workerProgress(world, worker).beat,
    (worker) => usages[worker](),
  );
  return clock.every(CHECK_MS, () => {
    const worker = watchdog.look(open, patienceMs());
    if (worker !== undefined) lose(worker);
  });
}
