/** A peer with more unfinished turns than this is not in step. */
const MAX_BEHIND_TURNS = 10;
/** The longest time that the other peers wait for a peer that was in step, in ms. */
const MAX_WAIT_MS = 5000;

/**
 * Tracks how far each peer is, from its hashes. A session is as fast as the slowest peer that is in step. A peer that
 * joins or has stopped does not slow it down. The session is never far ahead of all peers.
 */
export class Slowest {
  /** @type {Map<number, { life: number, turn: number, inStep: boolean }>} by peer */
  #places = new Map();
  /** @type {number | undefined} */
  #waitsSince;

  /**
   * Records that a peer has finished a turn; `end` is the turn after the newest.
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

  /** @param {number} peer a peer that has disconnected */
  forget(peer) {
    this.#places.delete(peer);
  }

  /**
   * Whether the next turn must wait.
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
