import {
  createWorld,
  kernels,
  parseScenario,
  type Scenario,
  STATUS,
  stateHash,
  takeEvents,
  tick,
  type World,
} from '@skein/core';
import { tickSliced } from '@skein/core/internal';
import { describe, expect, it } from 'vitest';
import {
  GRASS_ENERGY,
  PASTURES,
  type Pasture,
  SHEEP,
  SHEEP_ENERGY,
  WOLF,
  wolfSheep,
} from '../src/abm/wolf-sheep.ts';
import { randomNumbers } from '../src/random-numbers.ts';

const { fround } = Math;

interface Animal {
  /** That of its species in the scenario. */
  readonly herd: number;
  readonly cell: number;
  readonly energy: number;
  /** Drawn by the world. */
  readonly isFertile: boolean;
}

interface Field {
  /** By id, lowest first. */
  readonly animals: ReadonlyMap<number, Animal>;
  /** By cell. */
  readonly countdown: readonly number[];
}

/** The rest of a field after a step, before any animal moves. */
interface Outcome {
  readonly animals: ReadonlyMap<number, Animal>;
  /** By the id of the parent. */
  readonly newborns: ReadonlyMap<number, Animal>;
  readonly countdown: readonly number[];
  readonly eatenAtBirth: number;
}

/**
 * A step as the comparison declares it: one animal after the other, each finding what the last one has left, here in
 * the order of ids.
 */
function stepped(field: Field, regrowth: number): Outcome {
  const animals = new Map(field.animals);
  const newborns = new Map<number, Animal>();
  const countdown = [...field.countdown];
  let eatenAtBirth = 0;
  const bear = (id: number, animal: Animal) => {
    const energy = animal.isFertile ? fround(animal.energy / 2) : animal.energy;
    animals.set(id, { ...animal, energy });
    if (animal.isFertile) newborns.set(id, { ...animal, energy });
  };
  const herd = (which: number) => [...animals].filter(([, one]) => one.herd === which);
  for (const [id, sheep] of herd(SHEEP)) {
    let energy = fround(sheep.energy - 1);
    if (countdown[sheep.cell] === 0) {
      energy = fround(energy + GRASS_ENERGY);
      countdown[sheep.cell] = regrowth;
    }
    if (energy < 1) animals.delete(id);
    else bear(id, { ...sheep, energy });
  }
  const prey = new Map<number, { of: Map<number, Animal>; id: number }[]>();
  for (const of of [animals, newborns]) {
    for (const [id, { herd, cell }] of of) {
      if (herd === SHEEP) prey.set(cell, [...(prey.get(cell) ?? []), { of, id }]);
    }
  }
  for (const [id, wolf] of herd(WOLF)) {
    const meal = prey.get(wolf.cell)?.shift();
    meal?.of.delete(meal.id);
    if (meal?.of === newborns) eatenAtBirth++;
    const energy = fround(fround(wolf.energy - 1) + (meal ? SHEEP_ENERGY : 0));
    if (energy < 0) animals.delete(id);
    else bear(id, { ...wolf, energy });
  }
  const grown = countdown.map((left) => Math.max(0, left - 1));
  return { animals, newborns, countdown: grown, eatenAtBirth };
}

function seen(world: World, edge: number): Field {
  const { id, species, status, position, columns } = world.views;
  const own = (name: string) => columns[name] as Float32Array | Uint32Array;
  const animals: [number, Animal][] = [];
  const countdown: number[] = [];
  id.forEach((value, place) => {
    if (status[place] !== STATUS.alive) return;
    const cell = position.y[place] * edge + position.x[place];
    const [herd, energy] = [species[place], own('energy')[place]];
    const isFertile = own('fertile')[place] === 1;
    if (herd > WOLF) countdown[cell] = own('countdown')[place];
    else animals.push([value, { herd, cell, energy, isFertile }]);
  });
  return { animals: new Map(animals.sort(([a], [b]) => a - b)), countdown };
}

/** The same scenario, in which births report the parent. */
function withReports(scenario: Scenario): Scenario {
  const { species, ...others } = structuredClone(scenario);
  const reports = [{ type: 'born' }];
  return parseScenario({
    ...others,
    species: species.map((species, place) => (place > WOLF ? species : { ...species, reports })),
  });
}

