import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { kernels } from '@skein/core';
import type { Job, JobFailure, JobResult } from './jobs/job.ts';
import { JobError } from './jobs/job-error.ts';
import { JobPool } from './jobs/job-pool.ts';
import { JobMaker, type RefusedJob } from './jobs/make-job.ts';
import { countRuns, type Plan, planHash, type Shard } from './plan/plan.ts';
import { type Contradiction, Finished } from './results/finished.ts';
import { type Entry, Journal } from './results/journal.ts';
import { isResult } from './results/read-journals.ts';
import { openResults, ResultsError, writePlan } from './results/results-folder.ts';
import { removeParts, removeTables, writeTables } from './results/write-tables.ts';
import { FolderStore } from './stores/folder.ts';
import { folderSource } from './stores/store-source.ts';
import type { TableFormat } from './tables/table-format.ts';

/** The folder of checkpoints inside the folder of the results. */
const CHECKPOINTS = 'checkpoints';
/** The folder of trajectories inside the folder of the results. */
export const TRAJECTORIES = 'trajectories';
/**
 * The number of lost runs in a row after which the sweep stops. A run is lost if its process ends on every attempt. So
 * many lost runs point to a problem that affects all runs.
 */
const MAX_LOST = 8;
const WHOLE: Shard = { part: 1, of: 1 };

/** The outcome of a run done on another machine. */
export type Outcome =
  | { readonly type: 'done'; readonly result: JobResult }
  | { readonly type: 'failed'; readonly job: Job; readonly error: string };

/**
 * A function that gives runs to other machines, and yields the outcomes of the runs. The caller stores each outcome
 * before it requests the next outcome. The function may also yield outcomes of runs that an earlier call started.
 * `isTaken` tells whether the caller has already stored a result.
 */
export type Elsewhere = (
  jobs: Iterable<Job>,
  isTaken: (result: Pick<JobResult, 'key' | 'index'>) => boolean,
) => AsyncIterable<Outcome>;

export interface SweepOptions {
  /** The folder for the results. */
  readonly results: string;
  /** The number of processes, each with one world at a time. Default: the number of cores. */
  readonly jobs?: number | undefined;
  /**
   * If given, this function does the runs on other machines. The processes on this machine then only repeat the runs
   * that are chosen for verification.
   */
  readonly elsewhere?: Elsewhere | undefined;
  /** The part of the runs to do. Default: all runs. */
  readonly shard?: Shard | undefined;
  /**
   * The fraction of the runs, from 0 to 1, that another process repeats from the start. A run that was done on this
   * machine is repeated with another kernel, if there is one. Default: 0.
   */
  readonly verify?: number | undefined;
  /** Whether the plan may replace another plan in the folder; finished runs of that plan are kept. */
  readonly extend?: boolean | undefined;
  /** How many times a run is retried when its process ends early. Default: 3. */
  readonly retries?: number | undefined;
  /** The interval between checkpoints of a run, in ms. Default: 30,000. */
  readonly checkpointMs?: number | undefined;
  /** The format of the tables. Default: parquet. */
  readonly format?: TableFormat | undefined;
  /**
   * Called when every run of the plan has a result or has failed. Returns a longer plan to do next, or undefined to end.
   * The longer plan begins with the runs of the plan before. It needs all results, so it does not go with a shard.
   */
  readonly grow?: ((finished: Finished) => Promise<Plan | undefined>) | undefined;
  /** When this signal aborts, the sweep ends cleanly: runs in progress save a checkpoint. */
  readonly signal?: AbortSignal | undefined;
  /** Called once, before any run starts. `progress` tells how many runs already have a result. */
  readonly onStart?: ((progress: SweepProgress) => void) | undefined;
  /** Called when a run has a result. */
  readonly onResult?: ((result: JobResult, progress: SweepProgress) => void) | undefined;
  /** Called when a run has failed. */
  readonly onFailure?: ((failure: JobFailure, progress: SweepProgress) => void) | undefined;
  /** Called repeatedly while runs are in progress. */
  readonly onTick?: ((progress: SweepProgress) => void) | undefined;
  /** Called with messages for people. */
  readonly onNotice?: ((text: string) => void) | undefined;
}

/** The progress of a sweep. */
export interface SweepProgress {
  /** The number of runs of this call: all runs of the plan, or the runs of the shard. */
  readonly runs: number;
  /** The number of runs that already had a result. */
  readonly skipped: number;
  /** The number of runs that got a result in this call. */
  readonly done: number;
  readonly failed: number;
  /** The number of runs of this call for which another process got the same result. They are included in `done`. */
  readonly verified: number;
  /** The sum of the finished fractions of all runs in progress. For example, one run that is half done gives 0.5. */
  readonly underWay: number;
}

