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
import { openResults } from './results/results-folder.ts';
import { removeTables, writeTables } from './results/write-tables.ts';
import { FolderStore } from './stores/folder.ts';
import { folderSource } from './stores/store-source.ts';
import type { TableFormat } from './tables/table-format.ts';

/** The folder of checkpoints, in that of the results. */
const CHECKPOINTS = 'checkpoints';
/** So many runs in a row whose processes end at each try: there is something wrong with all of them. */
const MAX_LOST = 8;
const WHOLE: Shard = { part: 1, of: 1 };

/** What came of a run that was done elsewhere. */
export type Outcome =
  | { readonly type: 'done'; readonly result: JobResult }
  | { readonly type: 'failed'; readonly job: Job; readonly error: string };

/**
 * Has runs done by other machines. An outcome is written down by the time the next one is asked for; `isTaken` says
 * of a result that was not asked for whether it was written down in an earlier call.
 */
export type Elsewhere = (
  jobs: Iterable<Job>,
  isTaken: (result: JobResult) => boolean,
) => AsyncIterable<Outcome>;

export interface SweepOptions {
  /** The folder of the results. */
  readonly results: string;
  /** Processes, each with one world at a time. Default: the cores. */
  readonly jobs?: number | undefined;
  /** Does the runs in place of processes of this machine, which then only do some of them again to verify them. */
  readonly elsewhere?: Elsewhere | undefined;
  /** Only these of the runs. */
  readonly shard?: Shard | undefined;
  /** The share of the runs, from 0 to 1, that another process does again, from the start and by the other kernel. */
  readonly verify?: number | undefined;
  /** Whether the plan may take the place of another one, whose finished runs are kept. */
  readonly extend?: boolean | undefined;
  /** How often a run is tried again whose process ended. Default 3. */
  readonly retries?: number | undefined;
  /** From one save of a run to the next (ms). Default 30,000. */
  readonly checkpointMs?: number | undefined;
  /** What tables are written as. Default: parquet. */
  readonly format?: TableFormat | undefined;
  /** Ends the sweep cleanly: runs under way save their state. */
  readonly signal?: AbortSignal | undefined;
  /** Called once it is known what is to be done, and before anything is. */
  readonly onStart?: ((progress: SweepProgress) => void) | undefined;
  /** Called when a run has a result. */
  readonly onResult?: ((result: JobResult, progress: SweepProgress) => void) | undefined;
  /** Called when a run has failed. */
  readonly onFailure?: ((failure: JobFailure, progress: SweepProgress) => void) | undefined;
  /** Called now and then while runs are under way. */
  readonly onTick?: ((progress: SweepProgress) => void) | undefined;
  /** Called with what people should know. */
  readonly onNotice?: ((text: string) => void) | undefined;
}

/** How far a sweep is. */
export interface SweepProgress {
  /** Runs of this call: all, or those of its shard. */
  readonly runs: number;
  /** Those that had a result before. */
  readonly skipped: number;
  /** Those that came to one in this call. */
  readonly done: number;
  readonly failed: number;
  /** Those of `done` that were done again elsewhere, with the same result. */
  readonly verified: number;
  /** How many runs what is done of those under way comes to, in all: 0.5 for the half of one. */
  readonly underWay: number;
}

/** A run that another process has done again, with another result. */
export interface Unlike {
  readonly index: number;
  readonly key: string;
  readonly hashes: readonly [string, string];
  /** In words: where they part. */
  readonly difference: string;
}

/** How a sweep ended. */
export interface SweepReport extends SweepProgress {
  readonly interrupted: boolean;
  /** Runs of the whole plan that have a result, of whatever call. */
  readonly finished: number;
  /** Why runs of the plan have no result, by run. */
  readonly failures: ReadonlyMap<number, string>;
  readonly unlike: readonly Unlike[];
  readonly contradictions: readonly Contradiction[];
  /** Files of tables; none before all runs are done. */
  readonly tables: readonly string[];
}

/**
 * Does the runs of a plan that have no result yet, in processes of their own, and writes each result down as it
 * comes. It may end at any moment, however it ends: what was done stays done, and the next call continues.
 *
 * @throws ResultsError when the folder has results of another plan; FileError when results cannot be written or read
 */
export function runSweep(plan: Plan, options: SweepOptions): Promise<SweepReport> {
  return new Sweep(plan, options).run();
}

class Sweep {
  readonly #plan: Plan;
  readonly #options: SweepOptions;
  readonly #shard: Shard;
  readonly #maker: JobMaker;
  readonly #journal: Journal;
  readonly #pool: JobPool;
  readonly #progress = { runs: 0, skipped: 0, done: 0, failed: 0, verified: 0 };
  readonly #unlike: Unlike[] = [];
  /** How much of the runs that are under way is done, by run. */
  readonly #underWay = new Map<number, number>();
  /** Runs in a row whose processes ended at each try. */
  #lost = 0;
  readonly #checkpoints: FolderStore;
  #finished!: Finished;
  #next: number;
  #isOver = false;