/** Anything that does not walk. */
function kept(animals: ReadonlyMap<number, Animal>) {
  const sorted = [...animals].sort(([a], [b]) => a - b);
  return sorted.map(([id, { herd, energy }]) => ({ id, herd, energy }));
}

/** From 0 to 8 by row, 4 for none; undefined beside an edge, which stops an animal. */
function walkBetween(from: number, to: number, edge: number): number | undefined {
  const [dx, dy] = [(to % edge) - (from % edge), Math.floor(to / edge) - Math.floor(from / edge)];
  expect(Math.max(Math.abs(dx), Math.abs(dy))).toBeLessThanOrEqual(1);
  const isInside = [from % edge, Math.floor(from / edge)].every((at) => at > 0 && at < edge - 1);
  return isInside ? 3 * (dy + 1) + dx + 1 : undefined;
}

const CROWDED = { edge: 5, sheep: 67, wolves: 31, regrowth: 3, lambs: 0.6, cubs: 0.3 };
const [SMALL, LARGE] = PASTURES;

describe.each(kernels())('wolves, sheep and grass of the comparison, by %s', (kernel) => {
  it.each<[string, Pasture, number]>([
    ['small', SMALL, 100],
    ['large', LARGE, 12],
    ['crowded', CROWDED, 40],
  ])('follow their definition, animal by animal: %s', (_, pasture, steps) => {
    const { edge, regrowth } = pasture;
    const scenario = withReports(wolfSheep(pasture, randomNumbers()));
    const world = createWorld(scenario, { kernel });
    let field = seen(world, edge);
    expect(field.animals.size).toBe(pasture.sheep + pasture.wolves);
    expect(field.countdown.length).toBe(edge * edge);
    const sum = { born: 0, gone: 0, eatenAtBirth: 0, fertile: 0 };
    const walks: number[] = Array(9).fill(0);
    for (let at = 0; at < steps; at++) {
      const { animals, newborns, countdown, eatenAtBirth } = stepped(field, regrowth);
      tick(world);
      const found = seen(world, edge);
      expect(found.countdown, `step ${at}`).toEqual(countdown);
      const before = new Map(animals);
      for (const event of takeEvents(world)) {
        if (event.type !== 'born') throw new Error(`An event that is not expected: ${event.type}`);
        before.set(event.id, newborns.get(event.parent ?? -1) as Animal);
      }
      expect(before.size, `step ${at}`).toBe(animals.size + newborns.size);
      expect(kept(found.animals), `step ${at}`).toEqual(kept(before));
      for (const [id, { cell }] of before) {
        const walk = walkBetween(cell, found.animals.get(id)?.cell ?? -1, edge);
        if (walk !== undefined) walks[walk]++;
      }
      sum.born += newborns.size;
      sum.gone += field.animals.size - animals.size;
      sum.eatenAtBirth += eatenAtBirth;
      field = found;
    }
    expect(Math.min(sum.born, sum.gone)).toBeGreaterThan(pasture.sheep);
    if (pasture === CROWDED) expect(sum.eatenAtBirth).toBeGreaterThan(10);
    // Away from edges no animal stands still, and all directions are equally likely.
    const mean = walks.reduce((a, b) => a + b) / 8;
    expect(walks[4]).toBe(0);
    for (const count of walks.filter((_, walk) => walk !== 4)) {
      expect(Math.abs(count - mean)).toBeLessThan(4 * Math.sqrt(mean));
    }
  });
});

it('are the same for any number of workers', () => {
  const scenario = wolfSheep(LARGE, randomNumbers());
  const hashes = [[0], [1, 0], [2, 0, 1]].map((order) => {
    const world = createWorld(scenario, { maxWorkers: 3 });
    for (let step = 0; step < 20; step++) tickSliced(world, order);
    return stateHash(world);
  });
  expect(new Set(hashes).size).toBe(1);
});

it.each(PASTURES)('have room for all animals born in 100 steps: $size', (pasture) => {
  const world = createWorld(wolfSheep(pasture, randomNumbers()));
  tick(world, 100);
  expect(takeEvents(world)).toEqual([]);
  for (const herd of [SHEEP, WOLF]) {
    expect(
      world.views.species.some(
        (species, at) => species === herd && world.views.status[at] === STATUS.alive,
      ),
    ).toBe(true);
  }
});