/** A run for which another process got a different result. */
export interface Unlike {
  readonly index: number;
  readonly key: string;
  readonly hashes: readonly [string, string];
  /** A text that says where the two results differ. */
  readonly difference: string;
}

/** The outcome of a sweep. */
export interface SweepReport extends SweepProgress {
  readonly interrupted: boolean;
  /** The number of runs of the whole plan that have a result, from this call or an earlier one. */
  readonly finished: number;
  /** The reasons why runs of the plan have no result, by index of the run. */
  readonly failures: ReadonlyMap<number, string>;
  readonly unlike: readonly Unlike[];
  readonly contradictions: readonly Contradiction[];
  /** The paths of the tables; empty until all runs are done. */
  readonly tables: readonly string[];
}

/**
 * Does the runs of a plan that have no result yet, in separate processes. Stores each result as soon as it arrives. The
 * calling process may end at any moment, in any way: finished runs are kept, and the next call continues with the rest.
 *
 * @throws ResultsError when the folder has results of another plan, or for trajectories of runs on other machines;
 * FileError when results cannot be written or read
 */
export async function runSweep(plan: Plan, options: SweepOptions): Promise<SweepReport> {
  if (plan.trajectories !== undefined && options.elsewhere !== undefined) {
    throw new ResultsError(
      'trajectories: found a sweep on other machines, which have no place for them; expected a sweep on this machine, or a plan without trajectories',
    );
  }
  return new Sweep(plan, options).run();
}

class Sweep {
  #plan: Plan;
  readonly #options: SweepOptions;
  readonly #shard: Shard;
  #maker: JobMaker;
  #journal: Journal;
  readonly #pool: JobPool;
  readonly #progress = { runs: 0, skipped: 0, done: 0, failed: 0, verified: 0 };
  readonly #unlike: Unlike[] = [];
  /** The finished fraction of each run in progress, by index of the run. */
  readonly #underWay = new Map<number, number>();
  /** The number of consecutive runs whose processes ended early on every attempt. */
  #lost = 0;
  readonly #checkpoints: FolderStore;
  #finished!: Finished;
  #next: number;
  #isOver = false;

  constructor(plan: Plan, options: SweepOptions) {
    const { results, shard = WHOLE, jobs, retries, checkpointMs, onNotice, grow } = options;
    if (grow !== undefined && shard.of > 1) {
      throw new RangeError(`shard: found ${shard.part} of ${shard.of}, expected none with "grow"`);
    }
    this.#plan = plan;
    this.#options = options;
    this.#shard = shard;
    this.#next = shard.part - 1;
    this.#maker = new JobMaker(plan);
    this.#journal = new Journal(results, planHash(plan));
    this.#progress.runs = countRuns(plan, shard);
    const folder = join(results, CHECKPOINTS);
    this.#checkpoints = new FolderStore({ folder });
    this.#pool = new JobPool({
      processes: Math.max(1, Math.min(jobs ?? availableParallelism(), this.#progress.runs)),
      store: folderSource(folder),
      trajectories: join(results, TRAJECTORIES),
      retries,
      checkpointMs,
      onNotice,
    });
  }

