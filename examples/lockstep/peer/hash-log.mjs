import { MAX_HASHES } from '../protocol/limits.mjs';

/** The hashes of the latest ticks of a world, which the server compares. */
export class HashLog {
  /** The number of worlds that this peer has had. */
  life = 0;
  /** The tick from which this peer has stepped the world. */
  since = 0;
  /** @type {string[]} the hashes of the ticks up to `#tick` */
  #hashes = [];
  #tick = 0;

  /**
   * Starts a new world at this tick.
   *
   * @param {number} tick
   */
  begin(tick) {
    this.life++;
    this.since = tick;
    this.#tick = tick;
    this.#hashes = [];
  }

  /** @param {readonly string[]} hashes the hashes of the next ticks */
  add(hashes) {
    this.#hashes.push(...hashes);
    this.#tick += hashes.length;
    const excess = this.#hashes.length - MAX_HASHES;
    if (excess <= 0) return;
    this.#hashes.splice(0, excess);
    this.since += excess;
  }

  /**
   * Returns the message with all hashes from a tick on.
   *
   * @param {number} from
   */
  messageFrom(from) {
    const first = Math.max(from, this.since + 1);
    const hashes = this.#hashes.slice(first - this.since - 1);
    return { kind: 'hashes', life: this.life, since: this.since, first, hashes };
  }
}
