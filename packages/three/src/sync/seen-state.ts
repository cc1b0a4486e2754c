import { listObstacles, type World } from '@skein/core';
import type { StandingObstacle } from '@skein/core/describe';
import { type AgentRoom, DrawnAgents } from './drawn-agents.ts';
import { Relief } from './relief.ts';

/**
 * A copy of the last finished state, for drawing and for programs to query.
 *
 * The views of a world show the latest published state, and change while the threads run. So everything that is drawn
 * is copied between two runs, or packed by the threads at the end of a run. Drawing never reads the world, so drawing
 * and stepping do not wait for each other.
 */
export class SeenState {
  readonly agents: DrawnAgents;
  tick = 0;
  seconds = 0;
  /** The position of each target: x, y, z, in m. */
  readonly targets: Float32Array;
  /** The cost of each cell of the map; 0 for a wall. */
  readonly mapCost: Uint8Array;
  /** A number that changes with the map; 0 if there is none. */
  mapVersion = 0;
  /** The obstacles at their current positions. */
  obstacles: readonly StandingObstacle[] = [];
  /** A number that changes with the obstacles. */
  obstacleVersion = 0;
  /** The ground, in scenes with a height map. Agents and targets are drawn on it. */
  readonly relief: Relief | undefined;
  /** A number that changes with every copy, so that a layer uploads each state only once. */
  version = 0;
  readonly #dt: number;

  /** @param room the buffers of points of another thread, to share with it */
  constructor(world: World, room?: AgentRoom) {
    const { scenario, views } = world;
    this.targets = new Float32Array(scenario.targets.length * 3);
    this.mapCost = new Uint8Array(views.mapCost.length);
    this.#dt = scenario.dt;
    this.relief = Relief.of(world);
    this.agents = new DrawnAgents(world, this.relief, room);
  }

  /** The number of living agents. They come first in the columns and the points. */
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

  /** Takes the state of the world. If `packed`, the threads have packed its points. Only between runs. */
  copyFrom(world: World, packed = false): void {
    const { status, targetPosition } = world.views;
    this.tick = world.tick;
    this.seconds = world.tick * this.#dt;
    this.agents.copyFrom(world, countLiving(status), packed);
    for (let i = 0; i * 3 < this.targets.length; i++) {
      const { x, y, z } = targetPosition;
      this.targets.set(this.#onGround(x[i], y[i], z[i]), i * 3);
    }
    if (this.mapVersion !== world.views.mapVersion[0]) {
      this.mapVersion = world.views.mapVersion[0];
      this.mapCost.set(world.views.mapCost);
    }
    if (this.obstacleVersion !== world.views.obstacleVersion[0]) {
      this.obstacleVersion = world.views.obstacleVersion[0];
      this.obstacles = listObstacles(world);
    }
    this.version += 1;
  }

  /** The drawn position of a point in the plane. */
  #onGround(x: number, y: number, z: number): [number, number, number] {
    return [x, y, this.relief?.heightAt(x, y) ?? z];
  }
}

/** Counts the living agents, which come before the dead. It searches backward, since there are usually few dead. */
export function countLiving(status: Uint8Array): number {
  let n = status.length;
  while (n > 0 && status[n - 1] === 0) n -= 1;
  return n;
}
