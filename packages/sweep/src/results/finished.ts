import { closeSync, openSync, readSync } from 'node:fs';
import { areDue } from '../jobs/check-result.ts';
import type { JobResult } from '../jobs/job.ts';
import { JobMaker } from '../jobs/make-job.ts';
import { type Plan, parametersAt, planHash, runAt } from '../plan/plan.ts';
import { asFileError, FileError } from '../stores/file-error.ts';
import { type Entry, isOfPlan, type Location } from './journal.ts';
import { isResult, readEntry, readJournals } from './read-journals.ts';
import { measureColumns } from './result-columns.ts';

/** The maximum number of journals that are open at the same time to read single lines. */
const MAX_OPEN = 32;

/** Two different results of the same run. One of the machines that computed them must be faulty. */
export interface Contradiction {
  readonly index: number;
  readonly hashes: readonly [string, string];
  readonly files: readonly [string, string];
}

/**
 * Whether an entry in a journal of this plan matches the run with the same index. This quick check finds lines that
 * were copied from other journals. A comparison of the keys of the runs would be certain, but would take far longer.
 */
function isRunOf(plan: Plan, entry: Entry): boolean {
  const { index, seed, ticks, parameters } = entry;
  if (index >= plan.runs || ticks !== plan.ticks) return false;
  if (isResult(entry) && !isWhole(plan, entry)) return false;
  const run = runAt(plan, index);
  if (seed !== run.seed || Object.keys(parameters).length !== run.values.length) return false;
  return plan.parameters.every(({ name }, at) => parameters[name] === run.values[at]);
}

/** Whether a result has one sample of each measure at each due tick of the plan. */
function isWhole(plan: Plan, { samples, sampleTicks }: JobResult): boolean {
  return samples.length === measuresIn(plan) && areDue(sampleTicks, plan, plan.ticks);
}

const measureCounts = new WeakMap<Plan, number>();

/**
 * Returns the number of measures of a plan. A single text in the plan, such as `each.alive`, may mean several measures.
 */
function measuresIn(plan: Plan): number {
  const known = measureCounts.get(plan);
  if (known !== undefined) return known;
  const count = measureColumns(plan).length;
  measureCounts.set(plan, count);
  return count;
}

/**
 * Records which runs of a plan have a result, and where the result is stored. Each run takes about 24 bytes, even if
 * its result is large. If a run has two results, the first result counts.
 */
export class Finished {
  #plan: Plan;
  #maker: JobMaker;
  readonly #files: string[] = [];
  readonly #fileIds = new Map<string, number>();
  /** For each run, the index of its file in `#files`, plus 1; 0 if there is no result. */
  #file: Uint32Array;
  #offset: Float64Array;
  #bytes: Uint32Array;
  #hash: BigUint64Array;
  /**
   * Results that were written for other plans. Each is stored under the key of its run, because a run of this plan may
   * have the same key.
   */
  readonly #others = new Map<string, Location & { readonly hash: string }>();
  readonly #open = new Map<string, number>();
  /** The errors of failed runs, by index of the run. Runs that got a result later are not included. */
  readonly failures = new Map<number, string>();
  readonly contradictions: Contradiction[] = [];
  #count = 0;

  constructor(plan: Plan) {
    this.#plan = plan;
    this.#maker = new JobMaker(plan);
    this.#file = new Uint32Array(plan.runs);
    this.#offset = new Float64Array(plan.runs);
    this.#bytes = new Uint32Array(plan.runs);
    this.#hash = new BigUint64Array(plan.runs);
  }

