/** Hashes of a run that were shown on the page, by tick: what a replay of it is compared with. */
export class RunHashes {
  #hashes = new Map<number, string>();

  note(tick: number, hash: string): void {
    this.#hashes.set(tick, hash);
  }

  /** From this tick on the run is another one than before. */
  forgetAfter(tick: number): void {
    for (const known of [...this.#hashes.keys()]) {
      if (known > tick) this.#hashes.delete(known);
    }
  }

  /** Those before a tick, by tick. */
  before(tick: number): { tick: number; hash: string }[] {
    return [...this.#hashes]
      .filter(([at]) => at < tick)
      .sort(([a], [b]) => a - b)
      .map(([at, hash]) => ({ tick: at, hash }));
  }
}
