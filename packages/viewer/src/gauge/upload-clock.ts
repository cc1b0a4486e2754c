/** Measures how long the uploads to the graphics card take, by standing in for the calls that do them. */
export class UploadClock {
  #ms = 0;

  /** `names`: of those calls of the object. */
  constructor(object: object, names: readonly string[]) {
    const calls = object as Record<string, (...parameters: unknown[]) => unknown>;
    for (const name of names) {
      const call = calls[name];
      if (call === undefined) continue;
      calls[name] = (...parameters) => {
        const begin = performance.now();
        const result = call.apply(object, parameters);
        this.#ms += performance.now() - begin;
        return result;
      };
    }
  }

  /** Time since this was asked last, ms. */
  take(): number {
    const ms = this.#ms;
    this.#ms = 0;
    return ms;
  }
}
