/** The time in which a flash fades to about a third of its brightness, in s. */
const FLASH_SECONDS = 0.28;

/** The brightness of a light that flashes and then fades. */
export class Flash {
  #level = 0;

  strike(): void {
    this.#level = 1;
  }

  /**
   * Advances the fading of the light by `seconds`. Returns the brightness of the light, which is 1 right after a flash.
   */
  fade(seconds: number): number {
    this.#level *= Math.exp(-seconds / FLASH_SECONDS);
    return this.#level;
  }
}
