/** @import { Entry } from '../protocol/messages.mjs' */

/** The maximum number of turns ahead that are stored. Later ones are requested again when they are needed. */
const MAX_AHEAD = 1000;

/** Puts turns in order, in whatever order they arrive. It drops known turns, and notices gaps. */
export class TurnBuffer {
  /** @type {Map<number, Entry[]>} */
  #held = new Map();
  /** The first turn that has not arrived. All earlier turns are stored or done. */
  next = 0;
  /** The turn after the newest known one. */
  end = 0;

  /** Whether a turn is missing before a known one. */
  get hasGap() {
    return this.next < this.end;
  }

  /**
   * @param {number} first
   * @param {Entry[][]} turns
   * @returns {Entry[][]} the turns that are new
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
   * Removes a turn and returns its commands.
   *
   * @param {number} turn
   * @returns {Entry[] | undefined} undefined if the turn has not arrived
   */
  take(turn) {
    const commands = this.#held.get(turn);
    this.#held.delete(turn);
    return commands;
  }

  /**
   * Continues with another turn, for example after a snapshot.
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
