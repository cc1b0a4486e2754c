import { listObstacles, type World } from '@skein/core';
import type { StandingObstacle } from '@skein/core/describe';
import { type AgentBuffers, DrawnAgents } from './drawn-agents.ts';
import { Relief } from './relief.ts';

/**
 * A copy of the last finished state. This copy is drawn, and programs can query it.
 *
 * The views of a world show its latest published state, so they change while the threads run. Therefore, everything
 * that is drawn is copied while no run is in progress, or packed by the threads at the end of a run. Drawing never
 * reads the world, so drawing and stepping do not wait for each other.
 */
export class SeenState {
  readonly agents: DrawnAgents;
  tick = 0;
  seconds = 0;
  /** The position of each target: x, y and z, in m. */
  readonly targets: Float32Array;
  /** The cost of each cell of the map. A cost of 0 is a wall. */
  readonly mapCost: Uint8Array;
  /** Whether each link of the ground is open: 1 or 0. */
  readonly linkOpen: Uint8Array;
  /** A number that changes whenever the map, or a link or a cost of the ground, changes; 0 without any. */
  mapVersion = 0;
  /** The obstacles at their current positions. */
  obstacles: readonly StandingObstacle[] = [];
  /** A number that changes whenever the obstacles change. */
  obstacleVersion = 0;
  /** The ground on which agents and targets are drawn; undefined in scenes without a height map. */
  readonly relief: Relief | undefined;
  /**
   * A number that changes with every copied state. By this number, a layer can tell whether it has uploaded the state
   * already.
   */
  version = 0;
  readonly #dt: number;

  /** @param buffers the point buffers that this object shares with another thread */
  constructor(world: World, buffers?: AgentBuffers) {
    const { scenario, views } = world;
    this.targets = new Float32Array(scenario.targets.length * 3);
    this.mapCost = new Uint8Array(views.mapCost.length);
    this.linkOpen = new Uint8Array(views.linkOpen.length);
    this.#dt = scenario.dt;
    this.relief = Relief.of(world);
    this.agents = new DrawnAgents(world, this.relief, buffers);
  }

  /** The number of living agents. They come first in the columns and in the points. */
  get living(): number {
    return this.agents.living;
  }

  get x(): Float32Array {
    return this.agents.columns.x;
  }

  get y(): Float32Array {
    return this.agents.columns.y;
  }

  get z(): Float32Array {
    return this.agents.columns.z;
  }

  get vx(): Float32Array {
    return this.agents.columns.vx;
  }

  get vy(): Float32Array {
    return this.agents.columns.vy;
  }

  get vz(): Float32Array {
    return this.agents.columns.vz;
  }

  /** The species of each agent, as an index into `scenario.species`. */
  get species(): Uint8Array {
    return this.agents.columns.species;
  }

  /** The id of each agent, in the order of the columns. */
  get id(): Uint32Array {
    return this.agents.ids;
  }

  /**
   * Takes the current state of the world. If `packed`, the threads have already packed the points of this state. Call
   * this function only while no run is in progress.
   */
  copyFrom(world: World, packed = false): void {
    const { status, targetPosition } = world.views;
    this.tick = world.tick;
    this.seconds = world.tick * this.#dt;
    this.agents.copyFrom(world, countLiving(status), packed);
    this.#placeTargets(targetPosition);
    if (this.mapVersion !== world.views.mapVersion[0]) {
      this.mapVersion = world.views.mapVersion[0];
      this.mapCost.set(world.views.mapCost);
      this.linkOpen.set(world.views.linkOpen);
    }
    if (this.obstacleVersion !== world.views.obstacleVersion[0]) {
      this.obstacleVersion = world.views.obstacleVersion[0];
      this.obstacles = listObstacles(world);
    }
    this.version += 1;
  }

  /** Moves on to a state of which only a graphics card has the agents. The agents here stay at an earlier state. */
  skipTo(tick: number, targets: Readonly<Record<'x' | 'y' | 'z', Float32Array>>): void {
    this.tick = tick;
    this.seconds = tick * this.#dt;
    this.#placeTargets(targets);
  }

  #placeTargets({ x, y, z }: Readonly<Record<'x' | 'y' | 'z', Float32Array>>): void {
    for (let i = 0; i * 3 < this.targets.length; i++) {
      this.targets.set(this.#onGround(x[i]!, y[i]!, z[i]!), i * 3);
    }
  }

  /**
   * Returns the position at which a point is drawn. In a scene with a height map, it is at the height of the ground.
   */
  #onGround(x: number, y: number, z: number): [number, number, number] {
    return [x, y, this.relief?.heightAt(x, y) ?? z];
  }
}

/**
 * Counts the living agents, which come before the dead ones. It counts from the end, because there are usually few dead
 * agents.
 */
export function countLiving(status: Uint8Array): number {
  let n = status.length;
  while (n > 0 && status[n - 1] === 0) n -= 1;
  return n;
}
