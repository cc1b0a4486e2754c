/** Tells listeners of typed events, in the order in which they came. */
export class Emitter<Events> {
  readonly #listeners = new Map<keyof Events, Set<(value: never) => void>>();

  /** Adds a listener; the returned function takes it away again. */
  on<Type extends keyof Events>(type: Type, listener: (value: Events[Type]) => void): () => void {
    const listeners = this.#listeners.get(type) ?? new Set();
    this.#listeners.set(type, listeners);
    // A wrapper of its own per call: the same function added twice is called twice, removed once.
    const entry = (value: Events[Type]) => listener(value);
    listeners.add(entry);
    return () => {
      listeners.delete(entry);
    };
  }

  emit<Type extends keyof Events>(type: Type, value: Events[Type]): void {
    const listeners = this.#listeners.get(type) ?? new Set();
    // A listener added meanwhile is called the next time: else one that adds itself again would be called forever.
    for (const listener of [...listeners]) {
      if (!listeners.has(listener)) continue;
      try {
        (listener as (value: Events[Type]) => void)(value);
      } catch (error) {
        // The error of a listener is thrown as uncaught; it must not stop the run.
        queueMicrotask(() => {
          throw error;
        });
      }
    }
  }
}
