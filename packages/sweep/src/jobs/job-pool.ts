/// <reference lib="esnext.disposable" preserve="true" />
import type { KernelName } from '@skein/core';
import type { StoreSource } from '../stores/store-source.ts';
import type { Job, JobResult } from './job.ts';
import { JobError } from './job-error.ts';
import { JobProcess, ProcessLost, type RunListener } from './job-process.ts';

/** How often a run is tried again whose process ended. */
export const DEFAULT_RETRIES = 3;
/** How long runs that are stopped may take to save where they are (ms). */
const STOP_MS = 15_000;

export interface JobPoolOptions {
  /** How many processes, each with one world at a time. */
  readonly processes: number;
  /** Where runs keep what they have done; left out, a run whose process ends begins at tick 0 again. */
  readonly store?: StoreSource | undefined;
  /** From one save to the next (ms). Default 30,000. */
  readonly checkpointMs?: number | undefined;
  /** How often a run is tried again whose process ended. Default 3. */
  readonly retries?: number | undefined;
  /** Called with what people should know: a process that ended, a checkpoint that is damaged. */
  readonly onNotice?: ((text: string) => void) | undefined;
}

export interface PoolRunOptions {
  /** Default 'auto'. */
  readonly kernel?: KernelName | 'auto';
  /** From tick 0, whatever the store has, and without keeping anything. Default false. */
  readonly fresh?: boolean;
  /** A process that must not do it. */
  readonly notBy?: number | undefined;
  readonly onTick?: (tick: number) => void;
  /** Stops this run alone. */
  readonly signal?: AbortSignal;
}

/** A result, and the process that has come to it. */
export interface PoolResult {
  readonly result: JobResult;
  readonly pid: number;
}

/** The place of a process, which is started when there is a run for it and replaced when it ends. */
interface Seat {
  process: JobProcess | undefined;
  isBusy: boolean;
}

interface Waiter {
  readonly notBy: number | undefined;
  readonly take: (seat: Seat) => void;
}

/**
 * Does runs in processes of their own, one world in each at a time. A process that ends in the midst of a run, by
 * a signal or for lack of memory, is replaced, and its run is done again from where it was saved last.
 *
 * The processes end with this one, however it ends.
 */
export class JobPool {
  readonly #options: JobPoolOptions;
  readonly #seats: readonly Seat[];
  readonly #waiters: Waiter[] = [];
  #isStopped = false;

  constructor(options: JobPoolOptions) {
    const { processes } = options;
    if (!Number.isInteger(processes) || processes < 1) {
      throw new RangeError(`processes: found ${processes}, expected a whole number from 1`);
    }
    this.#options = options;
    this.#seats = Array.from({ length: processes }, () => ({ process: undefined, isBusy: false }));
  }

  /** How many runs it does at a time. */
  get processes(): number {
    return this.#seats.length;
  }

  /** The ids of the processes that there are at the moment. */
  get pids(): number[] {
    return this.#seats.flatMap(({ process }) => process?.pid ?? []);
  }

  /**
   * Does a run, when a process is free for it. Its checkpoint stays in the store: the keeper of the result removes it.
   *
   * @throws JobError JOB_FAILED when it is refused or throws, JOB_LOST when its process ended each time, JOB_ABORTED
   * when it was stopped; FileError when its checkpoint cannot be read or written
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
        const found = `run ${job.index} (${job.key.slice(0, 12)}): found its process ended by ${error.message}`;
        if (tries > retries) {
          const times = tries === 1 ? 'once' : `${tries} times`;
          throw new JobError('JOB_LOST', `${found}, ${times}; expected a result`);
        }
        onNotice?.(`${found}; it is done again in another`);
      } finally {
        this.#free(seat);
      }
    }
  }

  /** Stops all runs, which save where they are: `run` rejects with JOB_ABORTED. Then the processes end. */
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

  /** Ends the processes, which must be idle. */
  async close(): Promise<void> {
    this.#isStopped = true;
    await Promise.all(this.#seats.map(({ process }) => process?.end()));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop();
  }

  async #runOn(process: JobProcess, job: Job, options: PoolRunOptions): Promise<JobResult> {
    const { store, checkpointMs, onNotice } = this.#options;
    const { kernel = 'auto', fresh = false, onTick, signal } = options;
    const stop = (): void => process.stop();
    signal?.addEventListener('abort', stop);
    const listener: RunListener = { onTick, onNotice };
    const request = { job, kernel, store: fresh ? undefined : store, checkpointMs };
    try {
      return await process.run(request, listener);
    } finally {
      signal?.removeEventListener('abort', stop);
    }
  }

  /** A process for a seat: its own, or a new one. */
  async #processOf(seat: Seat, notBy: number | undefined): Promise<JobProcess> {
    const { process } = seat;
    if (process !== undefined && !process.isOver && process.pid !== notBy) return process;
    // The only seat has the process that must not do it.
    await process?.end();
    seat.process = new JobProcess();
    return seat.process;
  }

  /** Waits for a seat; rather one whose process may do it. */
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

  /** Gives a seat to a waiting job: first to those that cannot take just any. */
  #free(seat: Seat): void {
    const pid = seat.process?.pid;
    const fits = ({ notBy }: Waiter): boolean =>
      notBy === undefined || notBy !== pid || this.#seats.length === 1;
    const picky = this.#waiters.findIndex((one) => one.notBy !== undefined && fits(one));
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
