import type { Job, JobResult } from '@skein/sweep';
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
import { checkResult, type Payload, resultIn, type Summary } from './payload.ts';
import { QueueError } from './queue-error.ts';
import { type RedisAddress, readAddress } from './redis-address.ts';
import { faultOf, reasonOf } from './redis-faults.ts';

/** Jobs in Redis at a time: work for the largest cluster, and little memory. */
export const DEFAULT_AHEAD = 4096;
/** Jobs sent at once, and results fetched at once. */
const BATCH = 64;
const BATCH_CHARACTERS = 1_000_000;
/** From one look at what is done to the next: while results come in, and while none do, ms. */
const LOOK_MS = 50;
const IDLE_LOOK_MS = 500;
const RETRY_MS = 500;
/** How long a connection may take to close, ms. */
const CLOSE_MS = 1000;
/** From one search for jobs that Redis has lost to the next, ms. */
const SEARCH_MS = 5000;
/** From one look at the workers to the next, ms. */
const COUNT_MS = 2000;

export interface SweepQueueOptions {
  /** `redis://user:password@host:port/db`, or `rediss://` for TLS. */
  readonly url: string;
  /** The queue, as workers name it. Default: "sweep". */
  readonly name?: string;
  /** Jobs in Redis at a time. Default: 4096. */
  readonly ahead?: number;
  /** How often a job that fails is tried. Default: 3. */
  readonly attempts?: number;
  /** Ends the sweep: the jobs stay in the queue, and a later call collects what came of them. */
  readonly signal?: AbortSignal;
  /**
   * Whether a result was taken down in an earlier call, which was killed before it could remove it from
   * Redis: then it is removed now. Asked of results that this call does not wait for.
   */
  readonly isTaken?: (result: JobResult) => boolean;
  /** Takes what people should know: what is waited for. */
  readonly tell?: Tell;
  readonly onProgress?: (progress: QueueProgress) => void;
  /** How long a server that does not answer is waited for at the start, ms. Default: 30,000. */
  readonly connectMs?: number;
}

export interface QueueProgress {
  /** Workers connected to the queue. */
  readonly workers: number;
  /** Jobs that they run. */
  readonly running: number;
  /** Jobs that no worker runs yet. */
  readonly waiting: number;
}

/** What came of a job. */
export type Outcome =
  | { readonly type: 'done'; readonly result: JobResult }
  /** It failed at every try; a later call tries it again. */
  | {
      readonly type: 'failed';
      readonly job: Job;
      readonly error: string;
      readonly attempts: number;
    };

