import type { Scenario } from '@skein/core';
import type { DrawnState } from '@skein/three/parts';
import { Vector3 } from 'three';
import type { Lens } from './framing.ts';

/** So many agents are looked at to find out where all are. */
const MOST_SAMPLED = 400;
/** This part of the agents at either end of each axis is left out: a few that stray move nothing. */
const STRAYS = 0.02;
/** Of species of so few agents nobody is left out: the scene is about them. */
const FEW = 8;

type Axis = 'x' | 'y' | 'z';

/** The room that nearly all living agents take up, as a box; taken anew with each state. */
export class Fit {
  readonly center = new Vector3();
  /** Half the edges of the box, m. */
  readonly half = new Vector3();
  readonly #sorted = new Float32Array(MOST_SAMPLED);
  /** By species: whether it has few agents. */
  readonly #few: readonly boolean[];
  #version = -1;

  constructor({ species }: Scenario) {
    this.#few = species.map(({ count }) => count <= FEW);
  }

  /** @returns whether anybody lives */
  update(state: DrawnState): boolean {
    if (state.living === 0) return false;
    if (state.version === this.#version) return true;
    this.#version = state.version;
    this.#along(state, 'x');
    this.#along(state, 'y');
    this.#along(state, 'z');
    return true;
  }

  #along(state: DrawnState, axis: Axis): void {
    const { [axis]: column, living, species } = state;
    const count = Math.min(living, MOST_SAMPLED);
    const sample = this.#sorted.subarray(0, count);
    for (let k = 0; k < count; k++) sample[k] = column[Math.floor((k * living) / count)];
    sample.sort();
    const left = Math.floor(STRAYS * count);
    let low = sample[left];
    let high = sample[count - 1 - left];
    for (let i = 0; i < living; i++) {
      if (!this.#few[species[i]]) continue;
      low = Math.min(low, column[i]);
      high = Math.max(high, column[i]);
    }
    this.center[axis] = (low + high) / 2;
    this.half[axis] = (high - low) / 2;
  }
}

/** Whether agents may be anywhere in a scene, so that the camera has to look where they are. */
export function wanders({ bounds, launchers, map, dimensions }: Scenario): boolean {
  if (launchers.length > 0 || map !== undefined) return false;
  return bounds.type === 'open' || (bounds.type === 'wrap' && dimensions === 3);
}

/** How far off a box of such half edges is seen whole, and no less than `least` of the scene, m. */
export function distanceToSee(half: Vector3, least: number, flat: boolean, lens: Lens): number {
  const tangent = Math.tan(lens.fov / 2);
  if (flat) {
    const high = Math.max(least, half.y) / tangent;
    return 1.08 * Math.max(high, Math.max(least, half.x) / (tangent * lens.aspect));
  }
  const angle = Math.atan(tangent * Math.min(1, lens.aspect));
  return (0.9 * Math.max(least, half.length())) / Math.sin(angle);
}
