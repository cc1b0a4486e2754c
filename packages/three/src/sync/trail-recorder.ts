import type { World } from '@skein/core';
import type { Relief } from './relief.ts';
import { TrailRing } from './trail-ring.ts';

type Place = readonly [x: number, y: number, z: number];

export interface RecorderOptions {
  /** Whether the agents of a species leave trails, by its index. */
  readonly leaves: readonly boolean[];
  /** How long a trail is to be seen, s. */
  readonly seconds: number;
  /** Distance between the joints of a trail, at most, m. */
  readonly spacing: number;
  /** Segments of all trails together, at most. */
  readonly maxSegments: number;
  /** The ground that agents of the plane are drawn on. */
  readonly relief?: Relief | undefined;
}

const ALIVE = 1;

/** Records the ways that agents fly, from one state of a world to the next. */
export class TrailRecorder {
  readonly ring: TrailRing;
  /** Time of the state that was recorded last, s. */
  seconds = 0;
  readonly #dt: number;
  readonly #relief: Relief | undefined;
  readonly #leaves: readonly boolean[];
  /** By species: the place its trails begin at, where it is fired. */
  readonly #muzzles: ReadonlyArray<Place | undefined>;
  /** The agents that leave trails: where `slot` has their places, and the ids of the lives that were last drawn. */
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

  /** The agents have flown to where the world's state has them. Only between runs. */
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

  /** An agent ended at this place: its trail is drawn up to there. */
  end(id: number, place: Place, tick: number): void {
    this.ring.extend(id, this.#onGround(...place), undefined, tick * this.#dt);
    this.ring.end(id);
  }

  /** A point of the plane where it is drawn. */
  #onGround(x: number, y: number, z: number): Place {
    return [x, y, this.#relief?.heightAt(x, y) ?? z];
  }
}
