import type { World } from '@skein/core';
import { innerOf } from '@skein/core/internal';
import { isZUp } from '@skein/core/read';

/**
 * The maximum number of agents whose poses are computed, because computing more poses takes milliseconds. With more
 * agents, bodies follow their velocities without roll.
 */
export const MAX_POSED = 20_000;

/**
 * The approximate time in which a body turns toward its velocity, in s. This slow turn prevents flicker when the
 * velocity changes suddenly.
 */
const TURN_SECONDS = 0.04;
/** The approximate time that a body takes to roll into or out of a turn, in s. */
const ROLL_SECONDS = 0.18;
/** The inverse of the turning speed at which an agent rolls by 45 degrees, in s/rad. */
const BANK_SECONDS = 0.8;
/** The fraction of the maximum speed below which an agent counts as standing and keeps its direction. */
const STANDING = 0.004;

/** How fast wings and tails beat when the agent is at rest, as a fraction of the full rate. */
export const AT_REST = 0.35;

/**
 * The number of values that are stored for each agent: the direction ahead (x y z), the roll, the direction of the
 * velocity (x y z), and the beat time. The beat time (s) drives the wings or the tail. When these beat at the full
 * rate, the beat time passes as fast as simulated time.
 */
const MEMORY = 8;

/**
 * The poses of bodies: the direction that they face, their roll in turns, and the phase of their wings or tails. Poses
 * are computed from the velocities in consecutive drawn states.
 *
 * The columns are in the order of the drawn state. Values that are kept from state to state are in the order of agent
 * indices, because an index never changes.
 */
export class Poses {
  /**
   * For each agent: a unit vector ahead (x y z), and the roll in rad. Positive roll is toward cross(upright, ahead).
   * `upright` is +z in two dimensions and on a ground, and +y elsewhere.
   */
  readonly pose: Float32Array;
  /** The poses one tick earlier, in the same format as `pose`. */
  readonly before: Float32Array;
  /**
   * For each agent: its beat time, and its current effort, 0 to 1. The beat time (s) drives the wings or the tail. At
   * effort 1, the beat time passes as fast as simulated time.
   */
  readonly beat: Float32Array;
  readonly #memory: Float32Array;
  readonly #birth: Int32Array;
  /** The maximum speed of each species, in m/s. */
  readonly #fastest: Float32Array;
  readonly #dt: number;
  readonly #upright: readonly [number, number, number];
  #tick = 0;

  constructor({ scenario, count }: World) {
    this.pose = new Float32Array(count * 4);
    this.before = new Float32Array(count * 4);
    this.beat = new Float32Array(count * 2);
    this.#memory = new Float32Array(count * MEMORY);
    this.#birth = new Int32Array(count).fill(-1);
    this.#fastest = Float32Array.from(scenario.species, ({ maxSpeed }) => maxSpeed ?? 0);
    this.#dt = scenario.dt;
    this.#upright = isZUp(scenario) ? [0, 0, 1] : [0, 1, 0];
  }

  /**
   * Updates the poses of the living agents to the current state of the world. `living` is the number of these agents.
   * Call it only while no run is in progress.
   */
  copyFrom(world: World, living: number): void {
    const { tick, views, plan } = innerOf(world);
    const { id, birth, species, velocity } = views;
    const ticks = Math.max(0, tick - this.#tick);
    this.#tick = tick;
    const seconds = ticks * this.#dt;
    const turned = 1 - Math.exp(-seconds / TURN_SECONDS);
    const rolled = 1 - Math.exp(-seconds / ROLL_SECONDS);
    const memory = this.#memory;
    for (let i = 0; i < living; i++) {
      const x = velocity.x[i];
      const y = velocity.y[i];
      const z = velocity.z[i];
      const speed = Math.sqrt(x * x + y * y + z * z);
      const kind = species[i];
      if (speed > this.#fastest[kind]) this.#fastest[kind] = speed;
      const fastest = this.#fastest[kind];
      const index = id[i] & plan.ids.indexMask;
      const m = index * MEMORY;
      if (this.#birth[index] !== birth[i]) {
        this.#birth[index] = birth[i];
        this.#begin(m, index, x, y, z, speed);
      }
      const p = i * 4;
      for (let k = 0; k < 4; k++) this.before[p + k] = memory[m + k];
      let roll = 0;
      if (speed > STANDING * fastest) {
        const dx = x / speed;
        const dy = y / speed;
        const dz = z / speed;
        if (seconds > 0) roll = this.#bank(m, dx, dy, dz, seconds);
        memory[m] += (dx - memory[m]) * turned;
        memory[m + 1] += (dy - memory[m + 1]) * turned;
        memory[m + 2] += (dz - memory[m + 2]) * turned;
        memory[m + 4] = dx;
        memory[m + 5] = dy;
        memory[m + 6] = dz;
      }
      memory[m + 3] += (roll - memory[m + 3]) * rolled;
      const effort = fastest > 0 ? speed / fastest : 0;
      memory[m + 7] += seconds * (AT_REST + (1 - AT_REST) * effort);
      for (let k = 0; k < 4; k++) {
        this.pose[p + k] = memory[m + k];
        // Interpolates the pose one tick before, since several ticks may lie between two states.
        if (ticks > 1) {
          this.before[p + k] = memory[m + k] + (this.before[p + k] - memory[m + k]) / ticks;
        }
      }
      this.beat[2 * i] = memory[m + 7];
      this.beat[2 * i + 1] = effort;
    }
  }

  #begin(m: number, index: number, x: number, y: number, z: number, speed: number): void {
    const memory = this.#memory;
    const way = speed > 0 ? 1 / speed : 0;
    memory[m] = way > 0 ? x * way : 1;
    memory[m + 1] = y * way;
    memory[m + 2] = z * way;
    memory[m + 3] = 0;
    for (let k = 0; k < 3; k++) memory[m + 4 + k] = memory[m + k];
    // The golden ratio spreads the beats of consecutive indices evenly.
    memory[m + 7] = (index * 0.618034) % 1;
  }

  /** Computes the roll (rad) that corresponds to the turn since the last state. */
  #bank(m: number, dx: number, dy: number, dz: number, seconds: number): number {
    const memory = this.#memory;
    const [ux, uy, uz] = this.#upright;
    // upright x ahead
    const sx = uy * dz - uz * dy;
    const sy = uz * dx - ux * dz;
    const sz = ux * dy - uy * dx;
    const length = Math.sqrt(sx * sx + sy * sy + sz * sz);
    if (length < 0.05) return 0;
    const aside = (dx - memory[m + 4]) * sx + (dy - memory[m + 5]) * sy + (dz - memory[m + 6]) * sz;
    return Math.atan((aside / length / seconds) * BANK_SECONDS);
  }
}
