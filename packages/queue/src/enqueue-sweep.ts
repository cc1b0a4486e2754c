import { checkResult, type Job, type JobResult } from '@skein/sweep';
import { type Job as BullJob, Queue } from 'bullmq';
import {
  BACKOFF_MS,
  bullName,
  DEFAULT_ATTEMPTS,
  DEFAULT_NAME,
  MAX_LOST_WORKERS,
  PREFIX,
} from './bull.ts';
import { connectionOptions, cutOff, reach } from './connect.ts';
import { type Tell, Waiting } from './notices.ts';
import { isEmpty, type Payload, resultIn, type Summary } from './payload.ts';
import { QueueError } from './queue-error.ts';
import { type RedisAddress, readAddress } from './redis-address.ts';
import { faultOf, reasonOf } from './redis-faults.ts';

/** The default maximum number of jobs in Redis. It is enough for the largest cluster, and takes little memory. */
export const DEFAULT_AHEAD = 4096;
/** The number of jobs to send at once, and the number of results to fetch at once. */
const BATCH = 64;
const BATCH_CHARACTERS = 1_000_000;
/** The intervals between checks for results, in ms: LOOK_MS while results arrive, IDLE_LOOK_MS while none arrive. */
const LOOK_MS = 50;
const IDLE_LOOK_MS = 500;
const RETRY_MS = 500;
/** How long a connection may take to close, in ms. */
const CLOSE_MS = 1000;
/** The interval between searches for jobs that Redis has lost, in ms. */
const SEARCH_MS = 5000;
/** How often Redis may evict a job before the job fails. */
const MAX_EVICTED = 3;
/** The interval between counts of the workers, in ms. */
const COUNT_MS = 2000;

export interface SweepQueueOptions {
  /** The address of Redis: `redis://user:password@host:port/db`, or `rediss://` for TLS. */
  readonly url: string;
  /** The name of the queue, the same as for its workers. Default: "sweep". */
  readonly name?: string;
  /** The maximum number of jobs in Redis. Default: 4096. */
  readonly ahead?: number;
  /** The number of attempts for a job that fails. Default: 3. */
  readonly attempts?: number;
  /** A signal that ends the sweep. The jobs stay in the queue, and a later call collects their results. */
  readonly signal?: AbortSignal;
  /**
   * Returns whether the caller has already stored a result that is in Redis. If so, the result is removed from Redis.
   * Redis still has such a result if an earlier call of `enqueueSweep` was killed before it could remove the result.
   * Called only for results that the present call does not wait for.
   */
  readonly isTaken?: (result: Pick<JobResult, 'key' | 'index'>) => boolean;
  /** Receives messages for people, for example what the sweep is waiting for. */
  readonly tell?: Tell;
  readonly onProgress?: (progress: QueueProgress) => void;
  /** How long to wait at the start for a server that does not answer, in ms. Default: 30,000. */
  readonly connectMs?: number;
}

export interface QueueProgress {
  /** The number of workers connected to the queue. */
  readonly workers: number;
  /** The number of jobs that workers are running. */
  readonly running: number;
  /** The number of jobs that no worker has taken yet. */
  readonly waiting: number;
}

/** The outcome of a job. */
export type Outcome =
  | { readonly type: 'done'; readonly result: JobResult }
  /** The job failed on every attempt. A later call tries the job again. */
  | {
      readonly type: 'failed';
      readonly job: Job;
      readonly error: string;
      readonly attempts: number;
    };

/**
 * Lets the workers of a queue do jobs, and yields the outcomes in any order. A job that is already in the queue is not
 * added again. So if a caller is killed, repeat the call with the same jobs. The new call also yields the outcomes that
 * arrived in the meantime.
 *
 * Redis keeps an outcome until the caller requests the next outcome. So store each outcome before you request another.
 * If the caller is killed before it requests another, the new call yields the last outcome again, with the same key.
 *
 * @throws QueueError QUEUE_URL_INVALID, QUEUE_NAME_INVALID, QUEUE_OPTION_INVALID, QUEUE_REFUSED, QUEUE_UNREACHABLE;
 * QUEUE_FULL when Redis has no memory for a single job
 */
