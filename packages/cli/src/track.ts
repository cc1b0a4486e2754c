import type { Quaternion, Vector } from './attitude.ts';

/** The samples of one agent in an animation. */
export class Track {
  /** The name of the species. */
  readonly species: string;
  readonly #positions: Float32Array;
  readonly #rotations: Float32Array;
  /** For each sample, 1 if the agent is drawn. */
  readonly #drawn: Uint8Array;
  /** The first sample in which the agent is drawn. */
  readonly #first: number;
  /** The number of samples up to the last one in which the agent is drawn. */
  #length = 0;

  constructor(species: string, first: number, samples: number) {
    this.species = species;
    this.#first = first;
    this.#positions = new Float32Array(3 * samples);
    this.#rotations = new Float32Array(4 * samples);
    this.#drawn = new Uint8Array(samples);
  }

  /** Adds a sample. Without a rotation, the agent faces as before. */
  add(sample: number, position: Vector, rotation: Quaternion | undefined): void {
    this.#hold(sample);
    const before = this.#rotations.subarray(4 * sample - 4, 4 * sample);
    const isFirst = sample === this.#first;
    let turned = rotation ?? (isFirst ? [0, 0, 0, 1] : Array.from(before));
    // Of the two quaternions of a rotation, the one nearer to the last sample, so that no viewer turns the long way.
    const isFar = !isFirst && turned.reduce((sum, part, at) => sum + part * before[at], 0) < 0;
    if (isFar) turned = turned.map((part) => -part);
    this.#positions.set(position, 3 * sample);
    this.#rotations.set(turned, 4 * sample);
    this.#drawn[sample] = 1;
    this.#length = sample + 1;
  }

  /** Whether the agent is drawn in all of the first `samples` samples. */
  isAlwaysDrawn(samples: number): boolean {
    return !this.#drawn.subarray(0, samples).includes(0);
  }

  /** The positions, rotations and sizes of the first `samples` samples. An agent that is not drawn has size 0. */
  values(samples: number): {
    readonly positions: Float32Array;
    readonly rotations: Float32Array;
    readonly scales: Float32Array;
  } {
    this.#hold(samples);
    for (let sample = 0; sample < this.#first; sample++) this.#copy(this.#first, sample);
    const scales = new Float32Array(3 * samples);
    for (let sample = 0; sample < samples; sample++) {
      scales.fill(this.#drawn[sample], 3 * sample, 3 * sample + 3);
    }
    return {
      positions: this.#positions.subarray(0, 3 * samples),
      rotations: this.#rotations.subarray(0, 4 * samples),
      scales,
    };
  }

  /** Lets the agent stay where it was drawn last, up to a sample. */
  #hold(sample: number): void {
    if (this.#length === 0) return;
    for (let at = this.#length; at < sample; at++) this.#copy(this.#length - 1, at);
  }

  #copy(from: number, to: number): void {
    this.#positions.copyWithin(3 * to, 3 * from, 3 * from + 3);
    this.#rotations.copyWithin(4 * to, 4 * from, 4 * from + 4);
  }
}
