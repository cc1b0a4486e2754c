import type { World } from '@skein/core';
import type { Relief } from './relief.ts';
import { TrailRing } from './trail-ring.ts';

type Place = readonly [x: number, y: number, z: number];

export interface RecorderOptions {
  /** For each species, by its index: whether its agents leave trails. */
  readonly leaves: readonly boolean[];
  /** How long a trail is visible, in s. */
  readonly seconds: number;
  /** The maximum distance between two joints of a trail, in m. */
  readonly spacing: number;
  /** The maximum number of segments of all trails together. */
  readonly maxSegments: number;
  /** The ground on which the agents of a flat scene are drawn; undefined if there is no height map. */
  readonly relief?: Relief | undefined;
}

const ALIVE = 1;

/** Records the paths of agents from one state of a world to the next. */
export class TrailRecorder {
  readonly ring: TrailRing;
  /** The simulated time of the last recorded state, in s. */
  seconds = 0;
  readonly #dt: number;
  readonly #relief: Relief | undefined;
  readonly #leaves: readonly boolean[];
  /**
   * For each species that launchers fire, the position of its first launcher. The trails of fired agents begin there.
   * Undefined for other species.
   */
  readonly #muzzles: ReadonlyArray<Place | undefined>;
  /** The agents that leave trails: their indices, which never change, and their ids when they were last recorded. */
  readonly #trailing: { readonly index: number; id: number }[] = [];

  constructor({ scenario, count, views }: World, options: RecorderOptions) {
    const { leaves, seconds, spacing, maxSegments, relief } = options;
    this.#dt = scenario.dt;
    this.#relief = relief;
    this.#leaves = leaves;
    this.#muzzles = scenario.species.map((species) => {
      const muzzle = scenario.launchers.find(({ species: fired }) => fired === species.name);
      return muzzle && this.#onGround(...muzzle.position);
    });
    let fastest = 1;
    for (let index = 0; index < count; index++) {
      const place = views.slot[index];
      const kind = views.species[place];
      if (!leaves[kind]) continue;
      fastest = Math.max(fastest, scenario.species[kind].maxSpeed ?? 0);
      this.#trailing.push({ index, id: views.id[place] });
    }
    for (const { speed } of scenario.launchers) fastest = Math.max(fastest, speed);
    const perTick = Math.max(1, Math.ceil((fastest * scenario.dt) / spacing));
    const perAgent = perTick * Math.ceil(seconds / scenario.dt);
    const segments = Math.max(1, this.#trailing.length * perAgent);
    this.ring = new TrailRing(Math.min(maxSegments, segments), spacing);
  }

  /**
   * Extends the trails to the positions of agents in the current state of the world. Call it only while no run is in
   * progress.
   */
  copyFrom(world: World): void {
    this.seconds = world.tick * this.#dt;
    const { id: ids, slot, species, status, birth, position, velocity } = world.views;
    for (const one of this.#trailing) {
      const s = slot[one.index];
      if (status[s] !== ALIVE) continue;
      const id = ids[s];
      const kind = species[s];
      if (id !== one.id) this.ring.end(one.id);
      one.id = id;
      const place = this.#onGround(position.x[s], position.y[s], position.z[s]);
      if (!this.ring.follows(id, birth[s])) {
        if (!this.#leaves[kind]) continue;
        const muzzle = this.#muzzles[kind];
        if (muzzle === undefined) this.ring.begin(id, birth[s], place, this.seconds, kind);
        else this.ring.begin(id, birth[s], muzzle, birth[s] * this.#dt, kind);
        if (muzzle === undefined) continue;
      }
      this.ring.extend(id, place, [velocity.x[s], velocity.y[s], velocity.z[s]], this.seconds);
    }
  }

  /** Ends the trail of an agent at the position and the tick at which the agent ended. */
  end(id: number, place: Place, tick: number): void {
    this.ring.extend(id, this.#onGround(...place), undefined, tick * this.#dt);
    this.ring.end(id);
  }

  /**
   * Returns the position at which a point is drawn. In a scene with a height map, it is at the height of the ground.
   */
  #onGround(x: number, y: number, z: number): Place {
    return [x, y, this.#relief?.heightAt(x, y) ?? z];
  }
}
