import {
  type CreateOptions,
  command,
  createWorld,
  parseScenario,
  type Scenario,
  tick,
  type World,
} from '@skein/core';
import { defineLaw, select, uint } from '@skein/core/laws';

/** The comparison of ABM frameworks uses the model in several sizes. These parameters differ between the sizes. */
export interface Town {
  readonly edge: number;
  /** The number of people in both groups together. Each group has half of them. */
  readonly people: number;
  /** How far each person looks, in cells along each axis. */
  readonly reach: number;
  /** How many neighbors of the same group make a person happy. */
  readonly enough: number;
}

export const TOWNS: readonly (Town & { readonly size: string })[] = [
  { size: 'small', edge: 40, people: 1000, reach: 1, enough: 3 },
  { size: 'large', edge: 100, people: 8000, reach: 2, enough: 8 },
];

/** The number of steps that the comparison declares. */
export const STEPS = 20;

const person = defineLaw({
  name: 'person',
  description: 'Is happy for good once it sees enough others.',
  parameters: {
    sight: { unit: 'm', default: 1.5, min: 0, max: 100, description: 'How far it looks.' },
    enough: { unit: '1', default: 3, min: 0, max: 1e3, description: 'How many make it happy.' },
  },
  columns: { happy: { type: 'u32', max: 1 } },
  next({ self, neighbors, tick: now, parameters: { sight, enough } }) {
    // They do not look in the ticks in which some move: a radius below 0 reaches no neighbors.
    const looks = now.bitAnd(1).equal(0);
    const seen = neighbors.within(select(looks, sight, -1)).count();
    const turnsHappy = looks.and(seen.greaterThanEqual(enough));
    return { happy: select(turnsHappy, uint(1), self.happy) };
  },
});

/** Chooses `count` numbers of a list at random. Moves them to the beginning of the list, in random order. */
function draw(list: number[], count: number, random: () => number): void {
  for (let k = 0; k < count; k++) {
    const other = k + Math.floor((list.length - k) * random());
    [list[k], list[other]] = [list[other], list[k]];
  }
}

function scenarioOf({ edge, reach, enough }: Town, homes: readonly number[]): Scenario {
  const group = (name: string, own: readonly number[]) => ({
    name,
    count: own.length,
    spawn: {
      type: 'points',
      positions: own.map((cell) => [cell % edge, Math.floor(cell / edge)]),
    },
    // The corners of a square, which are nearer than the next cell along an axis: 2.83 m and 3 m for a reach of 2.
    behaviors: [{ type: 'law:person', species: [name], sight: 1.43 * reach, enough }],
  });
  const half = homes.length / 2;
  return parseScenario(
    {
      name: 'schelling',
      dt: 1,
      dimensions: 2,
      bounds: { type: 'contain', min: [0, 0], max: [edge - 1, edge - 1] },
      species: [group('one', homes.slice(0, half)), group('other', homes.slice(half))],
    },
    { laws: [person] },
  );
}

/**
 * Schelling's segregation model, as the comparison of frameworks defines it. It consists of a world, and of a program
 * that moves unhappy people.
 *
 * A step takes two ticks. In the first tick, all people look around. Then the unhappy people choose free cells, one
 * after the other. In the second tick, they move to these cells.
 *
 * source: JuliaDynamics, ABMFrameworksComparison, Schelling/DECLARATION.md
 */
export class Schelling {
  readonly world: World;
  readonly #edge: number;
  readonly #random: () => number;
  /** `#homes` holds the cell of each person, by the id of the person. `#free` holds the free cells. */
  readonly #homes: number[];
  readonly #free: number[];
  /** The ids of the unhappy people, in ascending order. A happy person stays happy. */
  #unhappy: Uint32Array;

  /**
   * @param random returns numbers from 0 to 1; these decide where people live at first, and to which cells people move
   */
  constructor(town: Town, random: () => number, options: CreateOptions = {}) {
    const cells = Array.from({ length: town.edge ** 2 }, (_, cell) => cell);
    draw(cells, town.people, random);
    this.#homes = cells.slice(0, town.people);
    this.#free = cells.slice(town.people);
    this.#edge = town.edge;
    this.#random = random;
    this.#unhappy = Uint32Array.from(this.#homes.keys());
    this.world = createWorld(scenarioOf(town, this.#homes), options);
  }

  /**
   * Carries out one step, which takes two ticks.
   *
   * @param advance carries out one tick of the world
   */
  step(advance: (world: World) => void = tick): void {
    advance(this.world);
    const { slot, columns } = this.world.views;
    const happy = columns.happy as Uint32Array;
    const ids = this.#unhappy.filter((id) => happy[slot[id]] === 0);
    if (ids.length > 0) command(this.world, { type: 'place', ids, positions: this.#move(ids) });
    this.#unhappy = ids;
    advance(this.world);
  }

  /** Moves the people with the given ids, one after the other, to random free cells. Returns the new positions. */
  #move(ids: Uint32Array): Float32Array {
    const positions = new Float32Array(3 * ids.length);
    ids.forEach((id, k) => {
      const at = Math.floor(this.#free.length * this.#random());
      const cell = this.#free[at];
      this.#free[at] = this.#homes[id];
      this.#homes[id] = cell;
      positions[3 * k] = cell % this.#edge;
      positions[3 * k + 1] = Math.floor(cell / this.#edge);
    });
    return positions;
  }
}
