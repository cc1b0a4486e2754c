import { closeSync, openSync, readSync } from 'node:fs';
import type { JobResult } from '../jobs/job.ts';
import { JobMaker } from '../jobs/make-job.ts';
import { type Plan, parametersAt, planHash, runAt } from '../plan/plan.ts';
import { asFileError, FileError } from '../stores/file-error.ts';
import { type Entry, isOfPlan, type Location } from './journal.ts';
import { isResult, readEntry, readJournals } from './read-journals.ts';
import { measureColumns } from './result-columns.ts';

/** Journals that are open at a time, for reading single lines. */
const MAX_OPEN = 32;

/** Two results of one run that are not the same: one of the machines they come from is at fault. */
export interface Contradiction {
  readonly index: number;
  readonly hashes: readonly [string, string];
  readonly files: readonly [string, string];
}

/**
 * Whether an entry of a plan's journal is the run that the plan has at its index, as far as can be seen at once: the
 * lines of other journals may have been put into that file. Its key would tell for sure, and takes far longer to make.
 */
export function isRunOf(plan: Plan, entry: Entry): boolean {
  const { index, seed, ticks, parameters } = entry;
  if (index >= plan.runs || ticks !== plan.ticks) return false;
  if (isResult(entry) && entry.samples.length !== measuresIn(plan)) return false;
  const run = runAt(plan, index);
  if (seed !== run.seed || Object.keys(parameters).length !== run.values.length) return false;
  return plan.parameters.every(({ name }, at) => parameters[name] === run.values[at]);
}

const measureCounts = new WeakMap<Plan, number>();

/** How many measures a plan has; one text of it may be several, as `each.alive` is. */
function measuresIn(plan: Plan): number {
  const known = measureCounts.get(plan);
  if (known !== undefined) return known;
  const count = measureColumns(plan).length;
  measureCounts.set(plan, count);
  return count;
}

/**
 * Which runs of a plan have a result, and where it stands: some 24 bytes for each run, whatever is in the results.
 * Of two results of a run the first one counts.
 */
export class Finished {
  readonly #plan: Plan;
  readonly #maker: JobMaker;
  readonly #files: string[] = [];
  readonly #fileIds = new Map<string, number>();
  /** By run: the place in `#files` from 1; 0 where there is no result. */
  readonly #file: Uint32Array;
  readonly #offset: Float64Array;
  readonly #bytes: Uint32Array;
  readonly #hash: BigUint64Array;
  /** Results of other plans, of which runs may be in this one, too. */
  readonly #others = new Map<string, Location & { readonly hash: string }>();
  readonly #open = new Map<string, number>();
  /** What failed runs failed of, by run; those that have a result since are not among them. */
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
   * @param onNotice called with what is wrong with a line
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
        if (isOwn) finished.fail(entry.index, entry.error);
        continue;
      }
      onResult?.(entry.key);
      // With a key that is right, too: its line was damaged.
      if (entry.samples.length !== measuresIn(plan)) continue;
      if (isOwn) finished.add(entry.index, entry.hash, location);
      else if (!finished.#others.has(entry.key)) {
        finished.#others.set(entry.key, { ...location, hash: entry.hash });
      }
    }
    return finished;
  }

  /** How many runs are known to have a result; those of other plans count once they were asked for. */
  get count(): number {
    return this.#count;
  }

  /** Whether a run has a result. */
  has(index: number): boolean {
    if (this.#file[index] > 0) return true;
    if (this.#others.size === 0) return false;
    const other = this.#others.get(this.#maker.make(index).key);
    if (other !== undefined) this.add(index, other.hash, other);
    return other !== undefined;
  }

  /** Takes down where the result of a run stands. */
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

  /** Takes down why a run has no result. */
  fail(index: number, error: string): void {
    if (this.#file[index] === 0) this.failures.set(index, error);
  }

  /**
   * The result of a run, with the index and the parameters that the plan gives it: a line of another plan may have
   * others for the same run. Undefined where there is none. At once: to wait for each of a million lines takes many
   * times as long as to read it.
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
    const found = `another text at byte ${this.#offset[index]} than before`;
    throw new FileError(`cannot read ${path}: found ${found}, expected the result of run ${index}`);
  }

  /** Closes the journals; they are opened again when they are needed. */
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
