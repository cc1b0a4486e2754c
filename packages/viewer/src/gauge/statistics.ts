/**
 * Computes the mean and the maximum of a duration over the last frames.
 *
 * A frame may step several ticks to catch up, so it can contain any number of measurements. The window keeps a sum, a
 * count and a maximum for each frame. A frame without measurements also replaces an old frame.
 */
export class FrameWindow {
  readonly frames: number;
  readonly #sum: Float64Array;
  readonly #count: Uint32Array;
  readonly #max: Float64Array;
  #next = 0;

  constructor(frames = 60) {
    this.frames = frames;
    // One more slot for the current frame, beside the `frames` that have ended.
    this.#sum = new Float64Array(frames + 1);
    this.#count = new Uint32Array(frames + 1);
    this.#max = new Float64Array(frames + 1);
  }

  /** Adds a measurement (ms) to the current frame. */
  measure(ms: number): void {
    const i = this.#next;
    this.#max[i] = this.#count[i] === 0 ? ms : Math.max(this.#max[i], ms);
    this.#sum[i] += ms;
    this.#count[i] += 1;
  }

  /** Ends the current frame. The next frame replaces the oldest frame in the window. */
  endFrame(): void {
    this.#next = (this.#next + 1) % this.#sum.length;
    this.#sum[this.#next] = 0;
    this.#count[this.#next] = 0;
    this.#max[this.#next] = 0;
  }

  /** The mean of all measurements in the window, in ms; 0 when there are none. */
  get mean(): number {
    let sum = 0;
    let count = 0;
    for (let i = 0; i < this.#sum.length; i++) {
      sum += this.#sum[i];
      count += this.#count[i];
    }
    return count === 0 ? 0 : sum / count;
  }

  /** The largest measurement in the window, in ms; 0 when there are none. */
  get max(): number {
    let max = 0;
    for (const value of this.#max) max = Math.max(max, value);
    return max;
  }

  clear(): void {
    this.#sum.fill(0);
    this.#count.fill(0);
    this.#max.fill(0);
  }
}
