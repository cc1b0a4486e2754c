/**
 * The minimum time between two announcements, in ms. A screen reader needs about this long to speak one announcement.
 */
const EVERY_MS = 3000;

/**
 * Passes announcements to a screen reader, at most one every few seconds. Of several waiting announcements on the same
 * topic, only the latest is spoken.
 */
export class Announcer {
  readonly #say: (text: string) => void;
  readonly #due = new Map<string, string>();
  #saidAt = Number.NEGATIVE_INFINITY;

  constructor(say: (text: string) => void) {
    this.#say = say;
  }

  /** Queues a text for announcement. The new text replaces a waiting text on the same topic. */
  add(topic: string, text: string): void {
    this.#due.delete(topic);
    this.#due.set(topic, text);
  }

  /** Announces the waiting texts when enough time has passed. Call it regularly, with the current time `nowMs`. */
  update(nowMs: number): void {
    if (this.#due.size === 0 || nowMs - this.#saidAt < EVERY_MS) return;
    this.#saidAt = nowMs;
    this.#say([...this.#due.values()].join(' '));
    this.#due.clear();
  }
}
