import { describe, expect, it } from 'vitest';
import { createAround, neighborsAroundInto } from '../../src/grid/around.ts';
import { stateHash } from '../../src/phases/hash.ts';
import { plantTrees } from '../../src/phases/plant-trees.ts';
import { quarryOf } from '../../src/steering/find-aim.ts';
import { readyKernels } from '../../src/tick/phase-kernels.ts';
import { tick, tickSliced } from '../../src/tick/tick.ts';
import { command } from '../../src/world/commands.ts';
import { rangeOf } from '../../src/world/slice.ts';
import { PARTS } from '../../src/world/tree-plan.ts';
import type { World } from '../../src/world/world.ts';
import { randomPoints } from '../helpers/flocks.ts';
import { someOf } from '../helpers/long.ts';
import { pointsOf, worldOf } from '../helpers/scenes.ts';

/** The nearest of a species, compared with a check of every one of them. */

const f = Math.fround;
const SEED = 61;
const KERNELS = ['ts', 'simd'] as const;
const WIDE = { min: [-40, 3, -7], max: [30, 90, 15] };

interface Case {
  readonly hunters: number[][];
  readonly prey: number[][];
  readonly sight?: number;
  readonly bounds?: Record<string, unknown>;
  readonly own?: boolean;
}

function worldWith({ hunters, prey, sight, bounds, own }: Case, kernel: 'ts' | 'simd'): World {
  const quarry = own ? 'hunter' : 'prey';
  const flying = (count: number, seed: number) =>
    randomPoints(count, { min: [-9, -9, -9], max: [9, 9, 9] }, 3, seed);
  return worldOf(
    {
      ...(bounds && { bounds }),
      species: [
        {
          name: 'hunter',
          ...pointsOf(hunters, flying(hunters.length, SEED)),
          maxSpeed: 12,
          behaviors: [{ type: 'pursue', quarry, ...(sight !== undefined && { sight }) }],
        },
        { name: 'prey', ...pointsOf(prey, flying(prey.length, SEED + 1)) },
      ],
    },
    { kernel },
  );
}

/** Plants the trees of the present state as this number of workers would, for searches between ticks. */
function plant(world: World, workers: number): void {
  readyKernels(world);
  const kernel = world.twins?.plantTrees ?? plantTrees;
  for (let worker = workers - 1; worker >= 0; worker--) {
    const [begin, end] = rangeOf(PARTS, workers, worker);
    kernel(world, begin, end, worker);
  }
  world.treeTick = world.frontTick;
}

/** The id of the nearest of a species, by the squared distance in f32 and then the id, or -1. */
function nearestOf(world: World, i: number, species: number, sight: number): number {
  const { id, status, species: kinds, position } = world.views;
  const turns = world.handle.plan.grid.edge.map((edge) => (edge > 0 ? [-edge, 0, edge] : [0]));
  // The agent, and its copies around the torus.
  const [xs, ys, zs] = [position.x, position.y, position.z].map((axis, a) =>
    turns[a].map((turn) => f(axis[i] - f(turn))),
  );
  let least = f(f(sight) * f(sight));
  let nearest = -1;
  for (let j = 0; j < world.count; j++) {
    if (j === i || kinds[j] !== species || status[j] !== 1) continue;
    for (const x of xs) {
      const dx = f(position.x[j] - x);
      for (const y of ys) {
        const dy = f(position.y[j] - y);
        for (const z of zs) {
          const dz = f(position.z[j] - z);
          const squared = f(f(f(dx * dx) + f(dy * dy)) + f(dz * dz));
          if (squared > least || (squared === least && nearest >= 0 && id[j] > nearest)) continue;
          least = squared;
          nearest = id[j];
        }
      }
    }
  }
  return nearest;
}

function checkAll(world: World, { own, sight }: Case, every = 1): number {
  const [behavior] = world.handle.plan.species[0].behaviors;
  let found = 0;
  for (let i = 0; i < world.count; i++) {
    if (world.views.species[i] !== 0 || world.views.status[i] !== 1) continue;
    const place = quarryOf(world, behavior, i);
    if (world.views.id[i] % every !== 0) continue;
    const expected = nearestOf(world, i, own ? 0 : 1, sight ?? 1e5);
    if (expected >= 0) found++;
    const id = place < 0 ? -1 : world.views.id[place];
    if (id !== expected) expect(id, `nearest to id ${world.views.id[i]}`).toBe(expected);
  }
  return found;
}

