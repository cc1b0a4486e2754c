/// <reference lib="esnext.disposable" preserve="true" />
import type { KernelName } from '@skein/core';
import type { StoreSource } from '../stores/store-source.ts';
import type { Job, JobResult } from './job.ts';
import { JobError } from './job-error.ts';
import { JobProcess, ProcessLost, type RunListener } from './job-process.ts';

/** How many times a run is retried when its process ends early. */
export const DEFAULT_RETRIES = 3;
/** The time in which stopped runs must save a checkpoint, in ms. After this time, the processes are killed. */
const STOP_MS = 15_000;

export interface JobPoolOptions {
  /** The number of processes. Each has one world at a time. */
  readonly processes: number;
  /** The store for checkpoints. Without a store, a run starts again at tick 0 if its process ends early. */
  readonly store?: StoreSource | undefined;
  /** The folder for the trajectories of runs. Without it, none are written. */
  readonly trajectories?: string | undefined;
  /** The interval between checkpoints, in ms. Default: 30,000. */
  readonly checkpointMs?: number | undefined;
  /** How many times a run is retried when its process ends early. Default: 3. */
  readonly retries?: number | undefined;
  /** Called with a message for people, for example when a process ended early or a checkpoint is damaged. */
  readonly onNotice?: ((text: string) => void) | undefined;
}

export interface PoolRunOptions {
  /** The kernel that steps the run. Default: 'auto', the fastest available. */
  readonly kernel?: KernelName | 'auto';
  /** Whether to start at tick 0, ignore the store, and save neither checkpoints nor trajectories. Default: false. */
  readonly fresh?: boolean;
  /** The id of a process that must not do this run, because the process has already done it. */
  readonly notBy?: number | undefined;
  readonly onTick?: (tick: number) => void;
  /** When this signal aborts, only this run stops. */
  readonly signal?: AbortSignal;
}

/** A result, and the id of the process that computed it. */
export interface PoolResult {
  readonly result: JobResult;
  readonly pid: number;
}

/** A slot for a process. The process is started when there is a run for it, and replaced when it ends. */
interface Seat {
  process: JobProcess | undefined;
  isBusy: boolean;
}

interface Waiter {
  readonly notBy: number | undefined;
  readonly take: (seat: Seat) => void;
}

/**
 * Does runs in separate processes, each with one world at a time. If a signal or a lack of memory ends a process during
 * a run, another process takes its place. The run then continues from its last checkpoint.
 *
 * When the process that owns the pool ends in any way, the processes of the pool end, too.
 */
export class JobPool {
  readonly #options: JobPoolOptions;
  readonly #seats: readonly Seat[];
  readonly #waiters: Waiter[] = [];
  #isStopped = false;

  constructor(options: JobPoolOptions) {
    const { processes } = options;
    if (!Number.isInteger(processes) || processes < 1) {
      throw new RangeError(`processes: found ${processes}, expected a whole number, at least 1`);
    }
    this.#options = options;
    this.#seats = Array.from({ length: processes }, () => ({ process: undefined, isBusy: false }));
  }

  /** The maximum number of runs at a time. */
  get processes(): number {
    return this.#seats.length;
  }

  /** The ids of the current processes. */
  get pids(): number[] {
    return this.#seats.flatMap(({ process }) => process?.pid ?? []);
  }

