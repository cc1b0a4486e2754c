/** Measures how long uploads to the graphics card take, by wrapping the functions that upload. */
export class UploadClock {
  #ms = 0;

  /** `names` are the methods of `object` to wrap. */
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

  /** Returns the time that uploads have taken since the last call, in ms. */
  take(): number {
    const ms = this.#ms;
    this.#ms = 0;
    return ms;
  }
}