const at = (count: number, seed: number, box = WIDE): number[][] =>
  randomPoints(count, box, 3, seed);
const lattice = (count: number): number[][] =>
  Array.from({ length: count }, (_, k) => [k % 5, Math.floor(k / 5) % 5, Math.floor(k / 25)]);

const CASES: Record<string, Case> = {
  'one of one': { hunters: at(3, 1), prey: at(1, 2) },
  'none but itself': { hunters: at(1, 3), prey: at(2, 4), own: true },
  'its own kind': { hunters: at(203, 5), prey: at(2, 4), own: true },
  'a block and one more': { hunters: at(17, 6), prey: at(9, 7) },
  'a node and one more': { hunters: at(40, 8), prey: at(33, 9) },
  'many, all in sight': { hunters: at(301, 10), prey: at(1003, 11) },
  'many, few in sight': { hunters: at(301, 12), prey: at(1003, 13), sight: 2.5 },
  'on a lattice, where many are equally near': { hunters: lattice(125), prey: lattice(125) },
  'on one spot': { hunters: Array(30).fill([1, 2, 3]), prey: Array(70).fill([1, 2, 3]) },
  'exactly in sight': { hunters: [[0, 0, 0]], prey: [[3, 4, 0]], sight: 5 },
  'on a line': { hunters: at(50, 14), prey: at(301, 15).map(([x]) => [x, 20, 3]) },
  'in two clusters far apart': {
    hunters: [...at(50, 16), ...at(50, 17).map(([x, y, z]) => [x + 50_000, y, z])],
    prey: [...at(200, 18), ...at(201, 19).map(([x, y, z]) => [x + 50_000, y, z - 90])],
  },
  'around a torus': {
    hunters: at(203, 20),
    prey: at(307, 21),
    bounds: { type: 'wrap', min: [-40, 3, -7], max: [30.3, 90.7, 15.1] },
  },
  'around a torus, with one of them': {
    hunters: at(203, 22),
    prey: [[29.9, 4, 14.9]],
    bounds: { type: 'wrap', min: [-40, 3, -7], max: [30.3, 90.7, 15.1] },
  },
};

describe.each(KERNELS)('kernel %s', (kernel) => {
  it.each(Object.entries(CASES))(`finds the nearest: %s, seed ${SEED}`, (_, one) => {
    const world = worldWith(one, kernel);
    // Between ticks every agent is checked; in a tick the tree is searched.
    const between = checkAll(world, one);
    for (const workers of [1, 3]) {
      plant(world, workers);
      expect(checkAll(world, one), `${workers} workers`).toBe(between);
    }
    tick(world, 2);
    plant(world, 2);
    checkAll(world, one);
  });

  it(`finds the nearest in a tree of parts, some of them empty, seed ${SEED}`, () => {
    // Half of them are on one spot, so no cut can separate those.
    const prey = [...at(10_000, 23), ...Array(9_000).fill([5, 50, 5])];
    const one = { hunters: at(401, 24), prey };
    const world = worldWith(one, kernel);
    for (const workers of someOf([5, 1, 2], 2)) {
      plant(world, workers);
      checkAll(world, one, 7);
    }
  });

  it('leaves out agents that have ended, and finds nothing for those that escaped to 1e30 m', () => {
    const one = { hunters: at(101, 25), prey: at(203, 26) };
    const world = worldWith(one, kernel);
    const { slot, status, position } = world.views;
    for (let id = 101; id < 201; id++) status[slot[id]] = id % 2;
    position.y[slot[203]] = 1e30;
    position.x[slot[3]] = -1e30;
    plant(world, 3);
    expect(checkAll(world, one)).toBe(100);
  });

  it(`keeps the trees of species apart when one fills its capacity, seed ${SEED}`, () => {
    const hunt = { hunters: at(3, 35), prey: at(203, 36) };
    const world = worldOf(
      {
        species: [
          {
            name: 'hunter',
            ...pointsOf(hunt.hunters),
            capacity: 800,
            maxSpeed: 5,
            behaviors: [{ type: 'pursue', quarry: 'prey' }],
          },
          {
            name: 'prey',
            ...pointsOf(hunt.prey),
            maxSpeed: 5,
            behaviors: [{ type: 'evade', quarry: 'hunter', to: 9 }],
          },
        ],
      },
      { kernel },
    );
    command(world, { type: 'spawn', species: 'hunter', count: 797, box: WIDE });
    tick(world);
    // The last worker plants the tree of the hunters, after that of their prey is complete.
    plant(world, PARTS);
    expect(checkAll(world, hunt)).toBe(800);
  });

  it('finds nothing when all agents have ended', () => {
    const one = { hunters: at(5, 27), prey: at(20, 28) };
    const world = worldWith(one, kernel);
    const { slot, status } = world.views;
    for (let id = 5; id < 25; id++) status[slot[id]] = 0;
    plant(world, 1);
    expect(checkAll(world, one)).toBe(0);
  });
});

