import { listObstacles, type World } from '@skein/core';
import type { StandingObstacle } from '@skein/core/describe';
import { Births } from './births.ts';
import { DrawnField } from './drawn-field.ts';
import { Paint } from './paint.ts';
import { MOST_POSED, Poses } from './poses.ts';
import { Relief } from './relief.ts';
import { Trails } from './trails.ts';

/** Trails fade out over this time, s. */
export const TRAIL_SECONDS = 1.8;
/** Distance between the joints of a trail, at most, m. */
const TRAIL_SPACING = 0.55;
/** Segments of all trails together; bounds the memory of a scene with very many beams. */
const MAX_SEGMENTS = 65_536;

const ALIVE = 1;

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
  readonly trails: Trails;
  readonly births: Births;
  /** How bodies stand; undefined where there are too many of them. */
  readonly poses: Poses | undefined;
  readonly paint: Paint;
  /** The ground, in scenes with a height map: agents and targets stand on it. */
  readonly relief: Relief | undefined;
  /** Changes with every copy, so that a layer uploads a state once. */
  version = 0;

  readonly #dt: number;
  /** For each species: the place its trails begin at, or undefined when it leaves none. */
  readonly #muzzles: ReadonlyArray<readonly [number, number, number] | undefined>;
  /** The agents that leave trails: where `slot` has their places, and the ids of the lives that were last drawn. */
  readonly #trailing: { readonly index: number; id: number }[] = [];

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
    this.#muzzles = scenario.species.map((species) => {
      const muzzle = scenario.launchers.find(({ species: fired }) => fired === species.name);
      return muzzle && this.#onGround(...muzzle.position);
    });
    if (scenario.launchers.length > 0) {
      for (let index = 0; index < count; index++) {
        const place = views.slot[index];
        if (this.#muzzles[views.species[place]] === undefined) continue;
        this.#trailing.push({ index, id: views.id[place] });
      }
    }
    const fastest = Math.max(1, ...scenario.launchers.map((launcher) => launcher.speed));
    const perTick = Math.max(1, Math.ceil((fastest * scenario.dt) / TRAIL_SPACING));
    const perBeam = perTick * Math.ceil(TRAIL_SECONDS / scenario.dt);
    const segments = Math.min(MAX_SEGMENTS, Math.max(1, this.#trailing.length * perBeam));
    this.trails = new Trails(segments, TRAIL_SPACING);
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
    this.#drawTrails(world);
    this.births.copyFrom(world);
    this.version += 1;
  }

  /** An agent ended at this place: its trail is drawn up to there. */
  endTrail(id: number, place: readonly [number, number, number], tick: number): void {
    this.trails.extend(id, this.#onGround(...place), undefined, tick * this.#dt);
    this.trails.end(id);
  }

  /** A point of the plane where it is drawn. */
  #onGround(x: number, y: number, z: number): [number, number, number] {
    return [x, y, this.relief?.heightAt(x, y) ?? z];
  }

  #drawTrails(world: World): void {
    const { id: ids, slot, species, status, birth, position, velocity } = world.views;
    for (const one of this.#trailing) {
      const s = slot[one.index];
      if (status[s] !== ALIVE) continue;
      const id = ids[s];
      if (id !== one.id) this.trails.end(one.id);
      one.id = id;
      if (!this.trails.follows(id, birth[s])) {
        const muzzle = this.#muzzles[species[s]];
        if (muzzle === undefined) continue;
        this.trails.begin(id, birth[s], muzzle, birth[s] * this.#dt, species[s]);
      }
      this.trails.extend(
        id,
        this.#onGround(position.x[s], position.y[s], position.z[s]),
        [velocity.x[s], velocity.y[s], velocity.z[s]],
        this.seconds,
      );
    }
  }
}

/** Living agents stand before dead ones. Walks back from the end, where the dead are. */
export function countLiving(status: Uint8Array): number {
  let n = status.length;
  while (n > 0 && status[n - 1] === 0) n -= 1;
  return n;
}