  /**
   * Does a run as soon as a process is free. The checkpoint of the run stays in the store; the caller removes it after
   * storing the result.
   *
   * @throws JobError JOB_FAILED when the run is refused or throws, JOB_LOST when its process ended on every attempt,
   * JOB_ABORTED when it was stopped
   * @throws FileError when its checkpoint cannot be read or written
   */
  async run(job: Job, options: PoolRunOptions = {}): Promise<PoolResult> {
    const { retries = DEFAULT_RETRIES, onNotice } = this.#options;
    const { signal, notBy } = options;
    for (let tries = 1; ; tries++) {
      const seat = await this.#take(notBy);
      try {
        if (this.#isStopped || signal?.aborted) throw aborted(job);
        const process = await this.#processOf(seat, notBy);
        return { result: await this.#runOn(process, job, options), pid: process.pid! };
      } catch (error) {
        if (!(error instanceof ProcessLost)) throw error;
        if (this.#isStopped || signal?.aborted) throw aborted(job);
        const found = `run ${job.index} (${job.key.slice(0, 12)}): its process was ended by ${error.message}`;
        if (tries > retries) {
          const times = tries === 1 ? 'once' : `${tries} times`;
          throw new JobError('JOB_LOST', `${found}, ${times}; expected a result`);
        }
        onNotice?.(`${found}; retrying in another process`);
      } finally {
        this.#free(seat);
      }
    }
  }

  /** Stops all runs. Each run saves a checkpoint and rejects with JOB_ABORTED. Then the processes end. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    for (const seat of this.#seats) if (seat.isBusy) seat.process?.stop();
    const timer = setTimeout(() => {
      for (const { process } of this.#seats) process?.kill();
    }, STOP_MS);
    await Promise.all(this.#seats.map((seat) => this.#idle(seat)));
    clearTimeout(timer);
    await this.close();
  }

  /** Ends all processes. They must be idle. */
  async close(): Promise<void> {
    this.#isStopped = true;
    await Promise.all(this.#seats.map(({ process }) => process?.end()));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop();
  }

  async #runOn(process: JobProcess, job: Job, options: PoolRunOptions): Promise<JobResult> {
    const { store, trajectories, checkpointMs, onNotice } = this.#options;
    const { kernel = 'auto', fresh = false, onTick, signal } = options;
    const stop = (): void => process.stop();
    signal?.addEventListener('abort', stop);
    const listener: RunListener = { onTick, onNotice };
    const kept = fresh ? { store: undefined, trajectories: undefined } : { store, trajectories };
    const request = { job, kernel, ...kept, checkpointMs };
    try {
      return await process.run(request, listener);
    } finally {
      signal?.removeEventListener('abort', stop);
    }
  }

  /**
   * Returns the process of a seat. If there is no process yet, or the process has ended or has the pid `notBy`, starts
   * a new one.
   */
  async #processOf(seat: Seat, notBy: number | undefined): Promise<JobProcess> {
    const { process } = seat;
    if (process !== undefined && !process.isOver && process.pid !== notBy) return process;
    // The only seat has the process that must not do this run, so the process is replaced.
    await process?.end();
    seat.process = new JobProcess();
    return seat.process;
  }

  /**
   * Waits for a free seat whose process is allowed to do the run. If there is only one seat, waits for that seat in any
   * case.
   */
  async #take(notBy: number | undefined): Promise<Seat> {
    const isFit = ({ isBusy, process }: Seat): boolean =>
      !isBusy && (notBy === undefined || process?.pid !== notBy || this.#seats.length === 1);
    const seat = this.#seats.find(isFit);
    if (seat === undefined) {
      return new Promise((resolve) => {
        this.#waiters.push({ notBy, take: resolve });
      });
    }
    seat.isBusy = true;
    return seat;
  }

  /** Gives a free seat to a waiting run. Runs that must avoid a certain process come first. */
  #free(seat: Seat): void {
    const pid = seat.process?.pid;
    const fits = ({ notBy }: Waiter): boolean =>
      notBy === undefined || notBy !== pid || this.#seats.length === 1;
    const picky = this.#waiters.findIndex((waiter) => waiter.notBy !== undefined && fits(waiter));
    const at = picky >= 0 ? picky : this.#waiters.findIndex(fits);
    if (at < 0) seat.isBusy = false;
    else this.#waiters.splice(at, 1)[0].take(seat);
  }

  async #idle(seat: Seat): Promise<void> {
    while (seat.isBusy) await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

function aborted({ index }: Job): JobError {
  return new JobError('JOB_ABORTED', `run ${index} was stopped`);
}
