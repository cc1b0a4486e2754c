import { MAX_HASHES } from '../protocol/limits.mjs';

/** @import { Difference } from '../protocol/messages.mjs' */

/**
 * @typedef {{ life: number, next: number, hashes: Map<number, string>, differs: boolean, present: boolean }} Stream the
 * hashes of a peer. Those up to `next` have arrived, and are kept until they are compared
 * @typedef {{ life: number, since: number, first: number, hashes: string[] }} HashMessage
 */

/** How many ticks late the hash of a peer may be before the others decide without it. */
const PATIENCE_TICKS = 300;

/**
 * Compares the hashes of peers tick by tick, without knowing their worlds. The hash that most peers have at a tick is
 * the right one. In a tie, the peer that joined first decides.
 */
export class Agreement {
  /** @type {Map<number, Stream>} by peer, in the order in which they joined */
  #streams = new Map();
  /** @type {Map<number, string>} by tick */
  #agreed = new Map();
  /** The first tick that is not decided yet. */
  #next = 1;
  #newest = 0;
  #onDifference;

  /** @param {(difference: Difference) => void} onDifference called once for each life of a peer */
  constructor(onDifference) {
    this.#onDifference = onDifference;
  }

  /**
   * Adds hashes of a peer.
   *
   * @param {number} peer
   * @param {HashMessage} message
   * @returns {number | undefined} a tick from which the peer must send its hashes again, because some were lost
   */
  take(peer, { life, since, first, hashes }) {
    const stream = this.#streamOf(peer, life, since);
    if (life < stream.life || stream.differs) return undefined;
    stream.next = Math.max(stream.next, since + 1, this.#newest - MAX_HASHES);
    if (first > stream.next) return stream.next;
    for (const hash of hashes.slice(stream.next - first)) {
      this.#newest = Math.max(this.#newest, stream.next);
      stream.hashes.set(stream.next++, hash);
    }
    this.#compare(peer, stream);
    this.decide();
    return undefined;
  }

  /**
   * Sets whether a peer is connected. No decision waits for the hashes of a disconnected peer.
   *
   * @param {number} peer
   * @param {boolean} present
   */
  setPresent(peer, present) {
    this.#streamOf(peer, 0, 0).present = present;
    this.decide();
  }

  /**
   * Whether a hash of a peer was wrong since it last started over.
   *
   * @param {number} peer
   */
  differs(peer) {
    return this.#streams.get(peer)?.differs ?? false;
  }

  /**
   * Returns the right hash of a tick: undefined as long as it is not decided, '' if none is known.
   *
   * @param {number} tick
   */
  hashAt(tick) {
    return tick < this.#next ? (this.#agreed.get(tick) ?? '') : undefined;
  }

  /** Decides each tick for which hashes have arrived from all peers, except those that are too late. */
  decide() {
    for (; this.#next <= this.#newest; this.#next++) {
      const tick = this.#next;
      const votes = [...this.#streams].filter(([, { differs }]) => !differs);
      const late = votes.some(([, { present, next }]) => present && next <= tick);
      if (late && this.#newest - tick < PATIENCE_TICKS) return;
      const found = votes.flatMap(([, { hashes }]) => hashes.get(tick) ?? []);
      if (found.length > 0) this.#agreed.set(tick, mostCommon(found));
      this.#agreed.delete(tick - MAX_HASHES);
      for (const [peer, stream] of votes) this.#compareAt(peer, stream, tick);
    }
  }

  /** @param {number} peer @param {number} life @param {number} since */
  #streamOf(peer, life, since) {
    const known = this.#streams.get(peer);
    if (known !== undefined && life <= known.life) return known;
    const present = known?.present ?? true;
    const stream = { life, next: since + 1, hashes: new Map(), differs: false, present };
    this.#streams.set(peer, stream);
    return stream;
  }

  /** Compares hashes with earlier decisions. @param {number} peer @param {Stream} stream */
  #compare(peer, stream) {
    for (const tick of [...stream.hashes.keys()]) {
      if (tick < this.#next) this.#compareAt(peer, stream, tick);
    }
  }

  /** @param {number} peer @param {Stream} stream @param {number} tick */
  #compareAt(peer, stream, tick) {
    const found = stream.hashes.get(tick);
    const expected = this.#agreed.get(tick);
    stream.hashes.delete(tick);
    if (found === undefined || expected === undefined || found === expected || stream.differs)
      return;
    stream.differs = true;
    stream.hashes.clear();
    this.#onDifference({ peer, life: stream.life, tick, found, expected });
  }
}

/** @param {string[]} hashes not empty; in a tie, the first one is returned */
function mostCommon(hashes) {
  const count = (/** @type {string} */ hash) => hashes.filter((one) => one === hash).length;
  return hashes.reduce((best, hash) => (count(hash) > count(best) ? hash : best));
}
