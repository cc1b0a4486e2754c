import { listObstacles, type World } from '@skein/core';
import type { StandingObstacle } from '@skein/core/describe';
import { isLight } from '../light/is-light.ts';
import { Births } from './births.ts';
import { DrawnAgents } from './drawn-agents.ts';
import { DrawnField } from './drawn-field.ts';
import { DrawnScalar } from './drawn-scalar.ts';
import { Paint } from './paint.ts';
import { MAX_POSED, Poses } from './poses.ts';
import { Relief } from './relief.ts';
import { TrailRecorder } from './trail-recorder.ts';

/** Trails fade out over this time, s. */
export const TRAIL_SECONDS = 1.8;
/** Distance between the joints of a trail, at most, m. */
const TRAIL_SPACING = 0.55;
/** Segments of all trails together; bounds the memory of a scene with very many beams. */
const MAX_SEGMENTS = 65_536;

/**
 * What is drawn: the last finished state, as it was then.
 *
 * The views of a world show whatever the threads have published last, and move on while they run.
 * So everything that is drawn is copied between two runs, or packed by the threads at the end of one, and
 * drawing never looks at the world: neither waits for the other.
 */
export class DrawnState {
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
  /** Flow fields of the map. */
  readonly fields: readonly DrawnField[];
  /** Scalar fields of the plane. */
  readonly scalars: readonly DrawnScalar[];
  readonly trails: TrailRecorder;
  readonly births: Births;
  /** How bodies stand; undefined where there are too many of them. */
  readonly poses: Poses | undefined;
  readonly paint: Paint;
  /** The ground, in scenes with a height map: agents and targets stand on it. */
  readonly relief: Relief | undefined;
  /** Changes with every copy, so that a layer uploads a state once. */
  version = 0;

  readonly #dt: number;

  constructor(world: World) {
    const { scenario, count, views } = world;
    this.targets = new Float32Array(scenario.targets.length * 3);
    this.mapCost = new Uint8Array(views.mapCost.length);
    this.#dt = scenario.dt;
    this.relief = Relief.of(world);
    this.agents = new DrawnAgents(world, this.relief);
    this.trails = new TrailRecorder(world, {
      leaves: scenario.species.map((one) => isLight(scenario, one)),
      seconds: TRAIL_SECONDS,
      spacing: TRAIL_SPACING,
      maxSegments: MAX_SEGMENTS,
      relief: this.relief,
    });
    this.births = new Births(world);
    this.fields = DrawnField.allOf(world);
    this.scalars = DrawnScalar.allOf(world);
    this.poses = count <= MAX_POSED ? new Poses(world) : undefined;
    this.paint = new Paint(world, this);
    this.copyFrom(world);
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
    const n = countLiving(status);
    this.agents.copyFrom(world, n, packed);
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
    for (const field of this.fields) field.copyFrom(world);
    for (const field of this.scalars) field.copyFrom(world);
    this.poses?.copyFrom(world, n);
    this.paint.copyFrom(world, n);
    this.trails.copyFrom(world);
    this.births.copyFrom(world);
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
