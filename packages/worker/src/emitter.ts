/** Emits typed events to listeners, in the order in which the listeners were added. */
export class Emitter<Events> {
  readonly #listeners = new Map<keyof Events, Set<(value: never) => void>>();

  /** Adds a listener. The returned function removes it. */
  on<Type extends keyof Events>(type: Type, listener: (value: Events[Type]) => void): () => void {
    const listeners = this.#listeners.get(type) ?? new Set();
    this.#listeners.set(type, listeners);
    // A new wrapper per call: a function that is added twice is called twice, and each removal removes it once.
    const entry = (value: Events[Type]) => listener(value);
    listeners.add(entry);
    return () => {
      listeners.delete(entry);
    };
  }

  emit<Type extends keyof Events>(type: Type, value: Events[Type]): void {
    const listeners = this.#listeners.get(type) ?? new Set();
    // A listener added meanwhile is called the next time. Otherwise a listener that adds itself again would be called
    // forever.
    for (const listener of [...listeners]) {
      if (!listeners.has(listener)) continue;
      try {
        (listener as (value: Events[Type]) => void)(value);
      } catch (error) {
        // The error of a listener is thrown as uncaught, because it must not stop the run.
        queueMicrotask(() => {
          throw error;
        });
      }
    }
  }
}
