import type { Entry } from './messages.ts';

/** The commands of the last turns, by tick. A turn has the commands that every world executes in that tick. */
export class TurnLog {
  readonly #turns = new Map<number, readonly Entry[]>();
  /** The oldest turn that is kept. */
  oldest: number;
  /** The turn after the last. */
  next: number;

  readonly #most: number;

  /** @param most how many turns are kept */
  constructor(most: number, next = 0) {
    this.#most = most;
    this.oldest = next;
    this.next = next;
  }

  push(entries: readonly Entry[]): void {
    this.#turns.set(this.next++, entries);
    while (this.next - this.oldest > this.#most) this.#turns.delete(this.oldest++);
  }

  /** The commands of a turn; undefined if it is not kept, or not known yet. */
  at(tick: number): readonly Entry[] | undefined {
    return this.#turns.get(tick);
  }
}
