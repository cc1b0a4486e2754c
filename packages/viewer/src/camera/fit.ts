import type { Scenario } from '@skein/core';
import type { SeenState } from '@skein/three/parts';
import { Vector3 } from 'three';
import type { Lens } from './framing.ts';

/** The maximum number of agents whose positions are sampled to find the region where the agents are. */
const MAX_SAMPLED = 400;
/**
 * The fraction of sampled agents that is ignored at each end of each axis, so that a few stray agents do not enlarge
 * the box.
 */
const STRAYS = 0.02;
/**
 * A species with at most this many agents always stays in the picture, because the scene is probably about that
 * species.
 */
const FEW = 8;

const AXES = ['x', 'y', 'z'] as const;

/** The box that contains nearly all living agents. It is updated with each state. */
export class Fit {
  readonly center = new Vector3();
  /** Half the length of the box along each axis, in m. */
  readonly half = new Vector3();
  readonly #samples = {
    x: new Float32Array(MAX_SAMPLED),
    y: new Float32Array(MAX_SAMPLED),
    z: new Float32Array(MAX_SAMPLED),
  };
  readonly #place = new Vector3();
  readonly #low = new Vector3();
  readonly #high = new Vector3();
  /** For each species, whether it has at most `FEW` agents. */
  readonly #few: readonly boolean[];
  #version = -1;

  constructor({ species }: Scenario) {
    this.#few = species.map(({ count }) => count <= FEW);
  }

  /**
   * Updates the box from a state.
   *
   * @returns whether any agent is alive
   */
  update(state: SeenState): boolean {
    if (state.living === 0) return false;
    if (state.version === this.#version) return true;
    this.#version = state.version;
    this.#sample(state);
    if (this.#few.includes(true)) this.#addFew(state);
    this.center.addVectors(this.#low, this.#high).divideScalar(2);
    this.half.subVectors(this.#high, this.#low).divideScalar(2);
    return true;
  }

  #sample({ agents, living }: SeenState): void {
    const count = Math.min(living, MAX_SAMPLED);
    for (let k = 0; k < count; k++) {
      agents.positionInto(this.#place, Math.floor((k * living) / count));
      for (const axis of AXES) this.#samples[axis][k] = this.#place[axis];
    }
    const left = Math.floor(STRAYS * count);
    for (const axis of AXES) {
      const sorted = this.#samples[axis].subarray(0, count).sort();
      this.#low[axis] = sorted[left];
      this.#high[axis] = sorted[count - 1 - left];
    }
  }

  #addFew({ agents, living }: SeenState): void {
    for (let i = 0; i < living; i++) {
      if (!this.#few[agents.speciesAt(i)]) continue;
      agents.positionInto(this.#place, i);
      this.#low.min(this.#place);
      this.#high.max(this.#place);
    }
  }
}

/** Whether the agents of a scene can be anywhere, so that the camera has to find them. */
export function wanders({ bounds, launchers, map, ground, dimensions }: Scenario): boolean {
  if (launchers.length > 0 || map !== undefined || ground !== undefined) return false;
  return bounds.type === 'open' || (bounds.type === 'wrap' && dimensions === 3);
}

/**
 * Returns the distance from which a box is completely visible, in m. `half` is half the length of the box along each
 * axis. In a flat scene, `least` is the minimum for each half length. Otherwise, `least` is the minimum for half the
 * diagonal.
 */
export function distanceToSee(half: Vector3, least: number, flat: boolean, lens: Lens): number {
  const tangent = Math.tan(lens.fov / 2);
  if (flat) {
    const high = Math.max(least, half.y) / tangent;
    return 1.08 * Math.max(high, Math.max(least, half.x) / (tangent * lens.aspect));
  }
  const angle = Math.atan(tangent * Math.min(1, lens.aspect));
  return (0.9 * Math.max(least, half.length())) / Math.sin(angle);
}