  /**
   * Reads all journals of a folder of results.
   *
   * @param onNotice called for each line that is neither a result nor a failure, with a description of the problem
   * @param onResult called with the key of each result
   * @throws FileError
   */
  static async read(
    results: string,
    plan: Plan,
    onNotice?: (text: string) => void,
    onResult?: (key: string) => void,
  ): Promise<Finished> {
    const finished = new Finished(plan);
    const hash = planHash(plan);
    for await (const { entry, name, file, offset, bytes } of readJournals(results, onNotice)) {
      const location = { file, offset, bytes };
      const isOwn = isOfPlan(name, hash) && isRunOf(plan, entry);
      if (!isResult(entry)) {
        // A plan that has grown since has the same run at this index.
        const isSame =
          isOwn || (isRunOf(plan, entry) && finished.#keyOf(entry.index) === entry.key);
        if (isSame) finished.fail(entry.index, entry.error);
        continue;
      }
      onResult?.(entry.key);
      if (isOwn) finished.add(entry.index, entry.hash, location);
      // Other samples mean that the line is damaged, even if its key is right.
      else if (isWhole(plan, entry) && !finished.#others.has(entry.key)) {
        finished.#others.set(entry.key, { ...location, hash: entry.hash });
      }
    }
    return finished;
  }

  /**
   * The number of runs that are known to have a result. A result from another plan is counted only after `has` was
   * called for its run.
   */
  get count(): number {
    return this.#count;
  }

  /** Whether a run has a result. */
  has(index: number): boolean {
    if (this.#file[index] > 0) return true;
    if (this.#others.size === 0) return false;
    const other = this.#others.get(this.#keyOf(index));
    if (other !== undefined) this.add(index, other.hash, other);
    return other !== undefined;
  }

  #keyOf(index: number): string {
    return this.#maker.make(index).key;
  }

  /** Replaces the plan by a longer one that begins with the same runs. All results and failures are kept. */
  grow(plan: Plan): void {
    this.#plan = plan;
    this.#maker = new JobMaker(plan);
    const grown = <T extends { set(values: T): void }>(longer: T, values: T): T => {
      longer.set(values);
      return longer;
    };
    this.#file = grown(new Uint32Array(plan.runs), this.#file);
    this.#offset = grown(new Float64Array(plan.runs), this.#offset);
    this.#bytes = grown(new Uint32Array(plan.runs), this.#bytes);
    this.#hash = grown(new BigUint64Array(plan.runs), this.#hash);
  }

  /** Records where the result of a run is stored. */
  add(index: number, hash: string, location: Location): void {
    this.failures.delete(index);
    const bits = BigInt(`0x${hash}`);
    if (this.#file[index] > 0) {
      if (this.#hash[index] === bits) return;
      const first = this.#hash[index].toString(16).padStart(16, '0');
      const files = [this.#files[this.#file[index] - 1], location.file] as const;
      this.contradictions.push({ index, hashes: [first, hash], files });
      return;
    }
    this.#file[index] = this.#idOf(location.file);
    this.#offset[index] = location.offset;
    this.#bytes[index] = location.bytes;
    this.#hash[index] = bits;
    this.#count++;
  }

  /** Records why a run has no result. */
  fail(index: number, error: string): void {
    if (this.#file[index] === 0) this.failures.set(index, error);
  }

  /**
   * Returns the result of a run; undefined if there is none. The index and the parameters of the result are those of
   * this plan, even if the result was written for another plan. The method reads synchronously, because awaiting each
   * of a million lines would take many times longer.
   *
   * @throws FileError
   */
  result(index: number): JobResult | undefined {
    if (!this.has(index)) return undefined;
    const path = this.#files[this.#file[index] - 1];
    try {
      const line = Buffer.allocUnsafe(this.#bytes[index]);
      const read = readSync(this.#descriptorOf(path), line, 0, line.length, this.#offset[index]);
      const entry = readEntry(line.toString('utf8', 0, read));
      if (entry !== undefined && isResult(entry)) {
        return { ...entry, index, parameters: parametersAt(this.#plan, index) };
      }
    } catch (error) {
      throw asFileError('read', path, error);
    }
    const found = `a changed line at byte ${this.#offset[index]}`;
    throw new FileError(`cannot read ${path}: found ${found}, expected the result of run ${index}`);
  }

  /** Closes the journals. They are opened again when needed. */
  close(): void {
    for (const descriptor of this.#open.values()) closeSync(descriptor);
    this.#open.clear();
  }

  #idOf(file: string): number {
    const known = this.#fileIds.get(file);
    if (known !== undefined) return known;
    const id = this.#files.push(file);
    this.#fileIds.set(file, id);
    return id;
  }

  #descriptorOf(path: string): number {
    const known = this.#open.get(path);
    if (known !== undefined) return known;
    if (this.#open.size >= MAX_OPEN) {
      const [[oldest, descriptor]] = this.#open;
      this.#open.delete(oldest);
      closeSync(descriptor);
    }
    const descriptor = openSync(path, 'r');
    this.#open.set(path, descriptor);
    return descriptor;
  }
}