  constructor(plan: Plan, options: SweepOptions) {
    const { results, shard = WHOLE, jobs, retries, checkpointMs, onNotice } = options;
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
      retries,
      checkpointMs,
      onNotice,
    });
  }

  async run(): Promise<SweepReport> {
    const { results, extend, signal, onStart, format = 'parquet' } = this.#options;
    const isOther = await openResults(results, this.#plan, extend);
    this.#finished = await this.#readFinished();
    this.#countSkipped();
    if (isOther) await removeTables(results);
    onStart?.(this.#told());
    const stop = (): void => void this.#pool.stop();
    signal?.addEventListener('abort', stop);
    try {
      if (signal?.aborted) stop();
      const { elsewhere } = this.#options;
      await (elsewhere === undefined ? this.#doRuns() : this.#doElsewhere(elsewhere));
    } finally {
      signal?.removeEventListener('abort', stop);
      await this.#pool.stop();
      await this.#journal.close();
    }
    return await this.#report(results, format);
  }

  /** Reads what is done; a process that was killed may have left the checkpoint of a run whose result was written. */
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

  /** What there is in the end: other shards may have written to the same folder meanwhile. */
  async #refreshed(results: string): Promise<Finished> {
    if (this.#shard.of === 1) return this.#finished;
    return await Finished.read(results, this.#plan);
  }

  get #isThrough(): boolean {
    const { runs, skipped, done, failed } = this.#progress;
    return skipped + done + failed >= runs;
  }

  #countSkipped(): void {
    const { part, of } = this.#shard;
    for (let index = part - 1; index < this.#plan.runs; index += of) {
      if (this.#finished.has(index)) this.#progress.skipped++;
    }
  }

  /** As many at a time as there are processes. */
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
    const isTaken = ({ index, key }: JobResult): boolean =>
      index < this.#plan.runs && this.#finished.has(index) && this.#maker.make(index).key === key;
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

  /** The runs that have no result, but those that are refused. */
  *#jobs(refused: RefusedJob[]): Generator<Job> {
    for (let job = this.#take(); job !== undefined; job = this.#take()) {
      if ('error' in job) refused.push(job);
      else yield job;
    }
  }

  /** A result of elsewhere, once it was done again here where it is one of those. */
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
    return this.#failure(job, `another process came to another result: ${difference}`);
  }

  async #work(): Promise<void> {
    // While a result is forced to the disk, the next run is under way.
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
      // Why it could not be written, the journal says when it is closed.
      await written.catch(() => {});
      if (error instanceof JobError && error.code === 'JOB_ABORTED') return;
      // Nothing can be written down any more, or nothing comes of it: the others end, too.
      this.#isOver = true;
      void this.#pool.stop();
      throw error;
    }
  }

  /** The next run that has no result. */
  #take(): Job | RefusedJob | undefined {
    while (!this.#isOver && !this.#options.signal?.aborted && this.#next < this.#plan.runs) {
      const index = this.#next;
      this.#next += this.#shard.of;
      if (!this.#finished.has(index)) return this.#maker.make(index);
    }
    return undefined;
  }

  /** What a run comes to, once it was done again where it is one of those; or why it has failed. */
  async #do(job: Job | RefusedJob): Promise<Entry> {
    if ('error' in job) return this.#failure(job, job.error.message);
    const onTick = (tick: number): void => this.#tell(job, tick);
    try {
      const { result, pid } = await this.#pool.run(job, { onTick });
      this.#lost = 0;
      if (!isChosen(job.key, this.#options.verify ?? 0)) return result;
      // The first one is that which `auto` is not, where there are two.
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

/** Whether a run is among the share that is done again: by its key, so that each call picks the same ones. */
export function isChosen(key: string, share: number): boolean {
  return Number.parseInt(key.slice(0, 12), 16) / 2 ** 48 < share;
}

/** Where two results of a run part, in words; undefined when they are the same. */
export function differenceOf(one: JobResult, other: JobResult): string | undefined {
  if (one.hash !== other.hash) return `hash ${one.hash} and then ${other.hash}`;
  for (const [at, tick] of one.sampleTicks.entries()) {
    if (tick !== other.sampleTicks[at])
      return `a sample at tick ${tick} and then ${other.sampleTicks[at]}`;
    for (const [measure, column] of one.samples.entries()) {
      const [a, b] = [column[at], other.samples[measure]?.[at]];
      if (a !== b) return `measure ${measure} at tick ${tick}: ${a} and then ${b}`;
    }
  }
  return undefined;
}