export async function* enqueueSweep(
  jobs: Iterable<Job> | AsyncIterable<Job>,
  options: SweepQueueOptions,
): AsyncGenerator<Outcome, void, undefined> {
  const address = readAddress(options.url);
  const name = bullName(options.name ?? DEFAULT_NAME);
  checkCount('ahead', options.ahead);
  checkCount('attempts', options.attempts);
  await reach(address, options.tell ?? (() => {}), options.connectMs);
  const sweep = new Sweep(name, address, options);
  try {
    yield* sweep.outcomes(jobs);
  } finally {
    await sweep.close();
  }
}

function checkCount(option: string, value: number | undefined): void {
  if (value === undefined || (Number.isSafeInteger(value) && value >= 1)) return;
  throw new QueueError(
    'QUEUE_OPTION_INVALID',
    `${option}: found ${value}, expected a whole number, at least 1`,
  );
}

class Sweep {
  readonly #address: RedisAddress;
  readonly #options: SweepQueueOptions;
  readonly #tell: Tell;
  readonly #queue: Queue<Payload, Summary>;
  readonly #waiting: Waiting;
  /** Jobs in the queue whose outcome has not been yielded yet, by key. */
  readonly #pending = new Map<string, Job>();
  /** Keys of jobs whose outcome is stored. If Redis loses its last second of data, it may return such a job again. */
  readonly #taken = new Set<string>();
  /** Keys of finished jobs that belong to other callers. */
  readonly #foreign = new Set<string>();
  /** How often Redis has evicted a job, by key. */
  readonly #evicted = new Map<string, number>();
  /** Jobs that were read from the source but have not been sent yet. */
  readonly #unsent: Job[] = [];
  /** The current maximum number of pending jobs. */
  #ahead: number;
  #toldFull = false;
  readonly #ended: Promise<void>;
  #searchAtMs = 0;
  #countAtMs = 0;
  #workersToldMissing = false;

