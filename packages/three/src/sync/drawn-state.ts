import { listObstacles, type World } from '@skein/core';
import type { StandingObstacle } from '@skein/core/describe';
import { isLight } from '../light/is-light.ts';
import { Births } from './births.ts';
import { DrawnField } from './drawn-field.ts';
import { Paint } from './paint.ts';
import { MOST_POSED, Poses } from './poses.ts';
import { Relief } from './relief.ts';
import { TrailRecorder } from './trail-recorder.ts';

/** Trails fade out over this time, s. */
export const TRAIL_SECONDS = 1.8;
/** Distance between the joints of a trail, at most, m. */
const TRAIL_SPACING = 0.55;
/** Segments of all trails together; bounds the memory of a scene with very many beams. */
const MAX_SEGMENTS = 65_536;

/**
 * What is drawn: a copy of the last finished state.
 *
 * The views of a world show whatever the threads have published last, and move on while they run.
 * So everything that is drawn is copied between two runs, and drawing never looks at the world:
 * neither waits for the other. Columns stay columns, which makes the copy a few plain memory moves.
 */
export class DrawnState {
  readonly x: Float32Array;
  readonly y: Float32Array;
  readonly z: Float32Array;
  readonly vx: Float32Array;
  readonly vy: Float32Array;
  readonly vz: Float32Array;
  /** Index into `scenario.species`. */
  readonly species: Uint8Array;
  readonly id: Uint32Array;
  /** The first `living` entries of the columns are there; what follows is dead. */
  living = 0;
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
  readonly fields: readonly DrawnField[];
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
    this.x = new Float32Array(count);
    this.y = new Float32Array(count);
    this.z = new Float32Array(count);
    this.vx = new Float32Array(count);
    this.vy = new Float32Array(count);
    this.vz = new Float32Array(count);
    this.species = new Uint8Array(count);
    this.id = new Uint32Array(count);
    this.targets = new Float32Array(scenario.targets.length * 3);
    this.mapCost = new Uint8Array(views.mapCost.length);
    this.#dt = scenario.dt;
    this.relief = Relief.of(world);
    this.trails = new TrailRecorder(world, {
      leaves: scenario.species.map((one) => isLight(scenario, one)),
      seconds: TRAIL_SECONDS,
      spacing: TRAIL_SPACING,
      maxSegments: MAX_SEGMENTS,
      relief: this.relief,
    });
    this.births = new Births(world);
    this.fields = DrawnField.allOf(world);
    this.poses = count <= MOST_POSED ? new Poses(world) : undefined;
    this.paint = new Paint(world);
    this.copyFrom(world);
  }

  /** Takes over the world's state. Only between runs. */
  copyFrom(world: World): void {
    const { position, velocity, species, id, status, targetPosition } = world.views;
    this.tick = world.tick;
    this.seconds = world.tick * this.#dt;
    this.living = countLiving(status);
    const n = this.living;
    this.x.set(position.x.subarray(0, n));
    this.y.set(position.y.subarray(0, n));
    this.z.set(position.z.subarray(0, n));
    this.relief?.lift(this, n);
    this.vx.set(velocity.x.subarray(0, n));
    this.vy.set(velocity.y.subarray(0, n));
    this.vz.set(velocity.z.subarray(0, n));
    this.species.set(species.subarray(0, n));
    this.id.set(id.subarray(0, n));
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
