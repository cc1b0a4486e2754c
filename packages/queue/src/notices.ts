/** Takes a line for people. */
export type Tell = (text: string) => void;

/** Says once what is being waited for, however often it is found missing, and once that it is there. */
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

  /** It is missing: told the first time, whatever reasons follow. */
  begin(reason: string): void {
    if (this.#sinceMs !== undefined) return;
    this.#sinceMs = performance.now();
    this.#tell(`waiting for ${this.#what}: ${reason}`);
  }

  /** It is there. */
  end(): void {
    if (this.#sinceMs === undefined) return;
    const seconds = (performance.now() - this.#sinceMs) / 1000;
    this.#sinceMs = undefined;
    this.#tell(`${this.#what} is back after ${seconds.toFixed(seconds < 10 ? 1 : 0)} s`);
  }
}
