/** A flash fades to about a third in this time, in s. */
const FLASH_SECONDS = 0.28;

/** A light that flashes and fades. */
export class Flash {
  #level = 0;

  strike(): void {
    this.#level = 1;
  }

  /** Advances by `seconds` and returns the level, which is 1 right after the flash. */
  fade(seconds: number): number {
    this.#level *= Math.exp(-seconds / FLASH_SECONDS);
    return this.#level;
  }
}
