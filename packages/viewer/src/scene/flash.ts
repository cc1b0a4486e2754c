/** A flash sinks to a third in this time, s. */
const FLASH_SECONDS = 0.28;

/** A light that is struck and dies away. */
export class Flash {
  #level = 0;

  strike(): void {
    this.#level = 1;
  }

  /** Continues by `seconds`; returns the level, 1 when just struck. */
  fade(seconds: number): number {
    this.#level *= Math.exp(-seconds / FLASH_SECONDS);
    return this.#level;
  }
}
