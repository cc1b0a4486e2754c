/** The minimum time between announcements, in ms: a voice needs time for each. */
const EVERY_MS = 3000;

/** Passes announcements to a screen reader, at most one every few seconds, and only the latest on each topic. */
export class Announcer {
  readonly #say: (text: string) => void;
  readonly #due = new Map<string, string>();
  #saidAt = Number.NEGATIVE_INFINITY;

  constructor(say: (text: string) => void) {
    this.#say = say;
  }

  /** Queues a text, which replaces a waiting text on the same topic. */
  add(topic: string, text: string): void {
    this.#due.delete(topic);
    this.#due.set(topic, text);
  }

  /** Called regularly; announces the waiting texts when it is time. */
  update(nowMs: number): void {
    if (this.#due.size === 0 || nowMs - this.#saidAt < EVERY_MS) return;
    this.#saidAt = nowMs;
    this.#say([...this.#due.values()].join(' '));
    this.#due.clear();
  }
}
