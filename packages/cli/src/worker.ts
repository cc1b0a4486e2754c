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
import { counted } from './counted.ts';
import { EXIT, type ExitCode } from './exit-codes.ts';
import { watchInterrupts } from './interrupts.ts';
import { tell } from './output.ts';
import { withQueue } from './queue-errors.ts';

/** The options of `skein worker`. */
export interface WorkerCommandOptions {
  /** The address of Redis. */
  readonly queue: string;
  /** The store for checkpoints: a folder, or the address of a bucket. */
  readonly store: string;
  readonly queueName?: string;
  /** The number of runs at a time. Default: one per core. */
  readonly concurrency?: number;
  /** The interval between checkpoints of a run, in ms. */
  readonly checkpointMs?: number;
  /** The time that the queue must be empty before the worker exits, in s. Default: the worker never exits. */
  readonly idle?: number;
}

/** The interval between progress lines, in ms. */
const REPORT_MS = 60_000;
const LOOK_MS = 500;
const ANSWER_MS = 2000;

/**
 * `skein worker`: does the runs of a queue until it is interrupted or the queue has been empty for long enough. It then
 * returns unfinished runs to the queue. All its messages go to standard error.
 */
export function worker(options: WorkerCommandOptions): Promise<ExitCode> {
  return withQueue(() => work(options));
}

async function work(options: WorkerCommandOptions): Promise<ExitCode> {
  const { queue, store, queueName: name = DEFAULT_NAME, idle } = options;
  const { checkpointMs = DEFAULT_CHECKPOINT_MS } = options;
  const concurrency = options.concurrency ?? availableParallelism();
  using interrupts = watchInterrupts(() => {
    tell('interrupted: returning unfinished runs to the queue');
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
  tell(`doing ${counted(concurrency, 'run')} at a time from the queue ${name}`);
  let idleSinceMs = performance.now();
  let reportedMs = idleSinceMs;
  while (!interrupts.signal.aborted) {
    await untilAborted(interrupts.signal, LOOK_MS);
    const nowMs = performance.now();
    if (idle !== undefined) {
      // If another worker is lost, its running runs return to the queue, so they count as work left.
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

/** Counts what happened to the runs that a worker took. */
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
          `run ${key} failed${event.final ? '' : ', and will be retried'}: ${event.error.message}`,
        );
        break;
      case 'handed back':
        this.#handedBack++;
        break;
      case 'lost':
        tell(
          `run ${key}: Redis was unreachable for too long; the run continues from its checkpoint`,
        );
    }
  }

  /** Prints the counts if they have changed since the last call. */
  report(running: number): void {
    const text = `${this.#done} done, ${this.#failed} failed, ${running} under way`;
    if (text !== this.#told) tell(text);
    this.#told = text;
  }

  tellAll(): void {
    tell(
      `runs: ${this.#done} done, ${this.#failed} failed, ${this.#handedBack} returned to the queue`,
    );
  }
}

/**
 * Resolves with infinity after ANSWER_MS, or earlier if `signal` aborts. Infinity stands for a number of runs that is
 * unknown, because Redis has not answered yet.
 */
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
