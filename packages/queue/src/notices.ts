/** Receives a message for people. */
export type Tell = (text: string) => void;

/**
 * Reports that something is missing, such as Redis, and later that it is available again. Calls in between report
 * nothing.
 */
export class Waiting {
  readonly #tell: Tell;
  readonly #what: string;
  #sinceMs: number | undefined;

  constructor(what: string, tell: Tell) {
    this.#what = what;
    this.#tell = tell;
  }

  /** Whether the awaited thing is missing now. */
  get missing(): boolean {
    return this.#sinceMs !== undefined;
  }

  /** Marks the awaited thing as missing, and reports `reason`. Further calls report nothing until `end` is called. */
  begin(reason: string): void {
    if (this.#sinceMs !== undefined) return;
    this.#sinceMs = performance.now();
    this.#tell(`waiting for ${this.#what}: ${reason}`);
  }

  /** Marks the awaited thing as available again, and reports how long it was missing. */
  end(): void {
    if (this.#sinceMs === undefined) return;
    const seconds = (performance.now() - this.#sinceMs) / 1000;
    this.#sinceMs = undefined;
    this.#tell(`${this.#what} is back after ${seconds.toFixed(seconds < 10 ? 1 : 0)} s`);
  }
}
