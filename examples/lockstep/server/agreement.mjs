import { MAX_HASHES } from '../protocol/limits.mjs';

/** @import { Difference } from '../protocol/messages.mjs' */

/**
 * @typedef {{ life: number, next: number, hashes: Map<number, string>, differs: boolean, present: boolean }} Stream the
 *   hashes of a peer: those up to `next` have come, and are kept until they were compared
 * @typedef {{ life: number, since: number, first: number, hashes: string[] }} HashMessage
 */

/** Ticks that a peer may be late with its hash before the others decide without it. */
const PATIENCE_TICKS = 300;

/**
 * Compares the hashes of peers, tick by tick. It knows nothing of worlds: what most peers have at a tick is right; of two
 * that are as many, what the peer has that came first.
 */
export class Agreement {
  /** @type {Map<number, Stream>} by peer, in the order in which they came */
  #streams = new Map();
  /** @type {Map<number, string>} by tick */
  #agreed = new Map();
  /** The first tick that is not decided. */
  #next = 1;
  #newest = 0;
  #onDifference;

  /** @param {(difference: Difference) => void} onDifference called once for each life of a peer */
  constructor(onDifference) {
    this.#onDifference = onDifference;
  }

  /**
   * Takes the hashes of a peer.
   *
   * @param {number} peer
   * @param {HashMessage} message
   * @returns {number | undefined} a tick from which its hashes have to be sent again, as some were lost
   */
  take(peer, { life, since, first, hashes }) {
    const stream = this.#streamOf(peer, life, since);
    if (life < stream.life || stream.differs) return undefined;
    stream.next = Math.max(stream.next, since + 1, this.#newest - MAX_HASHES);
    if (first > stream.next) return stream.next;
    for (const hash of hashes.slice(stream.next - first)) stream.hashes.set(stream.next++, hash);
    this.#newest = Math.max(this.#newest, stream.next - 1);
    this.#compare(peer, stream);
    this.decide();
    return undefined;
  }

  /**
   * A peer is connected, or no longer: then nothing waits for its hashes.
   *
   * @param {number} peer
   * @param {boolean} present
   */
  setPresent(peer, present) {
    this.#streamOf(peer, 0, 0).present = present;
    this.decide();
  }

  /**
   * Whether the hash of a peer at a tick is the right one, as far as is known; undefined while it is not.
   *
   * @param {number} peer
   * @param {number} tick
   */
  agrees(peer, tick) {
    const stream = this.#streams.get(peer);
    if (stream === undefined || stream.differs) return false;
    return tick < Math.min(this.#next, stream.next) ? true : undefined;
  }

  /** Decides on each tick whose hashes have come from all peers, or from all that are not too late. */
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

  /** Compares with what was decided before. @param {number} peer @param {Stream} stream */
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

/** @param {string[]} hashes not empty; of those that are as many the first */
function mostCommon(hashes) {
  const count = (/** @type {string} */ hash) => hashes.filter((one) => one === hash).length;
  return hashes.reduce((best, hash) => (count(hash) > count(best) ? hash : best));
}