  constructor(name: string, address: RedisAddress, options: SweepQueueOptions) {
    this.#address = address;
    this.#options = options;
    this.#tell = options.tell ?? (() => {});
    this.#ahead = options.ahead ?? DEFAULT_AHEAD;
    this.#waiting = new Waiting(`Redis at ${address.shown}`, this.#tell);
    this.#queue = new Queue<Payload, Summary>(name, {
      connection: connectionOptions(address),
      prefix: PREFIX,
      // Results are found through their jobs, so few events are needed.
      streams: { events: { maxLen: 1000 } },
    });
    this.#queue.on('error', (error) => {
      const reason = address.hide(reasonOf(error));
      if (faultOf(error) === 'other') this.#tell(reason);
      else this.#waiting.begin(reason);
    });
    this.#queue.getBackend().on('ready', () => {
      this.#waiting.end();
      this.#searchAtMs = 0;
    });
    this.#ended = new Promise((resolve) => {
      if (options.signal?.aborted) resolve();
      options.signal?.addEventListener('abort', () => resolve(), { once: true });
    });
  }

  async close(): Promise<void> {
    // If Redis is unreachable, closing would wait for its answer.
    if (!this.#waiting.missing) await Promise.race([this.#queue.close(), pause(CLOSE_MS)]);
    cutOff(this.#queue.getBackend().connection);
  }

  async *outcomes(jobs: Iterable<Job> | AsyncIterable<Job>): AsyncGenerator<Outcome, void> {
    const source = new JobSource(jobs);
    try {
      while (!this.#options.signal?.aborted) {
        const added = await this.#orEnd(this.#fill(source));
        const found = await this.#orEnd(this.#finished());
        yield* this.#handOver(found ?? []);
        if (source.over && this.#pending.size + this.#unsent.length === 0) return;
        await this.#orEnd(this.#lookAfter());
        const busy = (added ?? 0) > 0 || (found ?? []).length > 0;
        await Promise.race([pause(busy ? LOOK_MS : IDLE_LOOK_MS), source.more, this.#ended]);
      }
    } finally {
      await source.close();
    }
  }

  /**
   * Resolves with the result of an action. If the sweep ends first, resolves with undefined at once, even if Redis is
   * unreachable.
   */
  #orEnd<T>(action: Promise<T>): Promise<T | undefined> {
    return Promise.race([action, this.#ended.then(() => undefined)]);
  }

  /** Adds jobs from the source until the maximum is reached. Returns how many jobs it added. */
  async #fill(source: JobSource): Promise<number> {
    let added = 0;
    while (this.#pending.size < this.#ahead) {
      const batch = await this.#nextBatch(source);
      if (batch.length === 0) break;
      const fits = await this.#addSome(batch);
      added += fits;
      if (fits < batch.length) break;
    }
    return added;
  }

  async #nextBatch(source: JobSource): Promise<Job[]> {
    const room = Math.min(BATCH, this.#ahead - this.#pending.size);
    const batch: Job[] = [];
    let characters = 0;
    while (batch.length < room && characters < BATCH_CHARACTERS) {
      const job = this.#unsent.pop() ?? (await source.next());
      if (job === undefined) break;
      batch.push(job);
      characters += JSON.stringify(job).length;
    }
    return batch;
  }

  /** Adds as many jobs as Redis has memory for. Returns how many it added. */
  async #addSome(jobs: readonly Job[]): Promise<number> {
    let fits = jobs;
    let full: QueueError | undefined;
    try {
      await this.#add(jobs);
    } catch (error) {
      if (!(error instanceof QueueError) || error.code !== 'QUEUE_FULL') throw error;
      full = error;
      const known = await this.#known();
      fits = jobs.filter(({ key }) => known.has(key));
      this.#unsent.push(...jobs.filter(({ key }) => !known.has(key)));
    }
    for (const job of fits) {
      this.#pending.set(job.key, job);
      this.#foreign.delete(job.key);
    }
    if (full !== undefined) {
      if (this.#pending.size === 0) throw full;
      await this.#makeRoom();
    }
    return fits.length;
  }

  /**
   * Removes half of the waiting jobs of this sweep. Called when Redis has no memory left, because workers can then
   * neither take a job nor store a result.
   */
  async #makeRoom(): Promise<void> {
    const waiting = await this.#untilDone(() => this.#queue.getRanges(['waiting'], 0, -1));
    const mine = waiting.filter((key) => this.#pending.has(key));
    // The list begins with the jobs that were added last.
    const back = mine.slice(0, Math.ceil(mine.length / 2));
    await this.#remove(back);
    for (const key of back) {
      const job = this.#pending.get(key);
      if (job !== undefined) this.#unsent.push(job);
      this.#pending.delete(key);
    }
    this.#ahead = Math.max(1, this.#pending.size);
    if (!this.#toldFull) {
      const text = `${this.#address.shown} has no memory left (maxmemory): ${this.#ahead} jobs at a time from now on`;
      this.#tell(text);
    }
    this.#toldFull = true;
  }

  async #add(jobs: readonly Job[]): Promise<void> {
    const { attempts = DEFAULT_ATTEMPTS } = this.#options;
    const bulk = jobs.map((job) => ({
      name: `run ${job.index}`,
      data: { job },
      opts: {
        jobId: job.key,
        attempts,
        backoff: { type: 'exponential', delay: BACKOFF_MS },
        removeOnComplete: false,
        removeOnFail: false,
        stackTraceLimit: 0,
      },
    }));
    await this.#untilDone(() => this.#queue.addBulk(bulk));
  }

  /**
   * Returns the keys of the finished jobs of this sweep. A job is finished if it is done, or has failed on every
   * attempt.
   */
  async #finished(): Promise<string[]> {
    const keys = await this.#untilDone(() => this.#queue.getRanges(['completed', 'failed'], 0, -1));
    const others = keys.filter((key) => !this.#pending.has(key) && !this.#foreign.has(key));
    const gone: string[] = [];
    for (const key of others) {
      if (this.#taken.has(key) || (await this.#wasTaken(key))) gone.push(key);
      else this.#foreign.add(key);
    }
    await this.#remove(gone);
    return keys.filter((key) => this.#pending.has(key));
  }

  async #wasTaken(key: string): Promise<boolean> {
    const { isTaken } = this.#options;
    if (isTaken === undefined) return false;
    const bull = await this.#untilDone(() => this.#queue.getJob(key));
    const { index, ...result } = resultIn(bull?.data) ?? {};
    return (
      result.key === key && Number.isSafeInteger(index) && isTaken({ key, index: index as number })
    );
  }

  /** Yields the outcomes of jobs. Removes each job from Redis when the caller requests the next outcome. */
  async *#handOver(keys: readonly string[]): AsyncGenerator<Outcome, void> {
    for (let at = 0; at < keys.length; at += BATCH) {
      const batch = keys.slice(at, at + BATCH);
      const bulls = await this.#orEnd(
        this.#untilDone(() => Promise.all(batch.map((key) => this.#queue.getJob(key)))),
      );
      const taken: string[] = [];
      const evicted: Job[] = [];
      try {
        for (const [k, bull] of (bulls ?? []).entries()) {
          const job = this.#pending.get(batch[k]);
          if (job === undefined) continue;
          if (this.#options.signal?.aborted) break;
          const isEvicted = isLeftOver(bull);
          if (isEvicted && this.#mayReturn(job)) {
            evicted.push(job);
            continue;
          }
          yield isEvicted ? evictedTooOften(job) : outcomeOf(job, bull);
          this.#pending.delete(job.key);
          this.#taken.add(job.key);
          taken.push(job.key);
        }
      } finally {
        await this.#orEnd(this.#remove([...taken, ...evicted.map(({ key }) => key)]));
      }
      this.#addAgain(evicted, 'evicted');
    }
  }

  /** Counts how often Redis has evicted a job. Returns whether the job may be added again. */
  #mayReturn({ key }: Job): boolean {
    const count = (this.#evicted.get(key) ?? 0) + 1;
    this.#evicted.set(key, count);
    return count <= MAX_EVICTED;
  }

  #addAgain(jobs: readonly Job[], how: 'lost' | 'evicted'): void {
    if (jobs.length === 0) return;
    for (const { key } of jobs) this.#pending.delete(key);
    this.#unsent.push(...jobs);
    this.#tell(`Redis has ${how} ${jobs.length} jobs; adding them again`);
  }

  async #remove(keys: readonly string[]): Promise<void> {
    if (keys.length === 0) return;
    await this.#untilDone(() => Promise.all(keys.map((key) => this.#queue.remove(key))));
  }

  /** At intervals, restores the jobs that Redis has lost, and reports if there are no workers. */
  async #lookAfter(): Promise<void> {
    const nowMs = performance.now();
    if (nowMs >= this.#searchAtMs && this.#pending.size > 0) {
      await this.#addLost();
      this.#searchAtMs = performance.now() + SEARCH_MS;
    }
    if (nowMs >= this.#countAtMs) {
      await this.#count();
      this.#countAtMs = performance.now() + COUNT_MS;
    }
  }

  /**
   * Restores the pending jobs that Redis no longer has. Redis may lose jobs if its append-only file is disabled. A job
   * is also missing if another caller has added the same job, and has then removed the job.
   */
  async #addLost(): Promise<void> {
    const known = await this.#known();
    const lost = [...this.#pending.values()].filter((job) => !known.has(job.key));
    this.#addAgain(lost, 'lost');
  }

  /** Returns the keys of all jobs in the queue, including those of other callers. */
  async #known(): Promise<Set<string>> {
    const states = ['waiting', 'active', 'delayed', 'prioritized', 'completed', 'failed'] as const;
    return new Set(await this.#untilDone(() => this.#queue.getRanges([...states], 0, -1)));
  }

  async #count(): Promise<void> {
    const [workers, counts] = await this.#untilDone(() =>
      Promise.all([
        // Some users of Redis are not allowed to list its clients.
        this.#queue.getWorkersCount().catch(() => undefined),
        this.#queue.getJobCounts('active', 'wait', 'delayed'),
      ]),
    );
    const { active = 0, wait = 0, delayed = 0 } = counts;
    this.#options.onProgress?.({
      workers: workers ?? active,
      running: active,
      waiting: wait + delayed,
    });
    const missing = workers === 0 && this.#pending.size > 0;
    if (missing && !this.#workersToldMissing) {
      this.#tell(`waiting for workers: none is connected to ${this.#address.shown}`);
    }
    this.#workersToldMissing = missing;
  }

  /**
   * Repeats an action until Redis has carried it out. The action may run more than once, so it must be safe to repeat.
   */
  async #untilDone<T>(action: () => Promise<T>): Promise<T> {
    for (;;) {
      try {
        const value = await action();
        this.#waiting.end();
        return value;
      } catch (error) {
        const fault = faultOf(error);
        const reason = this.#address.hide(reasonOf(error));
        if (fault === 'full') {
          throw new QueueError('QUEUE_FULL', `queue: ${this.#address.shown}: ${reason}`);
        }
        if (fault === 'other' || fault === 'refused') {
          throw new QueueError('QUEUE_FAILED', `queue: ${this.#address.shown}: ${reason}`);
        }
        if (this.#options.signal?.aborted) throw error;
        this.#waiting.begin(reason);
        await Promise.race([pause(RETRY_MS), this.#ended]);
      }
    }
  }
}

/**
 * Whether only the key of a finished job is left, because Redis has evicted its data: the job is gone, has no data, or
 * was added again and waits. A job whose result another caller has taken in the meantime is gone too, with the same
 * consequences.
 */
function isLeftOver(bull: BullJob<Payload, Summary> | undefined): bull is undefined {
  if (bull === undefined || isEmpty(bull.data)) return true;
  return resultIn(bull.data) === undefined && bull.failedReason === undefined;
}

function evictedTooOften(job: Job): Outcome {
  const error = `Redis has evicted it more than ${MAX_EVICTED} times; its maxmemory-policy must be noeviction`;
  return { type: 'failed', job, error, attempts: MAX_EVICTED + 1 };
}

function outcomeOf(job: Job, bull: BullJob<Payload, Summary>): Outcome {
  const result = resultIn(bull.data);
  // If there is a result, it counts, even if the job had failed before the result arrived.
  if (result !== undefined) {
    try {
      // Another sweep may have requested the same run with other parameter names.
      const { index, parameters } = job;
      return { type: 'done', result: { ...checkResult(result, job), index, parameters } };
    } catch (error) {
      return { type: 'failed', job, error: (error as Error).message, attempts: bull.attemptsMade };
    }
  }
  const reason = bull.failedReason;
  const error = reason.startsWith('job stalled more than')
    ? `it lost its worker more than ${MAX_LOST_WORKERS} times`
    : reason;
  return { type: 'failed', job, error, attempts: bull.attemptsMade };
}

/**
 * A source of jobs. Each job is read only when it is needed. Because the source may be slow, `next` does not wait long
 * for a job.
 */
class JobSource {
  readonly #iterator: Iterator<Job> | AsyncIterator<Job>;
  #coming: Promise<IteratorResult<Job>> | undefined;
  #over = false;

  constructor(jobs: Iterable<Job> | AsyncIterable<Job>) {
    this.#iterator =
      Symbol.asyncIterator in jobs ? jobs[Symbol.asyncIterator]() : jobs[Symbol.iterator]();
  }

  /** Whether the source has no more jobs. */
  get over(): boolean {
    return this.#over;
  }

  /** Resolves when another job is available. Never resolves if no job was requested. */
  get more(): Promise<unknown> {
    return this.#coming ?? new Promise(() => {});
  }

  /** Returns the next job. If there are no more jobs, or the next job would need a long wait, returns undefined. */
  async next(): Promise<Job | undefined> {
    if (this.#over) return undefined;
    this.#coming ??= Promise.resolve(this.#iterator.next());
    const next = await Promise.race([this.#coming, pause(0)]);
    if (next === undefined) return undefined;
    this.#coming = undefined;
    if (!next.done) return next.value;
    this.#over = true;
    return undefined;
  }

  async close(): Promise<void> {
    if (!this.#over) await this.#iterator.return?.();
  }
}

function pause(ms: number): Promise<undefined> {
  return new Promise((resolve) => {
    setTimeout(() => resolve(undefined), ms);
  });
}
