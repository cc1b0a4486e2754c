import { listObstacles, type World } from '@skein/core';
import type { StandingObstacle } from '@skein/core/describe';
import { type AgentRoom, DrawnAgents } from './drawn-agents.ts';
import { Relief } from './relief.ts';

/**
 * The last finished state, as it was then: what programs ask of it.
 *
 * The views of a world show whatever the threads have published last, and move on while they run.
 * So everything that is drawn is copied between two runs, or packed by the threads at the end of one, and
 * drawing never looks at the world: neither waits for the other.
 */
export class SeenState {
  readonly agents: DrawnAgents;
  tick = 0;
  seconds = 0;
  /** x, y, z of each target, m. */
  readonly targets: Float32Array;
  /** Cost of each cell of the map, 0 for a wall. */
  readonly mapCost: Uint8Array;
  /** Changes when the map does; 0 when there is none. */
  mapVersion = 0;
  /** The obstacles as they stand. */
  obstacles: readonly StandingObstacle[] = [];
  /** Changes when any of them does. */
  obstacleVersion = 0;
  /** The ground, in scenes with a height map: agents and targets stand on it. */
  readonly relief: Relief | undefined;
  /** Changes with every copy, so that a layer uploads a state once. */
  version = 0;
  readonly #dt: number;

  /** `room`: where another thread has its points, to be shared with it. */
  constructor(world: World, room?: AgentRoom) {
    const { scenario, views } = world;
    this.targets = new Float32Array(scenario.targets.length * 3);
    this.mapCost = new Uint8Array(views.mapCost.length);
    this.#dt = scenario.dt;
    this.relief = Relief.of(world);
    this.agents = new DrawnAgents(world, this.relief, room);
  }

  /** Living agents: the first so many entries of the columns, and of the points. */
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

  /** Index into `scenario.species`. */
  get species(): Uint8Array {
    return this.agents.columns.species;
  }

  /** Ids of the agents, in the order of the columns. */
  get id(): Uint32Array {
    return this.agents.ids;
  }

  /** Takes over the world's state, whose points the threads have `packed`, or not. Only between runs. */
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

  /** A point of the plane where it is drawn. */
  #onGround(x: number, y: number, z: number): [number, number, number] {
    return [x, y, this.relief?.heightAt(x, y) ?? z];
  }
}

/** Living agents stand before dead ones. Walks back from the end, where the dead are. */
export function countLiving(status: Uint8Array): number {
  let n = status.length;
  while (n > 0 && status[n - 1] === 0) n -= 1;
  return n;
}
