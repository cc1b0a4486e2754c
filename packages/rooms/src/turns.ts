import type { Entry } from './messages.ts';

/** The commands of the last turns, by tick. A turn has the commands that every world executes in that tick. */
export class TurnLog {
  readonly #turns = new Map<number, readonly Entry[]>();
  /** The oldest turn that is kept. */
  oldest: number;
  /** The turn after the last. */
  next: number;

  constructor(next = 0) {
    this.oldest = next;
    this.next = next;
  }

  push(entries: readonly Entry[]): void {
    this.#turns.set(this.next++, entries);
  }

  /** Forgets the turns before a tick. */
  forget(tick: number): void {
    while (this.oldest < Math.min(tick, this.next)) this.#turns.delete(this.oldest++);
  }

  /** The commands of a turn; undefined if it is not kept, or not known yet. */
  at(tick: number): readonly Entry[] | undefined {
    return this.#turns.get(tick);
  }
}
