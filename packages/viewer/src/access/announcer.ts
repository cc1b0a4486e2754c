/** From one announcement to the next at least, ms: a voice needs time for each. */
const EVERY_MS = 3000;

/** Hands what has to be said to a screen reader, at most every few seconds; of each topic only the latest. */
export class Announcer {
  readonly #say: (text: string) => void;
  readonly #due = new Map<string, string>();
  #saidAt = Number.NEGATIVE_INFINITY;

  constructor(say: (text: string) => void) {
    this.#say = say;
  }

  /** To be said as soon as there is time; takes the place of what was to be said about the same. */
  add(topic: string, text: string): void {
    this.#due.delete(topic);
    this.#due.set(topic, text);
  }

  /** Called every now and then. */
  update(nowMs: number): void {
    if (this.#due.size === 0 || nowMs - this.#saidAt < EVERY_MS) return;
    this.#saidAt = nowMs;
    this.#say([...this.#due.values()].join(' '));
    this.#due.clear();
  }
}
