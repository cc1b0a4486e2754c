import { renameSync, writeFileSync } from 'node:fs';

/** What became of a part of a run. */
export interface PartResult {
  /** How long the part took, in s. */
  seconds: number;
  /** Why the part has no result, or not all of it. */
  error?: string;
  /** What the part has found. It is filled while the part runs, so that an error leaves what was found before. */
  readonly found: Record<string, unknown>;
}

export interface PartsOptions {
  /** The file in which the results are saved whenever there are new ones. */
  readonly file: string;
  /** How long all parts may take together, in s. */
  readonly seconds: number;
  readonly print: (text: string) => void;
}

/** The time that is left to a part, and a way to save what it has found. */
export interface PartContext {
  /** Whether less than a share of the part's time is left. */
  isLate(share?: number): boolean;
  /** Aborts when the part is not waited for any more. */
  readonly signal: AbortSignal;
  save(name: string, value: unknown): void;
}

/** Runs parts one after the other. A part that fails or takes too long leaves the others as they are. */
export class Parts {
  readonly results: Record<string, PartResult> = {};
  readonly #head: object;
  readonly #options: PartsOptions;
  readonly #end: number;

  /** @param head what the file says before the results */
  constructor(head: object, options: PartsOptions) {
    this.#head = head;
    this.#options = options;
    this.#end = performance.now() + 1000 * options.seconds;
    this.#write();
  }

  /**
   * Runs a part. After twice its time, its promise is not waited for any more.
   *
   * @param seconds how long it should take; less is left to it if all parts together would take too long
   */
  async run(
    name: string,
    seconds: number,
    work: (context: PartContext) => Promise<void>,
  ): Promise<void> {
    const { print } = this.#options;
    const result: PartResult = { seconds: 0, found: {} };
    this.results[name] = result;
    const begin = performance.now();
    const end = Math.min(begin + 1000 * seconds, this.#end);
    const ended = new AbortController();
    const context: PartContext = {
      signal: ended.signal,
      isLate: (share = 0) => performance.now() > begin + (1 - share) * (end - begin),
      save: (key, value) => {
        result.found[key] = value;
        this.#write();
      },
    };
    print(`\n${name}`);
    try {
      if (end <= begin) throw new Error('No time was left.');
      await Promise.race([work(context), after(2 * (end - begin), ended.signal)]);
    } catch (error) {
      result.error = error instanceof Error ? error.message : String(error);
      print(`FAILED: ${result.error}`);
    }
    ended.abort();
    result.seconds = (performance.now() - begin) / 1000;
    print(`${name}: ${result.seconds.toFixed(1)} s`);
    this.#write();
  }

  #write(): void {
    const { file } = this.#options;
    const text = JSON.stringify({ ...this.#head, parts: this.results }, null, 2);
    writeFileSync(`${file}.tmp`, `${text}\n`);
    renameSync(`${file}.tmp`, file);
  }
}

/** Fails after a time. */
function after(timeMs: number, signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const timer = setTimeout(() => reject(new Error('It took too long.')), timeMs);
    signal.addEventListener('abort', () => clearTimeout(timer));
  });
}
