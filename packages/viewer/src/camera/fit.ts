import { Vector3 } from 'three';
import type { DrawnState } from '../sync/drawn-state.ts';

/** So many agents are looked at to find out where all are. */
const MOST_SAMPLED = 400;
/** This part of the agents at either end of each axis is left out: a few that stray move nothing. */
const STRAYS = 0.02;

/** The room that nearly all living agents take up, as a box; taken anew with each state. */
export class Fit {
  readonly center = new Vector3();
  /** Half the edges of the box, m. */
  readonly half = new Vector3();
  readonly #sorted = new Float32Array(MOST_SAMPLED);
  #version = -1;

  /** @returns whether anybody lives */
  update(state: DrawnState): boolean {
    if (state.living === 0) return false;
    if (state.version === this.#version) return true;
    this.#version = state.version;
    this.#along(state.x, state.living, 'x');
    this.#along(state.y, state.living, 'y');
    this.#along(state.z, state.living, 'z');
    return true;
  }

  #along(column: Float32Array, living: number, axis: 'x' | 'y' | 'z'): void {
    const count = Math.min(living, MOST_SAMPLED);
    const sample = this.#sorted.subarray(0, count);
    for (let k = 0; k < count; k++) sample[k] = column[Math.floor((k * living) / count)];
    sample.sort();
    const left = Math.floor(STRAYS * count);
    const [low, high] = [sample[left], sample[count - 1 - left]];
    this.center[axis] = (low + high) / 2;
    this.half[axis] = (high - low) / 2;
  }
}
