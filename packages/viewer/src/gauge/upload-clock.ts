/** Measures the time of uploads to the graphics card by wrapping the functions that perform them. */
export class UploadClock {
  #ms = 0;

  /** `names`: the methods of `object` to wrap. */
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

  /** The upload time since the last call, in ms. */
  take(): number {
    const ms = this.#ms;
    this.#ms = 0;
    return ms;
  }
}