/**
 * Has the workers of a queue do jobs, and hands over what came of them, in whatever order. A job that is in
 * the queue already is not added again, so a call that was killed is made again with the same jobs, and
 * collects what was done meanwhile.
 *
 * Redis keeps an outcome until the next one is asked for: by then the caller must have taken it down. A
 * caller that is killed before gets it once more, and knows it by its key.
 * @throws QueueError QUEUE_URL_INVALID, QUEUE_NAME_INVALID, QUEUE_OPTION_INVALID, QUEUE_REFUSED,
 * QUEUE_UNREACHABLE; QUEUE_FULL when Redis has no memory for a single job
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
    `${option}: found ${value}, expected a whole number from 1`,
  );
}

class Sweep {
  readonly #address: RedisAddress;
  readonly #options: SweepQueueOptions;
  readonly #tell: Tell;
  readonly #queue: Queue<Payload, Summary>;
  readonly #waiting: Waiting;
  /** In the queue, and not handed over yet. */
  readonly #pending = new Map<string, Job>();
  /** Handed over and taken down. Redis may show them once more, if it lost its last second. */
  readonly #taken = new Set<string>();
  /** Done, and not for this call: those of another caller. */
  readonly #foreign = new Set<string>();
  /** Read from the source, and not in the queue. */
  readonly #unsent: Job[] = [];
  /** How many may be pending. */
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
      // Results stand with their jobs, and are looked for: few would be needed.
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
    // A Redis that is away would not say goodbye.
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

  /** The outcome of an action, or undefined at once when the sweep is ended, even if Redis is away. */
  #orEnd<T>(action: Promise<T>): Promise<T | undefined> {
    return Promise.race([action, this.#ended.then(() => undefined)]);
  }

  /** Adds what is ready, as far as there is room; how many these are. */
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

  /** Adds jobs as far as Redis has memory for them; how many that are. */
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
   * Takes half of the jobs that no worker runs yet out of a Redis that is full. Else nothing would move any
   * more: even to take a job, or to leave a result, needs memory.
   */
  async #makeRoom(): Promise<void> {
    const waiting = await this.#untilDone(() => this.#queue.getRanges(['waiting'], 0, -1));
    const mine = waiting.filter((key) => this.#pending.has(key));
    // The list begins with those that were added last.
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

  /** The jobs of this sweep that are done or have failed for good. */
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
    const result = resultIn(bull?.data);
    return result !== undefined && result.key === key && isTaken(result);
  }

  /** Yields what came of jobs, and removes each when the next one is asked for. */
  async *#handOver(keys: readonly string[]): AsyncGenerator<Outcome, void> {
    for (let at = 0; at < keys.length; at += BATCH) {
      const batch = keys.slice(at, at + BATCH);
      const bulls = await this.#orEnd(
        this.#untilDone(() => Promise.all(batch.map((key) => this.#queue.getJob(key)))),
      );
      const taken: string[] = [];
      try {
        for (const bull of bulls ?? []) {
          const job = this.#pending.get(bull?.id ?? '');
          // Taken by another caller since; the search for lost jobs sees to it.
          if (bull === undefined || job === undefined) continue;
          if (this.#options.signal?.aborted) break;
          yield outcomeOf(job, bull);
          this.#pending.delete(job.key);
          this.#taken.add(job.key);
          taken.push(job.key);
        }
      } finally {
        await this.#orEnd(this.#remove(taken));
      }
    }
  }

  async #remove(keys: readonly string[]): Promise<void> {
    if (keys.length === 0) return;
    await this.#untilDone(() => Promise.all(keys.map((key) => this.#queue.remove(key))));
  }

  /** From time to time: jobs that Redis has lost are added again, and missing workers are reported. */
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

  /** A Redis without its append-only file forgets; and another caller may have taken the same job. */
  async #addLost(): Promise<void> {
    const known = await this.#known();
    const lost = [...this.#pending.values()].filter((job) => !known.has(job.key));
    if (lost.length === 0) return;
    for (const { key } of lost) this.#pending.delete(key);
    this.#unsent.push(...lost);
    this.#tell(`Redis has lost ${lost.length} jobs: they are added again`);
  }

  /** All jobs of the queue, also those of other callers. */
  async #known(): Promise<Set<string>> {
    const states = ['waiting', 'active', 'delayed', 'prioritized', 'completed', 'failed'] as const;
    return new Set(await this.#untilDone(() => this.#queue.getRanges([...states], 0, -1)));
  }

  async #count(): Promise<void> {
    const [workers, counts] = await this.#untilDone(() =>
      Promise.all([
        // Not every user of a Redis may list its clients.
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

  /** Tries until Redis has done it: what is asked of it here may be asked twice. */
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

function outcomeOf(job: Job, bull: BullJob<Payload, Summary>): Outcome {
  const result = resultIn(bull.data);
  // A result counts, also where the job was given up before it arrived.
  if (result !== undefined) {
    try {
      // Another sweep may have asked for the same run, by other names.
      const { index, parameters } = job;
      return { type: 'done', result: { ...checkResult(result, job), index, parameters } };
    } catch (error) {
      return { type: 'failed', job, error: (error as Error).message, attempts: bull.attemptsMade };
    }
  }
  const reason = bull.failedReason ?? 'its worker left no result';
  const error = reason.startsWith('job stalled more than')
    ? `it lost its worker more than ${MAX_LOST_WORKERS} times`
    : reason;
  return { type: 'failed', job, error, attempts: bull.attemptsMade };
}

/** Jobs as they are wanted, from a source that may take its time. */
class JobSource {
  readonly #iterator: Iterator<Job> | AsyncIterator<Job>;
  #coming: Promise<IteratorResult<Job>> | undefined;
  #over = false;

  constructor(jobs: Iterable<Job> | AsyncIterable<Job>) {
    this.#iterator =
      Symbol.asyncIterator in jobs ? jobs[Symbol.asyncIterator]() : jobs[Symbol.iterator]();
  }

  /** Whether there are no more. */
  get over(): boolean {
    return this.#over;
  }

  /** Resolves when there is another job, and never where none is awaited. */
  get more(): Promise<unknown> {
    return this.#coming ?? new Promise(() => {});
  }

  /** The next job, if it comes without much waiting. */
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