const STEPS = 3;

it.each([
  ['a tree', 1003],
  ['a tree of parts', 17_001],
])('%s: the hash is the same for both kernels and any number of workers', (_, count) => {
  const one = { hunters: at(407, 29), prey: at(count, 30), sight: 30 };
  const plain = worldWith(one, 'ts');
  tick(plain, STEPS);
  const expected = stateHash(plain);
  for (const [k, kernel] of KERNELS.entries()) {
    for (const order of someOf([[2, 0, 1], [1, 0], [4, 2, 0, 3, 1], [0]], 4, k)) {
      const world = worldWith(one, kernel);
      for (let step = 0; step < STEPS; step++) tickSliced(world, order);
      expect(stateHash(world), `${kernel}, ${order.length} workers`).toBe(expected);
    }
  }
});

it('a change written to a view takes effect at once', () => {
  const one = {
    hunters: [[0, 0, 0]],
    prey: [
      [1, 0, 0],
      [5, 0, 0],
    ],
  };
  const world = worldWith(one, 'simd');
  tick(world);
  const { position, slot } = world.views;
  position.x[slot[1]] = 99;
  const seen = world.views.id[quarryOf(world, world.handle.plan.species[0].behaviors[0], slot[0])];
  expect(seen).toBe(2);
});

describe.each([
  ['open', { type: 'open' }],
  ['a torus', { type: 'wrap', min: [-40, 3, -7], max: [30.3, 90.7, 15.1] }],
])('neighbors from a rare species, %s', (_, bounds) => {
  const looking = { type: 'context', species: ['hawk', 'owl'], radius: 4.9 };
  const flying = (count: number, seed: number) => pointsOf(at(count, seed));
  const world = worldOf({
    bounds,
    targets: [{ name: 'home', position: [0, 40, 0] }],
    species: [
      { name: 'owl', ...flying(9, 31) },
      { name: 'bee', ...flying(901, 32), maxSpeed: 3, behaviors: [looking] },
      { name: 'hawk', ...flying(40, 33) },
    ],
  });
  const [{ mask }] = world.handle.plan.species[1].behaviors;
  const around = createAround();
  const found = (radius: number): string[] =>
    Array.from({ length: world.count }, (_one, i) => {
      neighborsAroundInto(around, world, i, radius, mask);
      const { count, place, x, y, z } = around;
      const list = Array.from({ length: count }, (_each, k) => [place[k], x[k], y[k], z[k]]);
      return `${i}: ${list.join(' ')}`;
    });

  it(`are those that a search of cells finds, in the same order, at the same offsets, seed ${SEED}`, () => {
    expect(world.handle.plan.trees.map(({ species }) => species)).toEqual([0, 2]);
    for (const radius of [0.5, 4.9, 25]) {
      world.treeTick = -1;
      const expected = found(radius);
      plant(world, 2);
      expect(found(radius), `${radius} m`).toEqual(expected);
      if (radius > 4)
        expect(expected.filter((one) => /[: ]\d/.test(one)).length).toBeGreaterThan(20);
    }
    world.treeTick = -1;
  });

  it('do not make the cells narrower than the other species need', () => {
    expect(world.handle.plan.rare).toBe(0b101);
    const [inverse] = world.handle.plan.grid.layers[0].inverse;
    // 8 agents of a cell, 70 m for 950 of them.
    expect(1 / inverse).toBeGreaterThan(5);
  });
});

it('a species that is not rare is searched in cells, not in a tree', () => {
  const looking = { type: 'context', species: ['hawk'], radius: 4.9 };
  const { plan } = worldOf({
    targets: [{ name: 'home', position: [0, 40, 0] }],
    species: [
      { name: 'bee', ...pointsOf(at(100, 34)), maxSpeed: 3, behaviors: [looking] },
      { name: 'hawk', ...pointsOf(at(40, 35)) },
    ],
  }).handle;
  expect(plan.trees).toEqual([]);
  expect(plan.rare).toBe(0);
});
