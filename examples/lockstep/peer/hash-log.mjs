import { MAX_HASHES } from '../protocol/limits.mjs';

/** The hashes of the last ticks of a world, for the server to compare. */
export class HashLog {
  /** How many worlds this peer has had. */
  life = 0;
  /** The tick from which the world was stepped here. */
  since = 0;
  /** @type {string[]} of the ticks up to `#tick` */
  #hashes = [];
  #tick = 0;

  /**
   * Another world continues from there.
   *
   * @param {number} tick
   */
  begin(tick) {
    this.life++;
    this.since = tick;
    this.#tick = tick;
    this.#hashes = [];
  }

  /**
   * @param {readonly string[]} hashes of the next ticks
   */
  add(hashes) {
    this.#hashes.push(...hashes);
    this.#tick += hashes.length;
    const excess = this.#hashes.length - MAX_HASHES;
    if (excess <= 0) return;
    this.#hashes.splice(0, excess);
    this.since += excess;
  }

  /**
   * The message with all from a tick on.
   *
   * @param {number} from
   */
  messageFrom(from) {
    const first = Math.max(from, this.since + 1);
    const hashes = this.#hashes.slice(first - this.since - 1);
    return { kind: 'hashes', life: this.life, since: this.since, first, hashes };
  }
}
