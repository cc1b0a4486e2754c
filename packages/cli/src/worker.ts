import { availableParallelism } from 'node:os';
import {
  DEFAULT_CHECKPOINT_MS,
  DEFAULT_NAME,
  openStore,
  PoolRunner,
  probeStore,
  startWorker,
  type WorkerEvent,
} from '@skein/queue';
import { EXIT, type ExitCode } from './exit-codes.ts';
import { watchInterrupts } from './interrupts.ts';
import { tell } from './output.ts';
import { withQueue } from './queue-errors.ts';

/** What `skein worker` is asked for. */
export interface WorkerCommandOptions {
  /** The address of Redis. */
  readonly queue: string;
  /** A folder, or the address of a bucket. */
  readonly store: string;
  readonly queueName?: string;
  /** Runs at a time; one per core when left out. */
  readonly concurrency?: number;
  /** From one checkpoint of a run to the next, ms. */
  readonly checkpointMs?: number;
  /** The worker ends when the queue was empty for so many seconds; never when left out. */
  readonly idle?: number;
}

/** From one line of progress to the next, ms. */
const REPORT_MS = 60_000;
const LOOK_MS = 500;
const ANSWER_MS = 2000;

/**
 * `skein worker`: works on the runs of a queue, until it is interrupted or has been idle for long enough. It
 * then hands back what it has not finished. All that it says goes to standard error.
 */
export function worker(options: WorkerCommandOptions): Promise<ExitCode> {
  return withQueue(() => work(options));
}

async function work(options: WorkerCommandOptions): Promise<ExitCode> {
  const { queue, store, queueName: name = DEFAULT_NAME, idle } = options;
  const { checkpointMs = DEFAULT_CHECKPOINT_MS } = options;
  const concurrency = options.concurrency ?? availableParallelism();
  using interrupts = watchInterrupts(() => {
    tell('interrupted: handing back what is not finished');
  });
  const checkpoints = await openStore(store);
  await probeStore(checkpoints);
  const counts = new Counts();
  await using pool = new PoolRunner({ processes: concurrency, store, checkpointMs, tell });
  const shift = await startWorker({
    url: queue,
    name,
    store: checkpoints,
    concurrency,
    checkpointMs,
    run: pool.run,
    tell,
    onEvent: (event) => counts.take(event),
  });
  tell(`working on ${concurrency} runs at a time of the queue ${name}`);
  let idleSinceMs = performance.now();
  let reportedMs = idleSinceMs;
  while (!interrupts.signal.aborted) {
    await untilAborted(interrupts.signal, LOOK_MS);
    const nowMs = performance.now();
    if (idle !== undefined) {
      // What another worker has under way may be lost by it.
      const left = Promise.race([shift.jobsLeft(), unknownAfter(interrupts.signal)]);
      if (shift.running > 0 || (await left) > 0) idleSinceMs = nowMs;
      if (nowMs - idleSinceMs >= idle * 1000) break;
    }
    if (nowMs - reportedMs < REPORT_MS) continue;
    reportedMs = nowMs;
    counts.report(shift.running);
  }
  await shift.stop();
  counts.tellAll();
  return interrupts.exitCode ?? EXIT.ok;
}

/** What became of the runs that a worker took. */
class Counts {
  #done = 0;
  #failed = 0;
  #handedBack = 0;
  #told = '';

  take(event: WorkerEvent): void {
    const key = event.key.slice(0, 12);
    switch (event.type) {
      case 'taken':
        if (event.begun > 0) tell(`run ${key}: taken over from another worker`);
        break;
      case 'done':
        this.#done++;
        break;
      case 'failed':
        if (event.final) this.#failed++;
        tell(
          `run ${key} failed${event.final ? '' : ', and is tried again'}: ${event.error.message}`,
        );
        break;
      case 'handed back':
        this.#handedBack++;
        break;
      case 'lost':
        tell(`run ${key}: Redis was away for too long; it continues from its checkpoint`);
    }
  }

  /** Says how far it is, where that has changed. */
  report(running: number): void {
    const text = `${this.#done} done, ${this.#failed} failed, ${running} under way`;
    if (text !== this.#told) tell(text);
    this.#told = text;
  }

  tellAll(): void {
    tell(`${this.#done} done, ${this.#failed} failed, ${this.#handedBack} handed back`);
  }
}

/** Redis may be away: then what is left is unknown. */
async function unknownAfter(signal: AbortSignal): Promise<number> {
  await untilAborted(signal, ANSWER_MS);
  return Number.POSITIVE_INFINITY;
}

function untilAborted(signal: AbortSignal, ms: number): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal.addEventListener('abort', end, { once: true });
  });
}
