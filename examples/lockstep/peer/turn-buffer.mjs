/** @import { Entry } from '../protocol/messages.mjs' */

/** Turns further ahead than this are not held: they can be asked for when their time comes. */
const MAX_AHEAD = 1000;

/** Puts turns in order, whatever order they come in: one that came before is dropped, a gap is known. */
export class TurnBuffer {
  /** @type {Map<number, Entry[]>} */
  #held = new Map();
  /** The first turn that has not come, all before being there or done. */
  next = 0;
  /** The turn after the newest that is known of. */
  end = 0;

  /** Whether turns are missing before one that is known of. */
  get hasGap() {
    return this.next < this.end;
  }

  /**
   * @param {number} first
   * @param {Entry[][]} turns
   * @returns {Entry[][]} those that were not known before
   */
  put(first, turns) {
    const fresh = turns.filter((commands, k) => {
      const turn = first + k;
      if (turn < this.next || turn >= this.next + MAX_AHEAD || this.#held.has(turn)) return false;
      this.#held.set(turn, commands);
      return true;
    });
    this.end = Math.max(this.end, first + turns.length);
    while (this.#held.has(this.next)) this.next++;
    return fresh;
  }

  /**
   * Takes out the commands of a turn.
   *
   * @param {number} turn
   * @returns {Entry[] | undefined} undefined when it has not come
   */
  take(turn) {
    const commands = this.#held.get(turn);
    this.#held.delete(turn);
    return commands;
  }

  /**
   * Continues with another turn, as after a snapshot.
   *
   * @param {number} turn
   */
  continueFrom(turn) {
    for (const held of this.#held.keys()) if (held < turn) this.#held.delete(held);
    this.next = turn;
    while (this.#held.has(this.next)) this.next++;
    this.end = Math.max(this.end, this.next);
  }
}
