/** The hashes that the page has shown during a run, by tick. A replay is compared with these hashes. */
export class RunHashes {
  #hashes = new Map<number, string>();

  note(tick: number, hash: string): void {
    this.#hashes.set(tick, hash);
  }

  /** Removes the hashes after a tick, because the run takes another course after that tick. */
  forgetAfter(tick: number): void {
    for (const known of [...this.#hashes.keys()]) {
      if (known > tick) this.#hashes.delete(known);
    }
  }

  /** The hashes of the ticks before `tick`, in the order of their ticks. */
  before(tick: number): { tick: number; hash: string }[] {
    return [...this.#hashes]
      .filter(([at]) => at < tick)
      .sort(([a], [b]) => a - b)
      .map(([at, hash]) => ({ tick: at, hash }));
  }
}
