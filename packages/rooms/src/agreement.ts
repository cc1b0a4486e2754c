import { PATIENCE_MS } from './limits.ts';

/** Decides which hash of a tick is right: that of the room, or that of more than half of the guests. */
export class Agreement {
  readonly #byGuests: boolean;
  readonly #most: number;
  readonly #agreed = new Map<number, string>();
  /** The hashes of each guest, by tick. */
  readonly #heard = new Map<number, Map<number, string>>();
  readonly #split = new Set<number>();
  readonly #distrusted = new Set<number>();
  #askedAt = 0;
  /** The guest that was asked last. */
  #last = 0;
  /** The guest that is asked for a snapshot. */
  asked: number | undefined;

  /** @param most of how many ticks hashes are kept */
  constructor(byGuests: boolean, most: number) {
    this.#byGuests = byGuests;
    this.#most = most;
  }

  decide(tick: number, hash: string): void {
    this.#agreed.set(tick, hash);
    prune(this.#agreed, this.#most);
  }

  /** Takes the hashes of a guest. */
  hear(guest: number, hashes: readonly (readonly [number, string])[]): void {
    // A guest that has told no hash yet has no vote.
    if (hashes.length === 0) return;
    let heard = this.#heard.get(guest);
    if (heard === undefined) {
      heard = new Map();
      this.#heard.set(guest, heard);
    }
    for (const [tick, hash] of hashes) heard.set(tick, hash);
    prune(heard, this.#most);
    if (!this.#byGuests) return;
    for (const [tick] of hashes) {
      if (this.#agreed.has(tick)) continue;
      for (const [hash, votes] of this.#votesAt(tick)) {
        if (2 * votes > this.#heard.size) this.decide(tick, hash);
      }
    }
  }

  /** Whether all guests have told their hash of a tick, and none is that of most. True only once for each tick. */
  isSplitAt(tick: number, guests: number): boolean {
    if (!this.#byGuests || this.#agreed.has(tick) || this.#split.has(tick)) return false;
    const votes = [...this.#votesAt(tick).values()].reduce((sum, count) => sum + count, 0);
    if (votes < guests || guests < 2) return false;
    this.#split.add(tick);
    if (this.#split.size > this.#most) this.#split.delete([...this.#split][0]);
    return true;
  }

  agreedAt(tick: number): string | undefined {
    return this.#agreed.get(tick);
  }

  hashOf(guest: number, tick: number): string | undefined {
    return this.#heard.get(guest)?.get(tick);
  }

  /** Forgets the hashes of a guest that has left, or has another world now. */
  forget(guest: number): void {
    this.#heard.delete(guest);
  }

  /** Asks no guest for a snapshot again that gave a wrong one. */
  distrust(guest: number): void {
    this.#distrusted.add(guest);
  }

  /**
   * Asks for a snapshot: another guest than `guest` whose last hash is right, and the one that gave the last if it can be. One
   * that has not given its snapshot after a while is passed over.
   */
  ask(guest: number, guests: readonly number[], now: number): void {
    if (this.asked !== undefined && now - this.#askedAt < PATIENCE_MS) return;
    const able = guests.filter((one) => {
      if (one === guest || this.#distrusted.has(one)) return false;
      const heard = [...(this.#heard.get(one) ?? [])].filter(([tick]) => this.#agreed.has(tick));
      const last = heard.at(-1);
      return last !== undefined && this.#agreed.get(last[0]) === last[1];
    });
    const from = this.#last + (this.asked === undefined ? 0 : 1);
    this.asked = able.find((one) => one >= from) ?? able[0];
    this.#last = this.asked ?? this.#last;
    this.#askedAt = now;
  }

  #votesAt(tick: number): Map<string, number> {
    const votes = new Map<string, number>();
    for (const heard of this.#heard.values()) {
      const hash = heard.get(tick);
      if (hash !== undefined) votes.set(hash, (votes.get(hash) ?? 0) + 1);
    }
    return votes;
  }
}

/** Drops the oldest entries. */
function prune(map: Map<number, string>, most: number): void {
  for (const tick of map.keys()) {
    if (map.size <= most) return;
    map.delete(tick);
  }
}
