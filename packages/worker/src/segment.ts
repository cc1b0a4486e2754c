import { poisonRun, TeamError, type World, workerProgress } from '@skein/core';
import { type Crew, reason } from './crew.ts';
import type { Outcome, Part } from './protocol.ts';
import { CHECK_MS, Watchdog } from './watchdog.ts';
import { within } from './within.ts';

/**
 * How long the other workers may take to leave a poisoned segment, ms. Those at a barrier leave at
 * once; those deep in a phase are terminated, which loses nothing, since the tick is thrown away.
 */
const LEAVE_MS = 100;

/** A worker that will not finish its part; no cause when it is silent. */
interface Loss {
  readonly worker: number;
  readonly cause?: unknown;
}

/**
 * Runs one segment: every part on its thread, until all have returned; their outcomes, in the order of
 * the parts. The run must have been
 * prepared. When a worker is lost the segment is poisoned, the others are waited for, and the crew
 * is terminated: front then stands at the last whole tick and nobody writes any more.
 * `stallMs` undefined: no watchdog, for parts that run on this thread.
 * @throws TeamError WORKER_LOST or WORKER_STALLED with worker, phase and tick
 */
export async function runSegment(
  world: World,
  crew: Crew,
  parts: readonly Part[],
  stallMs: number | undefined,
): Promise<readonly Outcome[]> {
  const open = new Set(parts.map((part) => part.worker));
  let lose: (loss: Loss) => void = () => {};
  const lost = new Promise<Loss>((resolve) => {
    lose = resolve;
  });
  const outcomes: Outcome[] = [];
  const returns = parts.map(async (part, order) => {
    try {
      outcomes[order] = await crew.run(part);
    } catch (cause) {
      lose({ worker: part.worker, cause });
    }
    open.delete(part.worker);
  });
  const stop = stallMs === undefined ? () => {} : watch(world, crew.workers, open, stallMs, lose);
  const loss = await Promise.race([lost, Promise.all(returns).then(() => undefined)]);
  stop();
  if (loss === undefined) return outcomes;

  const error = describe(world, crew.workers, loss);
  // Wakes the others from the barrier that the lost worker will never reach.
  poisonRun(world);
  await within(Promise.all(returns.filter((_, worker) => worker !== loss.worker)), LEAVE_MS);
  await crew.terminate();
  throw error;
}

function watch(
  world: World,
  workers: number,
  open: ReadonlySet<number>,
  stallMs: number,
  lose: (loss: Loss) => void,
): () => void {
  const watchdog = new Watchdog(workers, stallMs, (k) => workerProgress(world, k).beat);
  const timer = setInterval(() => {
    const worker = watchdog.look(open);
    if (worker !== undefined) lose({ worker });
  }, CHECK_MS);
  return () => clearInterval(timer);
}

function describe(world: World, workers: number, { worker, cause }: Loss): TeamError {
  const { phase, tick } = workerProgress(world, worker);
  const stalled = cause === undefined;
  const what = stalled ? 'gives no sign of life' : `was lost (${reason(cause)})`;
  return new TeamError(
    stalled ? 'WORKER_STALLED' : 'WORKER_LOST',
    `Worker ${worker} of ${workers} ${what} in phase '${phase}' of tick ${tick}. ` +
      `The world stands whole at tick ${world.tick}: a new team can go on from there.`,
    { worker, phase, tick, cause },
  );
}
