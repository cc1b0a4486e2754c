import { availableParallelism } from 'node:os';
import { ScenarioError } from '@skein/core';
import type { CheckpointStore, JobResult } from '@skein/sweep';
import { Job as BullJob, UnrecoverableError, WaitingError, Worker } from 'bullmq';
import { bullName, DEFAULT_NAME, LOCK_MS, MAX_LOST_WORKERS, PREFIX, STALLED_MS } from './bull.ts';
import { connectionOptions, cutOff, reach } from './connect.ts';
import { type Tell, Waiting } from './notices.ts';
import { jobIn, type Payload, resultIn, type Summary } from './payload.ts';
import { QueueError } from './queue-error.ts';
import { type RedisAddress, readAddress } from './redis-address.ts';
import { faultOf, reasonOf } from './redis-faults.ts';
import type { RunJob } from './run-job.ts';
import { SafeCheckpoints } from './safe-checkpoints.ts';

export const DEFAULT_CHECKPOINT_MS = 30_000;
/** How long `stop` waits for a Redis that is away before it leaves the jobs to their locks, ms. */
const STOP_MS = 10_000;
/** How long connections may take to close, ms. */
const CLOSE_MS = 2000;
const RETRY_MS = 500;
const REST_MS = 1000;
const MAX_CONCURRENCY = 1024;

export interface WorkerOptions {
  /** `redis://user:password@host:port/db`, or `rediss://` for TLS. */
  readonly url: string;
  /** The queue, as `enqueueSweep` names it. Default: "sweep". */
  readonly name?: string;
  /** Where checkpoints are kept: what all workers of a queue share. */
  readonly store: CheckpointStore;
  /** Jobs at a time. Default: one per core. */
  readonly concurrency?: number;
  /** From one checkpoint of a job to the next, ms. Default: 30,000. */
  readonly checkpointMs?: number;
  /** Runs one job, off this thread. */
  readonly run: RunJob;
  /** Takes what people should know: what is waited for, and what went wrong. */
  readonly tell?: Tell;
  /** Takes what becomes of each job. */
  readonly onEvent?: (event: WorkerEvent) => void;
  /** How long a server that does not answer is waited for at the start, ms. Default: 30,000. */
  readonly connectMs?: number;
}

export type WorkerEvent =
  /** `begun` says how often it was taken before: it continues from its checkpoint. */
  | { readonly type: 'taken'; readonly key: string; readonly begun: number }
  | { readonly type: 'done'; readonly key: string; readonly result: JobResult }
  | {
      readonly type: 'failed';
      readonly key: string;
      readonly error: Error;
      readonly final: boolean;
    }
  | { readonly type: 'handed back'; readonly key: string }
  /** Redis was away for longer than a lock lasts: the job is in the queue again, with a checkpoint of now. */
  | { readonly type: 'lost'; readonly key: string };

export interface QueueWorker {
  /** Jobs that are being run now. */
  readonly running: number;
  /** Jobs of the queue that are not done, those included that others run. It waits for a Redis that is away. */
  jobsLeft(): Promise<number>;
  /**
   * Takes no more jobs, and hands those it has back with a checkpoint, so that another worker takes them at
   * once. Resolves when all of that is done, or after 10 s where Redis is away.
   */
  stop(): Promise<void>;
}

/** Why a run is to let go of its job. */
type Release = 'stop' | 'lost';

/**
 * Works on the jobs of a queue until it is stopped.
 * @throws QueueError QUEUE_URL_INVALID, QUEUE_NAME_INVALID, QUEUE_OPTION_INVALID, QUEUE_REFUSED,
 * QUEUE_UNREACHABLE
 */
export async function startWorker(options: WorkerOptions): Promise<QueueWorker> {
  const { connectMs, tell = () => {} } = options;
  const address = readAddress(options.url);
  const name = bullName(options.name ?? DEFAULT_NAME);
  const concurrency = options.concurrency ?? availableParallelism();
  if (!Number.isInteger(concurrency) || concurrency < 1 || concurrency > MAX_CONCURRENCY) {
    throw new QueueError(
      'QUEUE_OPTION_INVALID',
      `concurrency: found ${concurrency}, expected a whole number from 1 to ${MAX_CONCURRENCY}`,
    );
  }
  await reach(address, tell, connectMs);
  return new Shift(name, address, { ...options, concurrency, tell });
}

