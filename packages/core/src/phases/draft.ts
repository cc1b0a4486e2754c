import { nextId } from '../world/ids.ts';
import type { State } from '../world/layout.ts';
import { STATUS } from '../world/status.ts';
import type { SharedWorld } from '../world/world.ts';
import { Births } from './births.ts';

/** A position (m), in f32. */
export type Position = readonly [x: number, y: number, z: number];

/**
 * The world of tick t, as the commands of this tick have changed it so far. Commands act in the order in which they
 * were given: each of them sees what the earlier ones did, but not the step from t to t + 1.
 *
 * A draft depends only on the front state and on commands. So each worker computes it by itself, and all workers have
 * the same draft at the same command. It holds only what a later command can see: which agents live, where commands have
 * put them, the targets at which launchers point, parameters, and the map.
 */
export class Draft {
  readonly world: SharedWorld;
  readonly births: Births;
  /**
   * Whether a later command of the tick, or the births by laws, can see what the current command does to agents. If
   * not, the draft needs no entries of the command.
   */
  isSeen = true;
  /** Whether a later command of the tick chooses agents by their positions. */
  isLookedAt = true;
  /** Whether a later command of the tick creates agents. */
  isBornInto = true;
  /** The places whose agents of the front state were ended, by `remove` or by a birth in their place. */
  readonly #ended = new Set<number>();
  /** The places whose agents of the front state were ended by `remove`. */
  readonly #removed = new Set<number>();
  /** The places with newborn agents. The value is the number of the birth in this draft. */
  readonly #born = new Map<number, number>();
  /** The places for which this draft has had a newborn agent, even if that agent has ended. */
  readonly #filled = new Set<number>();
  /** The positions of the agents that commands have placed or created. */
  readonly #positions = new Map<number, Position>();
  /** For each species, its newborn agents of earlier commands, oldest first. */
  readonly #newest: readonly Queue[];
  #count = 0;
  #front: State | undefined;

  constructor(world: SharedWorld) {
    this.world = world;
    this.births = new Births(world, (place) => this.#ended.has(place));
    this.#newest = world.plan.species.map(() => ({ list: [], first: 0 }));
  }

  /**
   * The front state with the targets, parameters and the map that commands have changed. It is the front state itself
   * until the first change.
   */
  get front(): State {
    return this.#front ?? this.world.front;
  }

  /** The front state with copies of the columns with these names, for a command to change. */
  changed<Name extends keyof State>(...names: readonly Name[]): State {
    const { front } = this.world;
    const state = { ...(this.#front ?? front) } as Record<Name, unknown>;
    for (const name of names) {
      if (state[name] === front[name]) state[name] = copyOf(front[name]);
    }
    this.#front = state as unknown as State;
    return this.#front;
  }

  /** Whether an agent lives at this place. */
  isAlive(place: number): boolean {
    if (this.#born.has(place)) return true;
    return this.world.front.status[place] !== STATUS.dead && !this.#ended.has(place);
  }

  /** Whether the agent at this place was created by a command of this tick. */
  isNewborn(place: number): boolean {
    return this.#born.has(place);
  }

  /** Whether the command `remove` has ended the agent at this place of the front state. */
  isRemoved(place: number): boolean {
    return this.#removed.has(place);
  }

  /** The id of the agent at this place. */
  idOf(place: number): number {
    const { front, plan } = this.world;
    return this.#born.has(place) ? nextId(plan.ids, front.id[place]) : front.id[place];
  }

  /** The position (m) that a command has given to the agent at this place; undefined if none has. */
  positionOf(place: number): Position | undefined {
    return this.#positions.get(place);
  }

  /** The places at or after `from` with newborn agents. */
  newbornFrom(from: number): number[] {
    return [...this.#born.keys()].filter((place) => place >= from);
  }

  /** Puts the agent at this place at a position (m). */
  put(place: number, x: number, y: number, z: number): void {
    if (!this.isLookedAt) return;
    this.#positions.set(place, [Math.fround(x), Math.fround(y), Math.fround(z)]);
  }

  /** Ends the agents at these places. Their places are free for births by later commands. */
  remove(places: ReadonlySet<number>): void {
    if (!this.isSeen) return;
    for (const place of places) {
      if (!this.#born.delete(place)) this.#removed.add(place);
      this.#ended.add(place);
      this.#positions.delete(place);
    }
    this.births.empty(places);
  }

  /**
   * Creates agents of a species. If there is no room for all of them, creates fewer. An agent takes an empty place. If
   * there is none and the species recycles, it takes the place of the oldest agent.
   *
   * @param visit called with the place of each newborn agent, and its index among the newborn agents of the command.
   * `again` tells whether another agent was born at this place in the same tick, and has ended
   * @returns the number of newborn agents, and how many of them replace a living agent
   */
  bear(
    species: number,
    count: number,
    visit: (place: number, k: number, again: boolean) => void,
  ): { readonly born: number; readonly recycled: number } {
    const { recycles } = this.world.plan.species[species];
    const newborn: Newborn[] = [];
    let recycled = 0;
    let k = 0;
    for (; k < count; k++) {
      let place = this.births.next(species);
      if (place < 0 && recycles) place = this.#oldestNewborn(species);
      if (place < 0) break;
      if (this.isAlive(place)) recycled++;
      const again = this.#filled.has(place);
      if (this.isSeen) {
        this.#filled.add(place);
        this.#ended.add(place);
        this.#positions.delete(place);
        this.#born.set(place, ++this.#count);
        newborn.push({ place, birth: this.#count });
      }
      visit(place, k, again);
    }
    if (recycles && newborn.length > 0) this.#age(species, newborn);
    return { born: k, recycled };
  }

  /** Adds the newborn agents of a command, which are as old as each other. The lowest index comes first. */
  #age(species: number, newborn: Newborn[]): void {
    const { front, plan } = this.world;
    const indexOf = ({ place }: Newborn): number => front.id[place] & plan.ids.indexMask;
    newborn.sort((a, b) => indexOf(a) - indexOf(b));
    for (const one of newborn) this.#newest[species].list.push(one);
  }

  /** The place of the oldest newborn agent of a species; -1 if there is none. */
  #oldestNewborn(species: number): number {
    const queue = this.#newest[species];
    while (queue.first < queue.list.length) {
      const { place, birth } = queue.list[queue.first++];
      // A later command may have ended it.
      if (this.#born.get(place) === birth) return place;
    }
    return -1;
  }
}

interface Newborn {
  readonly place: number;
  readonly birth: number;
}

/** A list whose entries before `first` have been taken. */
interface Queue {
  readonly list: Newborn[];
  first: number;
}

function copyOf(column: State[keyof State]): unknown {
  if (ArrayBuffer.isView(column)) return (column as Float32Array).slice();
  return Object.fromEntries(Object.entries(column).map(([axis, plane]) => [axis, plane.slice()]));
}
