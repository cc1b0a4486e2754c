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
/**
 * The longest time that `stop` waits for a Redis server that does not answer, in ms. After that, `stop` leaves the jobs
 * of the worker in Redis. When the locks of the jobs expire, other workers take the jobs.
 */
const STOP_MS = 10_000;
/** How long connections may take to close, in ms. */
const CLOSE_MS = 2000;
const RETRY_MS = 500;
const REST_MS = 1000;
const MAX_CONCURRENCY = 1024;

export interface WorkerOptions {
  /** The address of Redis: `redis://user:password@host:port/db`, or `rediss://` for TLS. */
  readonly url: string;
  /** The name of the queue, the same as for `enqueueSweep`. Default: "sweep". */
  readonly name?: string;
  /** The store for checkpoints, which all workers of a queue must share. */
  readonly store: CheckpointStore;
  /** The maximum number of jobs at a time. Default: one per core. */
  readonly concurrency?: number;
  /** The interval between checkpoints of a job, in ms. Default: 30,000. */
  readonly checkpointMs?: number;
  /** A function that runs one job, outside this thread. */
  readonly run: RunJob;
  /** Receives messages for people: what the worker is waiting for, and what went wrong. */
  readonly tell?: Tell;
  /** Receives the events of each job. */
  readonly onEvent?: (event: WorkerEvent) => void;
  /** How long to wait at the start for a server that does not answer, in ms. Default: 30,000. */
  readonly connectMs?: number;
}

export type WorkerEvent =
  /**
   * The worker has taken a job. `begun` is how many times workers have taken this job before. If `begun` is above 0,
   * the job continues from its checkpoint.
   */
  | { readonly type: 'taken'; readonly key: string; readonly begun: number }
  | { readonly type: 'done'; readonly key: string; readonly result: JobResult }
  | {
      readonly type: 'failed';
      readonly key: string;
      readonly error: Error;
      readonly final: boolean;
    }
  | { readonly type: 'handed back'; readonly key: string }
  /**
   * Redis was unreachable for longer than a lock lasts, so the worker has lost the job. The job is back in the queue,
   * with a current checkpoint.
   */
  | { readonly type: 'lost'; readonly key: string };

export interface QueueWorker {
  /** The number of jobs that this worker is running. */
  readonly running: number;
  /**
   * Returns the number of unfinished jobs in the queue, including those that other workers run. Waits while Redis is
   * unreachable.
   */
  jobsLeft(): Promise<number>;
  /**
   * Stops taking jobs, and returns the jobs of this worker to the queue, each with a checkpoint. Other workers can then
   * take the jobs immediately. Resolves when this is done, or after at most 12 s if Redis is unreachable.
   */
  stop(): Promise<void>;
}

/** The reason why a run must give up its job: the worker stops, or it has lost the lock of the job. */
type Release = 'stop' | 'lost';

/**
 * Starts a worker, which does the jobs of a queue until it is stopped.
 * @throws QueueError QUEUE_URL_INVALID, QUEUE_NAME_INVALID, QUEUE_OPTION_INVALID, QUEUE_REFUSED, QUEUE_UNREACHABLE
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
  /** Abandons connections that do not close, so that they do not keep the process alive. */
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
  /** Jobs that are still in progress, including jobs whose result is being sent. */
  readonly #works = new Set<Promise<void>>();
  /** The controllers that abort running jobs, by key. */
  readonly #running = new Map<string, AbortController>();
  /** Reports that a Redis server is reachable, but lacks memory or disk space. */
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
    // From here on, the worker takes no jobs, and gives up those that it has.
    const closed = this.#worker.close();
    for (const run of this.#running.values()) run.abort('stop' satisfies Release);
    const released = await within(STOP_MS, Promise.all(this.#works));
    if (released === LATE) {
      const { shown } = this.#address;
      this.#tell(
        `${shown} is unreachable: other workers take over the jobs ${LOCK_MS / 1000} s after it is back`,
      );
    }
    // A connection that was about to reconnect never reports that it has closed.
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

  /** Runs one job, and stores its result. */
  async #work(bull: BullJob<Payload, Summary>, token = ''): Promise<Summary> {
    const key = bull.id ?? '';
    // The worker lost its lock or ended after the result was stored.
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
      // Something other than this worker asked the process to end.
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

  /**
   * Stores the result in Redis. If Redis is away or full, tries again until the result is stored or the job is
   * abandoned. Storing needs no lock, because any two results of a job are equal.
   */
  async #deliver(bull: BullJob<Payload, Summary>, result: JobResult): Promise<void> {
    for (;;) {
      try {
        await bull.updateData({ result });
        this.#lacking.end();
        return;
      } catch (error) {
        // The job no longer exists: another worker's result was collected, or the sweep gave up the job.
        if ((error as Error).message.startsWith('Missing key')) return;
        const fault = faultOf(error);
        // If the job is abandoned, another worker repeats it from its checkpoint.
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
        // The lock was lost in the meantime, so the job is already back in the queue.
        this.#hear(error as Error);
      }
    } else {
      this.#emit({ type: 'lost', key });
      // Another worker may have finished the job since then, and removed an earlier checkpoint.
      const now = await BullJob.fromId<Payload, Summary>(this.#worker, key).catch(() => bull);
      if (now === undefined || resultIn(now.data)) await this.#checkpoints.removeAtLast(key);
    }
    // Tells BullMQ that the job is neither done nor failed.
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
    // Consequences of a lost lock are expected: the job is in the queue again, or another worker has it.
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

  /**
   * Asks for no jobs for one second. Without this pause, BullMQ would send thousands of requests to a Redis server that
   * is out of memory.
   */
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

/** Whether a job would fail with this error on every attempt. */
function isFinal(error: Error): boolean {
  if (error instanceof ScenarioError || error instanceof QueueError) return true;
  return (error as { code?: unknown }).code === 'JOB_FAILED';
}

function summaryOf({ hash = '', ms = 0 }: Partial<JobResult>): Summary {
  return { hash, ms };
}

const LATE = Symbol('late');

/** Resolves with the value of a promise, or with LATE if the promise takes longer than `ms`. */
async function within<T>(ms: number, promise: Promise<T>): Promise<T | typeof LATE> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<typeof LATE>((resolve) => {
    timer = setTimeout(() => resolve(LATE), ms);
  });
  const value = await Promise.race([promise, late]);
  clearTimeout(timer);
  return value;
}
