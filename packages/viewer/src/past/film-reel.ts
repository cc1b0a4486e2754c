/** A picture of the run at a tick. */
export interface Shot<Picture> {
  readonly tick: number;
  readonly picture: Picture;
}

/**
 * Pictures of a run, at most a given number, in the order of their ticks. When there are too many, about every second
 * one is dropped, so that the pictures stay evenly spread over the run.
 */
export class FilmReel<Picture> {
  readonly #most: number;
  readonly #drop: (picture: Picture) => void;
  #shots: Shot<Picture>[] = [];
  /** The minimum number of ticks between two pictures. */
  #gap = 1;

  /** `drop` is called with each picture that is no longer kept. */
  constructor(most: number, drop: (picture: Picture) => void) {
    this.#most = most;
    this.#drop = drop;
  }

  get shots(): readonly Shot<Picture>[] {
    return this.#shots;
  }

  /** Whether no picture near this tick is kept yet. */
  wants(tick: number): boolean {
    return this.#shots.every((shot) => Math.abs(shot.tick - tick) >= this.#gap);
  }

  add(tick: number, picture: Picture): void {
    this.#keep([...this.#shots, { tick, picture }].sort((a, b) => a.tick - b.tick));
    if (this.#shots.length <= this.#most) return;
    const ticks = this.#shots.map((shot) => shot.tick);
    this.#gap = 2 * Math.min(...ticks.slice(1).map((tick, k) => tick - ticks[k]));
    let last = Number.NEGATIVE_INFINITY;
    this.#keep(
      this.#shots.filter((shot) => {
        if (shot.tick - last < this.#gap) return false;
        last = shot.tick;
        return true;
      }),
    );
  }

  /** The picture nearest to a tick; undefined if there is none. */
  near(tick: number): Shot<Picture> | undefined {
    return this.#shots.reduce<Shot<Picture> | undefined>(
      (best, shot) =>
        best && Math.abs(best.tick - tick) <= Math.abs(shot.tick - tick) ? best : shot,
      undefined,
    );
  }

  /** Drops the pictures after a tick, because the run continues differently from there. */
  forgetAfter(tick: number): void {
    this.#keep(this.#shots.filter((shot) => shot.tick <= tick));
  }

  clear(): void {
    this.#keep([]);
    this.#gap = 1;
  }

  #keep(shots: Shot<Picture>[]): void {
    const kept = new Set(shots);
    for (const shot of this.#shots) if (!kept.has(shot)) this.#drop(shot.picture);
    this.#shots = shots;
  }
}
