/** Receives a message for people. */
export type Tell = (text: string) => void;

/** Reports once that something is missing, and once that it is back, however often either is noticed. */
export class Waiting {
  readonly #tell: Tell;
  readonly #what: string;
  #sinceMs: number | undefined;

  constructor(what: string, tell: Tell) {
    this.#what = what;
    this.#tell = tell;
  }

  /** Whether it is missing now. */
  get missing(): boolean {
    return this.#sinceMs !== undefined;
  }

  /** Marks it as missing. Only the first call prints a message, whatever reasons follow. */
  begin(reason: string): void {
    if (this.#sinceMs !== undefined) return;
    this.#sinceMs = performance.now();
    this.#tell(`waiting for ${this.#what}: ${reason}`);
  }

  /** Marks it as available. */
  end(): void {
    if (this.#sinceMs === undefined) return;
    const seconds = (performance.now() - this.#sinceMs) / 1000;
    this.#sinceMs = undefined;
    this.#tell(`${this.#what} is back after ${seconds.toFixed(seconds < 10 ? 1 : 0)} s`);
  }
}
