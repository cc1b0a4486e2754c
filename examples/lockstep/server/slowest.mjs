/** With more turns before it than this a peer is not in step. */
const MAX_BEHIND_TURNS = 10;
/** The others wait no longer than this for one that was in step, ms. */
const MAX_WAIT_MS = 5000;

/**
 * Where peers are, by their hashes. A session is as fast as the slowest of those that are in step; one that joins, or has
 * stopped, does not hold it up. It is never far ahead of all.
 */
export class Slowest {
  /** @type {Map<number, { life: number, turn: number, inStep: boolean }>} by peer */
  #places = new Map();
  /** @type {number | undefined} */
  #waitsSince;

  /**
   * A peer has done a turn, of turns up to `end`.
   *
   * @param {number} peer
   * @param {{ life: number, turn: number, end: number }} where
   */
  note(peer, { life, turn, end }) {
    const known = this.#places.get(peer);
    if (known !== undefined && (life < known.life || (life === known.life && turn < known.turn)))
      return;
    const wasInStep = known?.life === life && known.inStep;
    this.#places.set(peer, { life, turn, inStep: wasInStep || end - turn <= MAX_BEHIND_TURNS });
  }

  /** @param {number} peer that is connected no longer */
  forget(peer) {
    this.#places.delete(peer);
  }

  /**
   * Whether the next turn has to wait.
   *
   * @param {number} end
   * @param {number} now ms
   */
  mustWait(end, now) {
    const behind = [...this.#places.values()].filter(({ turn }) => end - turn > MAX_BEHIND_TURNS);
    if (behind.length > 0 && behind.length === this.#places.size) return true;
    const late = behind.filter(({ inStep }) => inStep);
    if (late.length === 0) {
      this.#waitsSince = undefined;
      return false;
    }
    this.#waitsSince ??= now;
    if (now - this.#waitsSince < MAX_WAIT_MS) return true;
    for (const place of late) place.inStep = false;
    return false;
  }
}
