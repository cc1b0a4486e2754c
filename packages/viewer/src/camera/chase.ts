import type { SeenState } from '@skein/three/parts';
import { Vector3 } from 'three';

/** How fast the camera swings around to stay behind an agent that turns, in 1/s. */
const SWING = 2.5;

/**
 * Keeps the camera behind and above one agent, which stays in the middle of the picture. In a flat scene, the camera
 * stays above the agent.
 */
export class Chase {
  readonly eye = new Vector3();
  readonly look = new Vector3();
  /** The distance from the camera to the agent, in m. */
  distance = 10;
  flat = false;
  #id: number | undefined;
  #place = -1;
  #version = -1;
  readonly #ahead = new Vector3(0, 0, 1);
  readonly #way = new Vector3();

  /** The id of the followed agent. */
  get id(): number | undefined {
    return this.#id;
  }

  /** Stops following the agent. The next agent to follow is then chosen as if no agent had been followed before. */
  forget(): void {
    this.#id = undefined;
    this.#place = -1;
    this.#version = -1;
  }

  /**
   * Moves the camera with the agent of id `wanted`. If that agent is dead, the camera keeps the agent that it followed
   * before. If both are dead, the camera takes the living agent with the next higher id. `lag` is the time from the
   * drawn moment to the state, in s.
   *
   * @returns whether the camera now follows a different agent than before this call
   */
  update(state: SeenState, wanted: number | undefined, lag: number, seconds: number): boolean {
    const before = this.#id;
    if (this.#version !== state.version || (wanted !== undefined && wanted !== this.#id)) {
      this.#version = state.version;
      this.#find(state, wanted);
    }
    const i = this.#place;
    if (i < 0) return false;
    state.agents.velocityInto(this.#way, i);
    state.agents.positionInto(this.look, i).addScaledVector(this.#way, -lag);
    if (this.flat) {
      this.eye.copy(this.look).addScaledVector(ABOVE, this.distance);
      return before !== this.#id;
    }
    if (this.#way.lengthSq() > 1e-8) {
      this.#way.normalize();
      const share = before === this.#id ? 1 - Math.exp(-SWING * seconds) : 1;
      this.#ahead.lerp(this.#way, share);
      if (this.#ahead.lengthSq() < 1e-4) this.#ahead.copy(this.#way);
      this.#ahead.normalize();
    }
    this.eye.copy(this.look).addScaledVector(this.#ahead, -this.distance);
    this.eye.y += 0.4 * this.distance;
    return before !== this.#id;
  }

  #find(state: SeenState, wanted: number | undefined): void {
    const living = state.id.subarray(0, state.living);
    this.#place = wanted === undefined ? -1 : living.indexOf(wanted);
    if (this.#place < 0 && this.#id !== undefined) this.#place = living.indexOf(this.#id);
    if (this.#place < 0) this.#place = nextAfter(living, wanted ?? this.#id ?? -1);
    if (this.#place >= 0) this.#id = living[this.#place];
  }
}

/** The direction from which a flat scene is seen: slightly tilted, so that heights and walls are visible. */
const ABOVE = new Vector3(0, -0.45, 1.6);

/**
 * Finds the lowest id above `id`, and returns its index in `ids`. If no id is above `id`, finds the lowest of all ids.
 * If there are no ids, returns -1.
 */
function nextAfter(ids: Uint32Array, id: number): number {
  let [next, first] = [-1, -1];
  for (let i = 0; i < ids.length; i++) {
    if (first < 0 || ids[i] < ids[first]) first = i;
    if (ids[i] > id && (next < 0 || ids[i] < ids[next])) next = i;
  }
  return next < 0 ? first : next;
}