  async run(): Promise<SweepReport> {
    const { results, extend, signal, onStart, format = 'parquet' } = this.#options;
    const isOther = await openResults(results, this.#plan, extend);
    this.#finished = await this.#readFinished();
    this.#countSkipped(this.#shard.part - 1);
    if (isOther) await removeTables(results);
    onStart?.(this.#told());
    const stop = (): void => void this.#pool.stop();
    signal?.addEventListener('abort', stop);
    try {
      if (signal?.aborted) stop();
      const { elsewhere } = this.#options;
      do {
        await (elsewhere === undefined ? this.#doRuns() : this.#doElsewhere(elsewhere));
      } while (await this.#grow());
    } finally {
      signal?.removeEventListener('abort', stop);
      await this.#pool.stop();
      await this.#journal.close();
    }
    return await this.#report(results, format);
  }

  /**
   * Reads which runs are finished. Removes checkpoints of finished runs. If a process is killed after storing a result,
   * it can leave a checkpoint behind.
   */
  async #readFinished(): Promise<Finished> {
    const { results, onNotice } = this.#options;
    const saved = new Set(await this.#checkpoints.keys());
    const stale: string[] = [];
    const finished = await Finished.read(results, this.#plan, onNotice, (key) => {
      if (saved.has(key)) stale.push(key);
    });
    for (const key of stale) await this.#checkpoints.remove(key);
    return finished;
  }

  async #report(results: string, format: TableFormat): Promise<SweepReport> {
    const finished = await this.#refreshed(results);
    try {
      let count = 0;
      for (let index = 0; index < this.#plan.runs; index++) if (finished.has(index)) count++;
      const isWhole = count === this.#plan.runs && finished.contradictions.length === 0;
      if (isWhole) await removeParts(join(results, TRAJECTORIES));
      return {
        ...this.#told(),
        interrupted: this.#options.signal?.aborted === true && !this.#isThrough,
        finished: count,
        failures: finished.failures,
        unlike: this.#unlike,
        contradictions: finished.contradictions,
        tables: isWhole ? await writeTables(results, this.#plan, finished, format) : [],
      };
    } finally {
      finished.close();
    }
  }

  /** Reads the results again at the end, since other shards may have written to the same folder. */
  async #refreshed(results: string): Promise<Finished> {
    if (this.#shard.of === 1) return this.#finished;
    return await Finished.read(results, this.#plan);
  }

  /** Replaces the plan by a longer one, if there is one to do. */
  async #grow(): Promise<boolean> {
    const { grow, results, signal } = this.#options;
    if (grow === undefined || !this.#isThrough || signal?.aborted) return false;
    const longer = await grow(this.#finished);
    if (longer === undefined) return false;
    const { runs } = this.#plan;
    await this.#journal.close();
    await writePlan(results, longer);
    this.#plan = longer;
    this.#maker = new JobMaker(longer);
    this.#journal = new Journal(results, planHash(longer));
    this.#finished.grow(longer);
    this.#progress.runs = longer.runs;
    this.#countSkipped(runs);
    return true;
  }

  get #isThrough(): boolean {
    const { runs, skipped, done, failed } = this.#progress;
    return skipped + done + failed >= runs;
  }

  #countSkipped(first: number): void {
    for (let index = first; index < this.#plan.runs; index += this.#shard.of) {
      if (this.#finished.has(index)) this.#progress.skipped++;
    }
  }

  /** Does all remaining runs in parallel, one per process. */
  async #doRuns(): Promise<void> {
    const workers = Array.from({ length: this.#pool.processes }, () => this.#work());
    const ends = await Promise.allSettled(workers);
    const failed = ends.find((end) => end.status === 'rejected');
    if (failed !== undefined) throw failed.reason;
  }

  async #doElsewhere(elsewhere: Elsewhere): Promise<void> {
    const refused: RefusedJob[] = [];
    const writeRefused = async (): Promise<void> => {
      for (const job of refused.splice(0)) {
        await this.#write(job, this.#failure(job, job.error.message));
      }
    };
    const isTaken = ({ index, key }: Pick<JobResult, 'key' | 'index'>): boolean =>
      index >= 0 &&
      index < this.#plan.runs &&
      this.#finished.has(index) &&
      this.#maker.make(index).key === key;
    try {
      for await (const outcome of elsewhere(this.#jobs(refused), isTaken)) {
        await writeRefused();
        if (outcome.type === 'failed') {
          await this.#write(outcome.job, this.#failure(outcome.job, outcome.error));
        } else {
          await this.#write(outcome.result, await this.#verified(outcome.result));
        }
      }
      await writeRefused();
    } catch (error) {
      if (!(error instanceof JobError && error.code === 'JOB_ABORTED')) throw error;
    }
  }

  /** Yields the runs that have no result yet. A refused run is not yielded, but added to `refused`. */
  *#jobs(refused: RefusedJob[]): Generator<Job> {
    for (let job = this.#take(); job !== undefined; job = this.#take()) {
      if ('error' in job) refused.push(job);
      else yield job;
    }
  }

  /**
   * Returns the entry for a result from another machine. If the run is chosen for verification, it is first repeated
   * here. If the results differ, the entry is a failure.
   */
  async #verified(result: JobResult): Promise<Entry> {
    if (!isChosen(result.key, this.#options.verify ?? 0)) return result;
    const job = this.#maker.make(result.index) as Job;
    const { result: again } = await this.#pool.run(job, { fresh: true });
    return this.#compared(job, result, again);
  }

  #compared(job: Job, result: JobResult, again: JobResult): Entry {
    const difference = differenceOf(result, again);
    if (difference === undefined) return { ...result, verified: true };
    const hashes = [result.hash, again.hash] as const;
    this.#unlike.push({ index: job.index, key: job.key, hashes, difference });
    return this.#failure(job, `a second process got a different result: ${difference}`);
  }

  async #work(): Promise<void> {
    // While a result is synced to disk, the next run is already in progress.
    let written: Promise<void> = Promise.resolve();
    try {
      for (let job = this.#take(); job !== undefined; job = this.#take()) {
        const entry = await this.#do(job);
        await written;
        written = this.#write(job, entry);
        written.catch(() => {});
      }
      await written;
    } catch (error) {
      // The journal reports the write error when it is closed.
      await written.catch(() => {});
      if (error instanceof JobError && error.code === 'JOB_ABORTED') return;
      // No result can be stored any more, or no run can succeed, so the other runs are stopped too.
      this.#isOver = true;
      void this.#pool.stop();
      throw error;
    }
  }

  /** Returns the next run that has no result. */
  #take(): Job | RefusedJob | undefined {
    while (!this.#isOver && !this.#options.signal?.aborted && this.#next < this.#plan.runs) {
      const index = this.#next;
      this.#next += this.#shard.of;
      if (!this.#finished.has(index)) return this.#maker.make(index);
    }
    return undefined;
  }

  /** Does a run, and returns its result or failure. If the run is chosen for verification, it is repeated. */
  async #do(job: Job | RefusedJob): Promise<Entry> {
    if ('error' in job) return this.#failure(job, job.error.message);
    const onTick = (tick: number): void => this.#tell(job, tick);
    try {
      const { result, pid } = await this.#pool.run(job, { onTick });
      this.#lost = 0;
      if (!isChosen(job.key, this.#options.verify ?? 0)) return result;
      // `auto` uses the last kernel, so the first one is the other kernel, if there are two.
      const [kernel] = kernels();
      const again = await this.#pool.run(job, { fresh: true, kernel, notBy: pid });
      return this.#compared(job, result, again.result);
    } catch (error) {
      if (!(error instanceof JobError) || error.code === 'JOB_ABORTED') throw error;
      if (error.code === 'JOB_LOST' && ++this.#lost >= MAX_LOST) throw error;
      return this.#failure(job, error.message);
    } finally {
      this.#underWay.delete(job.index);
    }
  }

  #failure(
    { key, index, parameters, seed, ticks }: Omit<Job, 'scenario'>,
    error: string,
  ): JobFailure {
    return { key, index, parameters, seed, ticks, engine: this.#plan.engine, error };
  }

  async #write(job: Pick<Job, 'key' | 'index'>, entry: Entry): Promise<void> {
    const location = await this.#journal.append(entry);
    const { onResult, onFailure } = this.#options;
    if (isResult(entry)) {
      await this.#checkpoints.remove(job.key);
      this.#finished.add(job.index, entry.hash, location);
      this.#progress.done++;
      if (entry.verified) this.#progress.verified++;
      onResult?.(entry, this.#told());
    } else {
      this.#finished.fail(job.index, entry.error);
      this.#progress.failed++;
      onFailure?.(entry, this.#told());
    }
  }

  #tell({ index, ticks }: Job, tick: number): void {
    this.#underWay.set(index, tick / ticks);
    this.#options.onTick?.(this.#told());
  }

  #told(): SweepProgress {
    let underWay = 0;
    for (const share of this.#underWay.values()) underWay += share;
    return { ...this.#progress, underWay };
  }
}

/**
 * Whether a run is chosen for verification. The choice depends only on the key of the run and on `share`, the fraction
 * of runs to choose. So every call with the same arguments gives the same answer.
 */
export function isChosen(key: string, share: number): boolean {
  return Number.parseInt(key.slice(0, 12), 16) / 2 ** 48 < share;
}

/** Describes where two results of a run differ; undefined if the results are equal. */
export function differenceOf(one: JobResult, other: JobResult): string | undefined {
  if (one.hash !== other.hash) return `hash ${one.hash}, then ${other.hash}`;
  for (const [what, a, b] of [
    ['samples', one.sampleTicks.length, other.sampleTicks.length],
    ['measures', one.samples.length, other.samples.length],
  ]) {
    if (a !== b) return `${a} ${what} the first time, ${b} the second time`;
  }
  for (const [at, tick] of one.sampleTicks.entries()) {
    if (tick !== other.sampleTicks[at])
      return `sample ${at} was at tick ${tick} the first time, and at tick ${other.sampleTicks[at]} the second time`;
    for (const [measure, column] of one.samples.entries()) {
      const [a, b] = [column[at], other.samples[measure]?.[at]];
      if (a !== b) return `measure ${measure} at tick ${tick}: ${a}, then ${b}`;
    }
  }
  return undefined;
}