class BullWorker extends Worker<Payload, Summary> {
  /** Leaves behind what does not close, so that nothing keeps the process from its end. */
  abandon(): void {
    void this.lockManager.close();
    const { connection, blockingConnection } = this.getBackend();
    for (const one of [connection, blockingConnection]) if (one !== undefined) cutOff(one);
  }
}

class Shift implements QueueWorker {
  readonly #address: RedisAddress;
  readonly #options: WorkerOptions;
  readonly #tell: Tell;
  readonly #checkpoints: SafeCheckpoints;
  readonly #waiting: Waiting;
  readonly #worker: BullWorker;
  /** Jobs that are not done with, also those whose result is on its way. */
  readonly #works = new Set<Promise<void>>();
  /** By key: what lets go of the job. */
  readonly #running = new Map<string, AbortController>();
  /** What a Redis lacks that answers: memory, or room on its disk. */
  readonly #lacking: Waiting;
  #resting: NodeJS.Timeout | undefined;
  #stopping: Promise<void> | undefined;
  #isAbandoned = false;

  constructor(name: string, address: RedisAddress, options: WorkerOptions) {
    const { tell = () => {}, concurrency = 1 } = options;
    this.#address = address;
    this.#options = options;
    this.#tell = tell;
    this.#checkpoints = new SafeCheckpoints(options.store, tell);
    this.#waiting = new Waiting(`Redis at ${address.shown}`, tell);
    this.#lacking = new Waiting(`Redis at ${address.shown}`, tell);
    this.#worker = new BullWorker(name, (job, token) => this.#begin(job, token), {
      connection: connectionOptions(address),
      prefix: PREFIX,
      concurrency,
      lockDuration: LOCK_MS,
      stalledInterval: STALLED_MS,
      maxStalledCount: MAX_LOST_WORKERS,
      runRetryDelay: RETRY_MS,
    });
    this.#worker.on('error', (error) => this.#hear(error));
    this.#worker.getBackend().on('ready', () => this.#waiting.end());
    this.#worker.on('lockRenewalFailed', (keys) => {
      for (const key of keys) this.#running.get(key)?.abort('lost' satisfies Release);
    });
  }

  get running(): number {
    return this.#running.size;
  }

  async jobsLeft(): Promise<number> {
    const states = ['wait', 'active', 'delayed', 'prioritized'] as const;
    const counts = await this.#worker.getBackend().getCounts([...states]);
    return counts.reduce((sum, count) => sum + (count ?? 0), 0);
  }

  stop(): Promise<void> {
    this.#stopping ??= this.#stop();
    return this.#stopping;
  }

  async #stop(): Promise<void> {
    clearTimeout(this.#resting);
    // From here on it takes no job; those it has are let go.
    const closed = this.#worker.close();
    for (const run of this.#running.values()) run.abort('stop' satisfies Release);
    const released = await within(STOP_MS, Promise.all(this.#works));
    if (released === LATE) {
      const { shown } = this.#address;
      this.#tell(
        `${shown} is away: others take over the jobs ${LOCK_MS / 1000} s after it is back`,
      );
    }
    // A connection that was about to reconnect never says that it is closed.
    if ((await within(CLOSE_MS, closed)) !== LATE) return;
    this.#isAbandoned = true;
    this.#worker.abandon();
  }

  #begin(bull: BullJob<Payload, Summary>, token: string | undefined): Promise<Summary> {
    const work = this.#work(bull, token);
    const settled = work.then(
      () => {},
      () => {},
    );
    this.#works.add(settled);
    void settled.then(() => this.#works.delete(settled));
    return work;
  }

  /** Runs one job, and puts its result where it lasts. */
  async #work(bull: BullJob<Payload, Summary>, token = ''): Promise<Summary> {
    const key = bull.id ?? '';
    // Its worker has lost the lock, or itself, after the result was safe.
    const earlier = resultIn(bull.data);
    if (earlier !== undefined) {
      await this.#checkpoints.removeAtLast(key);
      return summaryOf(earlier);
    }
    const release = new AbortController();
    this.#running.set(key, release);
    try {
      return await this.#run(bull, token, release.signal);
    } finally {
      this.#running.delete(key);
    }
  }

  async #run(
    bull: BullJob<Payload, Summary>,
    token: string,
    signal: AbortSignal,
  ): Promise<Summary> {
    const { run, checkpointMs = DEFAULT_CHECKPOINT_MS } = this.#options;
    const key = bull.id ?? '';
    let result: JobResult;
    try {
      const job = jobIn(bull.data, key);
      this.#emit({ type: 'taken', key, begun: Math.max(0, bull.attemptsStarted - 1) });
      result = await run(job, { signal, checkpoints: this.#checkpoints, checkpointMs });
    } catch (error) {
      if (signal.aborted) return await this.#letGo(bull, token, signal.reason);
      // Its process was asked to end, and not by this one.
      if ((error as { code?: unknown }).code === 'JOB_ABORTED') {
        return await this.#letGo(bull, token, 'stop');
      }
      throw this.#failure(bull, error);
    }
    await this.#deliver(bull, result);
    await this.#checkpoints.removeAtLast(key);
    this.#emit({ type: 'done', key, result });
    return summaryOf(result);
  }

  /** Puts the result into Redis, for as long as that takes. It needs no lock: results of a job are all the same. */
  async #deliver(bull: BullJob<Payload, Summary>, result: JobResult): Promise<void> {
    for (;;) {
      try {
        await bull.updateData({ result });
        this.#lacking.end();
        return;
      } catch (error) {
        // It is no longer awaited: it was taken from another worker, or given up.
        if ((error as Error).message.startsWith('Missing key')) return;
        const fault = faultOf(error);
        // What is abandoned is done again from its checkpoint, by another worker.
        if (this.#isAbandoned || (fault !== 'away' && fault !== 'full')) throw error;
        this.#lacking.begin(this.#address.hide(reasonOf(error)));
        await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
      }
    }
  }

  async #letGo(bull: BullJob<Payload, Summary>, token: string, why: Release): Promise<never> {
    const key = bull.id ?? '';
    if (why === 'stop') {
      try {
        await bull.moveToWait(token);
        this.#emit({ type: 'handed back', key });
      } catch (error) {
        // Lost in the meantime; then it is in the queue already.
        this.#hear(error as Error);
      }
    } else {
      this.#emit({ type: 'lost', key });
      // Another worker may have done it since, and removed an earlier checkpoint.
      const now = await BullJob.fromId<Payload, Summary>(this.#worker, key).catch(() => bull);
      if (now === undefined || resultIn(now.data)) await this.#checkpoints.removeAtLast(key);
    }
    // Says to BullMQ that the job is neither done nor failed.
    throw new WaitingError();
  }

  #failure(bull: BullJob<Payload, Summary>, error: unknown): Error {
    const reason = error instanceof Error ? error : new Error(String(error));
    const text = this.#address.hide(reason.message);
    const final = isFinal(reason) || bull.attemptsMade + 1 >= (bull.opts.attempts ?? 1);
    this.#emit({ type: 'failed', key: bull.id ?? '', error: reason, final });
    return isFinal(reason) ? new UnrecoverableError(text) : new Error(text);
  }

  #emit(event: WorkerEvent): void {
    this.#options.onEvent?.(event);
  }

  #hear(error: Error): void {
    if (this.#isAbandoned) return;
    // What follows from a lock that was lost: the job is in the queue, or with another worker.
    if (
      /^(?:could not renew lock|Missing (?:lock|key)|Lock mismatch|Job \S+ is not in)/.test(
        error.message,
      )
    )
      return;
    const reason = this.#address.hide(reasonOf(error));
    if (error.name === 'ReplyError') {
      this.#lacking.begin(reason);
      this.#rest();
    } else if (faultOf(error) === 'other') {
      this.#tell(reason);
    } else {
      this.#waiting.begin(reason);
    }
  }

  /** Asks for no job for a second: BullMQ would ask a Redis that has no memory thousands of times. */
  #rest(): void {
    clearTimeout(this.#resting);
    if (this.#stopping !== undefined) return;
    void this.#worker.pause(true);
    this.#resting = setTimeout(() => {
      void this.#worker.resume();
      this.#resting = setTimeout(() => this.#lacking.end(), REST_MS);
    }, REST_MS);
  }
}

/** Whether a job would fail this way each time. */
function isFinal(error: Error): boolean {
  if (error instanceof ScenarioError || error instanceof QueueError) return true;
  return (error as { code?: unknown }).code === 'JOB_FAILED';
}

function summaryOf({ hash, ms }: JobResult): Summary {
  return { hash, ms };
}

const LATE = Symbol('late');

/** What a promise comes to, or LATE. */
async function within<T>(ms: number, promise: Promise<T>): Promise<T | typeof LATE> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<typeof LATE>((resolve) => {
    timer = setTimeout(() => resolve(LATE), ms);
  });
  const value = await Promise.race([promise, late]);
  clearTimeout(timer);
  return value;
}
