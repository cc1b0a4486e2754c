import { type Profiler, Session } from 'node:inspector';

/**
 * Finds whether a case reached code that no earlier case did, by the coverage of blocks that the engine
 * keeps. One of its kind in a process.
 */
export class Coverage {
  readonly #session = new Session();
  readonly #seen = new Set<string>();
  readonly #counts: (url: string) => boolean;

  /** @param counts which scripts count */
  constructor(counts: (url: string) => boolean) {
    this.#counts = counts;
    this.#session.connect();
    this.#session.post('Profiler.enable');
    this.#session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
  }

  get blocks(): number {
    return this.#seen.size;
  }

  /** The blocks that were reached since the last look, and are not kept. */
  look(): readonly string[] {
    return this.#reached().filter((block) => !this.#seen.has(block));
  }

  /** These are no longer new. */
  keep(blocks: readonly string[]): void {
    for (const block of blocks) this.#seen.add(block);
  }

  /** The blocks that were reached since the last call. */
  #reached(): string[] {
    const scripts: Profiler.ScriptCoverage[] = [];
    this.#session.post('Profiler.takePreciseCoverage', (error, { result }) => {
      if (error !== null) throw error;
      scripts.push(...result.filter(({ url }) => this.#counts(url)));
    });
    return scripts.flatMap(({ scriptId, functions }) =>
      functions.flatMap(({ ranges }) =>
        ranges
          .filter(({ count }) => count > 0)
          .map(({ startOffset, endOffset }) => `${scriptId} ${startOffset} ${endOffset}`),
      ),
    );
  }

  stop(): void {
    this.#session.post('Profiler.stopPreciseCoverage');
    this.#session.disconnect();
  }
}
