import { poisonRun, type World, workerProgress } from '@skein/core';
import type { Crew } from './crew.ts';
import type { Outcome, Part } from './protocol.ts';
import { CHECK_MS, Watchdog } from './watchdog.ts';
import { within } from './within.ts';

/**
 * How long the other workers may take to leave a poisoned segment, ms. Those at a barrier leave at
 * once; those deep in a phase are replaced, which loses nothing, since the tick is thrown away.
 */
const LEAVE_MS = 100;

/** A worker that did not finish its part. */
export interface Loss {
  readonly worker: number;
  /** Undefined when it gave no sign of life. */
  readonly cause: unknown;
  /** Where it was: a phase of the pipeline, or a side task. */
  readonly phase: string;
  readonly tick: number;
  /** When that was noticed, by `performance.now()`. */
  readonly atMs: number;
}

/** What came of a segment. */
export type Ending =
  | { readonly outcomes: readonly Outcome[]; readonly loss?: undefined }
  | { readonly loss: Loss };

/**
 * Runs one segment: every part on the thread of its seat, until all have returned; their outcomes, in the order of
 * the parts. The run must have been
 * prepared. When a worker is lost the segment is poisoned, and the others are waited for, but not for
 * long: whoever is still at work then may yet write this memory, and publish the tick it is in.
 * `stallMs` undefined: no watchdog, for parts that run on this thread.
 */
export async function runSegment(
  world: World,
  crew: Crew,
  seats: readonly number[],
  parts: readonly Part[],
  stallMs: number | undefined,
): Promise<Ending> {
  const from = world.tick;
  const open = new Set(parts.map((part) => part.worker));
  let lose: (worker: number, cause?: unknown) => void = () => {};
  const lost = new Promise<Loss>((resolve) => {
    lose = (worker, cause) => {
      const { phase, tick } = workerProgress(world, worker);
      // Of whoever has not begun yet memory says what it did last, or nothing.
      resolve({ worker, cause, phase, tick: Math.max(tick, from), atMs: performance.now() });
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
  const stop = stallMs === undefined ? () => {} : watch(world, parts.length, open, stallMs, lose);
  const loss = await Promise.race([lost, Promise.all(returns).then(() => undefined)]);
  stop();
  if (loss === undefined) return { outcomes };
  // Wakes the others from the barrier that the lost worker will never reach.
  poisonRun(world);
  await within(Promise.all(returns.filter((_, worker) => worker !== loss.worker)), LEAVE_MS);
  return { loss };
}

function watch(
  world: World,
  workers: number,
  open: ReadonlySet<number>,
  stallMs: number,
  lose: (worker: number) => void,
): () => void {
  const watchdog = new Watchdog(workers, stallMs, (k) => workerProgress(world, k).beat);
  const timer = setInterval(() => {
    const worker = watchdog.look(open);
    if (worker !== undefined) lose(worker);
  }, CHECK_MS);
  return () => clearInterval(timer);
}
