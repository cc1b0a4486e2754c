import type { CommandInput } from '@skein/core';
import type { Edit } from './edit.ts';

/**
 * Agents in the form that commands take: ids, positions (m) and velocities (m/s). Positions and velocities have x, y
 * and z of each agent in turn.
 */
export interface Agents {
  readonly ids: readonly number[];
  readonly positions: readonly number[];
  readonly velocities: readonly number[];
  /** The goals of the agents, in m; absent for species without goals. */
  readonly goals?: readonly number[] | undefined;
}

/** Returns the current id of an agent, given an earlier id. An agent gets a new id when it is erased and restored. */
export type IdNow = (id: number) => number;

/** Adds agents of a species along a stroke of the brush. */
export class PaintEdit implements Edit {
  readonly name: string;
  readonly #species: string;
  readonly #positions: number[] = [];
  readonly #velocities: number[] = [];
  #ids: number[] = [];

  constructor(species: string) {
    this.#species = species;
    this.name = `Painted ${species}`;
  }

  get size(): number {
    return this.#positions.length / 3;
  }

  /** Adds more agents to the edit. Returns the commands that create them. */
  add(positions: readonly number[], velocities: readonly number[]): CommandInput[] {
    this.#positions.push(...positions);
    this.#velocities.push(...velocities);
    return this.#spawn(positions, velocities);
  }

  born(ids: readonly number[]): void {
    this.#ids.push(...ids);
  }

  redo(): CommandInput[] {
    this.#ids = [];
    return this.#spawn(this.#positions, this.#velocities);
  }

  undo(): CommandInput[] {
    const ids = this.#ids;
    return ids.length === 0 ? [] : [{ type: 'remove', ids: [...ids] }];
  }

  #spawn(positions: readonly number[], velocities: readonly number[]): CommandInput[] {
    if (positions.length === 0) return [];
    const species = this.#species;
    return [{ type: 'spawn', species, positions: [...positions], velocities: [...velocities] }];
  }
}

/** Erases agents. Undo creates the same number of agents again, with the same positions and velocities, but new ids. */
export class EraseEdit implements Edit {
  readonly name = 'Erased agents';
  readonly #idNow: IdNow;
  /** The erased agents, by species. */
  readonly #erased = new Map<string, Agents[]>();
  /** The ids that the erased agents had, in the order in which undo creates the agents again. */
  #again: number[] = [];
  readonly #renamed: (from: number, to: number) => void;

  constructor(idNow: IdNow, renamed: (from: number, to: number) => void) {
    this.#idNow = idNow;
    this.#renamed = renamed;
  }

  get size(): number {
    return [...this.#erased.values()].flat().reduce((sum, { ids }) => sum + ids.length, 0);
  }

  /** Adds more agents of one species to the edit. Returns the commands that erase them. */
  add(species: string, agents: Agents): CommandInput[] {
    if (agents.ids.length === 0) return [];
    this.#erased.set(species, [...(this.#erased.get(species) ?? []), agents]);
    return [{ type: 'remove', ids: [...agents.ids] }];
  }

  redo(): CommandInput[] {
    const ids = [...this.#erased.values()].flat().flatMap((agents) => agents.ids.map(this.#idNow));
    return ids.length === 0 ? [] : [{ type: 'remove', ids }];
  }

  undo(): CommandInput[] {
    this.#again = [...this.#erased.values()].flat().flatMap(({ ids }) => [...ids]);
    return [...this.#erased].map(([species, parts]) => {
      const goals = parts.flatMap((part) => part.goals ?? []);
      return {
        type: 'spawn',
        species,
        positions: parts.flatMap((part) => [...part.positions]),
        velocities: parts.flatMap((part) => [...part.velocities]),
        ...(goals.length > 0 && { goals }),
      };
    });
  }

  born(ids: readonly number[]): void {
    ids.forEach((id, k) => {
      const before = this.#again[k];
      if (before !== undefined) this.#renamed(before, id);
    });
  }
}

/** Gives agents new positions and one new velocity. Undo restores their earlier positions and velocities. */
export class PlaceEdit implements Edit {
  readonly name = 'Threw agents';
  readonly #idNow: IdNow;
  readonly #before: Agents;
  #after: Agents;

  constructor(idNow: IdNow, before: Agents) {
    this.#idNow = idNow;
    this.#before = before;
    this.#after = before;
  }

  /**
   * Returns the commands that move the center of the agents to a given point, and give all agents the same velocity.
   * `settle` moves a position that is out of bounds back inside.
   */
  put(
    to: readonly number[],
    velocity: readonly number[],
    settle: (point: readonly number[]) => readonly number[],
  ): CommandInput[] {
    const { ids, positions } = this.#before;
    const middle = middleOf(this.#before);
    this.#after = {
      ids,
      positions: ids.flatMap((_, k) =>
        settle(middle.map((value, axis) => positions[3 * k + axis] - value + to[axis])),
      ),
      velocities: ids.flatMap(() => velocity),
    };
    return this.redo();
  }

  redo(): CommandInput[] {
    return this.#place(this.#after);
  }

  undo(): CommandInput[] {
    return this.#place(this.#before);
  }

  #place({ ids, positions, velocities }: Agents): CommandInput[] {
    if (ids.length === 0) return [];
    return [
      {
        type: 'place',
        ids: ids.map(this.#idNow),
        positions: [...positions],
        velocities: [...velocities],
      },
    ];
  }
}

/** Gives several agents the same goal. Undo restores the earlier goal of each agent. */
export class GoEdit implements Edit {
  readonly name = 'Sent agents';
  readonly #idNow: IdNow;
  readonly #before: Agents;
  readonly #goal: readonly number[];

  constructor(idNow: IdNow, before: Agents, goal: readonly number[]) {
    this.#idNow = idNow;
    this.#before = before;
    this.#goal = goal;
  }

  redo(): CommandInput[] {
    return [{ type: 'go', ids: this.#ids, position: [...this.#goal] }];
  }

  undo(): CommandInput[] {
    return [{ type: 'go', ids: this.#ids, positions: [...(this.#before.goals ?? [])] }];
  }

  get #ids(): number[] {
    return this.#before.ids.map(this.#idNow);
  }
}

/** The mean position of the agents, in m. */
export function middleOf({ ids, positions }: Agents): [number, number, number] {
  const along = (axis: number) =>
    ids.reduce((sum, _, k) => sum + positions[3 * k + axis], 0) / Math.max(1, ids.length);
  return [along(0), along(1), along(2)];
}
