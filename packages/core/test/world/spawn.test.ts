import { describe, expect, it } from 'vitest';
import { CommandError } from '../../src/errors.ts';
import { stateHash } from '../../src/phases/hash.ts';
import { restore, snapshot } from '../../src/snapshot/snapshot.ts';
import { createWorld } from '../../src/tick/create-world.ts';
import { tick, tickSliced } from '../../src/tick/tick.ts';
import { command } from '../../src/world/commands.ts';
import { takeEvents } from '../../src/world/event-ring.ts';
import { isUnborn, lastLife } from '../../src/world/ids.ts';
import { slotOf } from '../../src/world/slot-of.ts';
import { STATUS } from '../../src/world/status.ts';
import type { World } from '../../src/world/world.ts';
import { checkSorted } from '../helpers/check-state.ts';
import { LONG, someOf } from '../helpers/long.ts';
import { randomOf, shuffled } from '../helpers/random-of.ts';
import { pointsOf, positionOf, textOf, velocityOf, worldOf } from '../helpers/scenes.ts';

const BOX = { min: [-20, -20, -20], max: [20, 20, 20] };

/** Walkers with room for more, a pool that recycles, and bees without room. */
const ROOMY = {
  bounds: { type: 'wrap', ...BOX },
  species: [
    {
      name: 'walker',
      count: 7,
      capacity: 20,
      maxSpeed: 3,
      spawn: { type: 'box', ...BOX },
      goals: { type: 'mirror', center: [0, 0, 0] },
      behaviors: [{ type: 'goal' }, { type: 'separation', radius: 4 }],
    },
    { name: 'ring', count: 3, capacity: 6, whenFull: 'recycle', spawn: { type: 'box', ...BOX } },
    { name: 'bee', count: 5, spawn: { type: 'box', ...BOX } },
  ],
};

/** The ids of the living agents of a species, in order. */
function living(world: World, species: number): number[] {
  const { id, species: of, status } = world.views;
  return [...id].filter((_, i) => of[i] === species && status[i] === STATUS.alive).sort(byNumber);
}

const byNumber = (a: number, b: number): number => a - b;

describe('a spawn', () => {
  it('makes agents at places, with velocities and goals of their own', () => {
    const world = worldOf(ROOMY);
    command(world, {
      type: 'spawn',
      species: 'walker',
      positions: [1, 2, 3, 4, 5, 20],
      velocities: Float32Array.of(0.5, 0, 0, 0, 0.25, 0),
      goals: [9, 9, 9, 8, 8, 8],
    });
    tick(world);
    expect(living(world, 0)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
    // The far wall of a torus is its near wall.
    expect([7, 8].map((id) => positionOf(world, id))).toEqual([
      [1, 2, 3],
      [4, 5, -20],
    ]);
    expect([7, 8].map((id) => velocityOf(world, id))).toEqual([
      [0.5, 0, 0],
      [0, 0.25, 0],
    ]);
    const { goal, birth } = world.front;
    expect([7, 8].map((id) => goal.y[slotOf(world, id)])).toEqual([9, 8]);
    expect([7, 8].map((id) => birth[slotOf(world, id)])).toEqual([1, 1]);
    expect(takeEvents(world)).toEqual([
      { type: 'spawned', tick: 1, species: 'walker', count: 2, recycled: 0, refused: 0 },
    ]);
  });

  it('draws places of a region by id, and gives one velocity and goal to all', () => {
    const sphere = { center: [5, 5, 5], radius: 3 };
    const world = worldOf(ROOMY);
    command(world, { type: 'spawn', species: 'walker', count: 13, sphere, velocity: [1, 0, 0] });
    tick(world);
    const ids = living(world, 0).slice(7);
    expect(ids).toHaveLength(13);
    const places = ids.map((id) => positionOf(world, id));
    for (const place of places) {
      expect(Math.hypot(...place.map((v, axis) => v - sphere.center[axis]))).toBeLessThan(3.001);
    }
    expect(new Set(places.map(String)).size).toBe(13);
    expect(ids.map((id) => velocityOf(world, id))).toEqual(ids.map(() => [1, 0, 0]));
    // Without a given goal, theirs is where they start.
    const at = slotOf(world, ids[0]);
    expect(world.front.goal.x[at]).toBe(world.front.position.x[at]);
  });

  it.each(['ts', 'simd'] as const)(
    'gives columns a value that overrides that of the species: %s',
    (kernel) => {
      const [walker, ...others] = ROOMY.species;
      const columns = {
        energy: { type: 'f32', default: 3, max: 9 },
        home: { type: 'vec3' },
        state: { type: 'u32', initial: { min: 1, max: 4 } },
      };
      const scene = { ...ROOMY, species: [{ ...walker, columns }, ...others] };
      const position: [number, number, number] = [0, 0, 0];
      const spawn = { type: 'spawn' as const, species: 'walker', position };
      const run = (order: readonly number[]): World => {
        const world = worldOf(scene, { kernel });
        const given = { state: 0xffffffff, home: [1, 2, 3], energy: 0.1 };
        command(world, { ...spawn, count: 2, columns: given });
        command(world, { type: 'write', species: 'walker', column: 'energy', value: 7 });
        command(world, { ...spawn, columns: { home: [-4, 5, 6] }, velocity: [1, 0, 0] });
        // There is not enough room for all of these.
        command(world, { ...spawn, count: 20, columns: { energy: 8 } });
        tickSliced(world, order);
        return world;
      };
      const world = run([0]);
      const { energy, home, state } = world.views.columns as unknown as {
        energy: Float32Array;
        home: Record<'x' | 'y' | 'z', Float32Array>;
        state: Uint32Array;
      };
      const of = (id: number) => {
        const at = slotOf(world, id);
        return [energy[at], [home.x[at], home.y[at], home.z[at]], state[at]];
      };
      expect(of(6)[0]).toBe(7);
      // The command `write` also reaches those that were created before it.
      for (const id of [7, 8]) expect(of(id)).toEqual([7, [1, 2, 3], 0xffffffff]);
      expect(of(9).slice(0, 2)).toEqual([3, [-4, 5, 6]]);
      for (let id = 10; id < 20; id++) expect(of(id).slice(0, 2)).toEqual([8, [0, 0, 0]]);
      for (let id = 9; id < 20; id++) expect([1, 2, 3, 4]).toContain(of(id)[2]);
      for (const order of [
        [1, 0],
        [3, 1, 4, 0, 2],
      ]) {
        expect(stateHash(run(order))).toBe(stateHash(world));
      }
      const again = restore(snapshot(worldOf(scene)), { kernel });
      command(again, { ...spawn, columns: { energy: 0.1 } });
      tick(again);
      expect(again.log.at(-1)).toMatchObject({ columns: { energy: 0.1 } });
    },
  );

  it('is refused without room, or takes the place of the oldest, and reports it', () => {
    const world = worldOf(ROOMY);
    command(world, { type: 'spawn', species: 'bee', position: [0, 0, 0] });
    command(world, { type: 'spawn', species: 'ring', count: 2, position: [1, 0, 0] });
    tick(world, 3);
    expect(living(world, 1)).toEqual([20, 21, 22, 23, 24]);
    command(world, { type: 'spawn', species: 'ring', count: 3, position: [2, 0, 0] });
    command(world, { type: 'spawn', species: 'ring', count: 6, position: [3, 0, 0] });
    tick(world);
    const next = world.plan.ids.indexMask + 1;
    // The first takes the last that is unborn and the two oldest; the second all that are left, and then the places of
    // the first.
    const ids = [25, ...[20, 21, 22, 23, 24].map((id) => id + next)];
    expect(living(world, 1)).toEqual(ids);
    expect(ids.map((id) => positionOf(world, id)[0])).toEqual([3, 3, 3, 3, 3, 3]);
    expect(takeEvents(world)).toMatchObject([
      { species: 'bee', count: 0, recycled: 0, refused: 1 },
      { species: 'ring', count: 2, recycled: 0, refused: 0 },
      { species: 'ring', count: 3, recycled: 2, refused: 0 },
      { species: 'ring', count: 6, recycled: 6, refused: 0 },
    ]);
  });

  it.each<[string, object, string]>([
    ['of an unknown species', { species: 'wasp', position: [0, 0] }, '$.species: found "wasp"'],
    ['nowhere', { species: 'bee' }, '$: found no start position'],
    [
      'at two places',
      { species: 'bee', position: [0, 0], box: BOX },
      '$.box: found both position and box, expected one of the two',
    ],
    [
      'of more than there is room for',
      { species: 'walker', count: 21, position: [0, 0] },
      '$.count: found 21, expected at most 20, the capacity of "walker"',
    ],
    [
      'outside of the bounds',
      { species: 'walker', sphere: { center: [19, 0, 0], radius: 2 } },
      '$.sphere: found x at 21, expected inside the bounds, -20 to 20',
    ],
    [
      'with too few positions',
      { species: 'walker', count: 2, positions: [1, 2, 3] },
      '$.positions: found 3 numbers, expected 3 for each agent, 6 in all',
    ],
    [
      'with an unknown column',
      { species: 'bee', position: [0, 0], columns: { mood: 1 } },
      '$.columns.mood: found "mood", expected a scenario that declares columns',
    ],
    [
      'with a goal for a species without goals',
      { species: 'bee', position: [0, 0], goal: [1, 1] },
      '$.goal: found goal of "bee", expected a species with goals',
    ],
  ])('%s is refused', (_, input, line) => {
    const world = worldOf(ROOMY);
    const before = stateHash(world);
    const given = { type: 'spawn', ...input } as never;
    expect(() => command(world, given)).toThrow(CommandError);
    expect(() => command(world, given)).toThrow(`Command refused. ${line}`);
    expect([stateHash(world), world.log.length]).toEqual([before, 0]);
  });
});

describe('an id', () => {
  it('of an earlier life is refused, and does nothing to the next one', () => {
    const later = [{ tick: 5, type: 'place', ids: [25], position: [9, 9, 9] }];
    const world = worldOf({ ...ROOMY, commands: later });
    const next = world.plan.ids.indexMask + 1;
    command(world, { type: 'spawn', species: 'ring', count: 3, position: [0, 0, 0] });
    tick(world);
    expect(slotOf(world, 25)).toBeGreaterThanOrEqual(0);
    command(world, { type: 'remove', ids: [25] });
    tick(world);
    command(world, { type: 'spawn', species: 'ring', position: [1, 0, 0] });
    tick(world);
    expect([slotOf(world, 25), slotOf(world, 25 + next) >= 0]).toEqual([-1, true]);
    expect(() => command(world, { type: 'remove', ids: [25] })).toThrow('25, which is not alive');
    tick(world, 3);
    expect(positionOf(world, 25 + next)).toEqual([1, 0, 0]);
  });

  it('is never given twice, and births reuse the longest dead first: random lives, seed 31', () => {
    const random = randomOf(31);
    const world = worldOf({
      species: [
        { name: 'a', count: 3, capacity: 40, spawn: { type: 'box', ...BOX } },
        { name: 'b', count: 9, capacity: 33, whenFull: 'recycle', spawn: { type: 'box', ...BOX } },
      ],
    });
    const used = new Set<number>([...living(world, 0), ...living(world, 1)]);
    /** By species: the indices of the ended, in the order of the ticks; unborn ones first. */
    const ended = [indices(3, 40), indices(49, 73)];
    for (let t = 0; t < (LONG ? 4000 : 250); t++) {
      const before = [...world.views.id];
      const was = [0, 1].map((species) => living(world, species));
      const removed = was.map((ids) => ids.filter(() => random() < 0.2));
      for (const ids of removed) if (ids.length > 0) command(world, { type: 'remove', ids });
      const wanted = [0, 1].map(() => Math.floor(9 * random()));
      for (const species of [0, 1]) {
        if (wanted[species] === 0) continue;
        const spawn = { species: 'ab'[species], count: wanted[species], position: [0, 0, 0] };
        command(world, { type: 'spawn', ...spawn });
      }
      tickSliced(world, shuffled(3, random));
      checkSorted(world, before);
      for (const species of [0, 1]) {
        const now = living(world, species);
        const born = now.filter((id) => !was[species].includes(id));
        for (const id of born) {
          if (used.has(id)) expect.fail(`id ${id} came twice, tick ${world.tick}`);
          used.add(id);
        }
        const { indexMask } = world.plan.ids;
        const taken = born.map((id) => id & indexMask).sort(byNumber);
        const oldest = ended[species].splice(0, Math.min(taken.length, ended[species].length));
        const recycled = taken.filter((index) => !oldest.includes(index));
        expect(oldest.every((index) => taken.includes(index))).toBe(true);
        // What is removed makes room for a spawn in the same tick, after all that died before.
        const vacated = removed[species].map((id) => id & indexMask);
        if (species === 0) expect(vacated).toEqual(expect.arrayContaining(recycled));
        const gone = was[species].filter((id) => !now.includes(id)).map((id) => id & indexMask);
        // Among those that end in one tick, any may come first.
        ended[species].push(...gone.filter((index) => !taken.includes(index)));
        if (ended[species].length > 0) ended[species] = deadOf(world, species);
      }
    }
    expect(used.size).toBeGreaterThan(1000);
  });

  it('is not given when the lives of its index are used up', () => {
    const world = worldOf({ species: [{ name: 'a', count: 1, capacity: 2, ...ORIGIN }] });
    const { ids } = world.plan;
    const size = ids.indexMask + 1;
    // As after four thousand million births.
    const last = lastLife(ids) * size;
    const at = slotOf(world, 0);
    for (const state of world.states) state.id[at] = last;
    command(world, { type: 'remove', ids: [last] });
    tick(world);
    const saved = restore(snapshot(world));
    for (const one of [world, saved]) {
      command(one, { type: 'spawn', species: 'a', count: 2, position: [0, 0, 0] });
      tick(one);
      expect(living(one, 0)).toEqual([1]);
      expect(takeEvents(one).at(-1)).toMatchObject({ count: 1, refused: 1 });
    }
  });
});

const ORIGIN = { ...pointsOf([[0, 0, 0]]) };

function indices(begin: number, end: number): number[] {
  return Array.from({ length: end - begin }, (_, k) => begin + k);
}

/** The indices of the dead of a species, starting with the next to be born. */
function deadOf(world: World, species: number): number[] {
  const { id, species: of, status } = world.views;
  const { indexMask } = world.plan.ids;
  return [...id.keys()]
    .filter((i) => of[i] === species && status[i] === STATUS.dead)
    .map((i) => id[i] & indexMask)
    .reverse();
}

it('room for births does not affect the living, and geese born again keep the wedge', () => {
  const leader = { count: 1, maxSpeed: 3, ...pointsOf([[9, 0, 0]], [[0, 0, 3]]) };
  const flight = (room: object) =>
    worldOf({
      species: [
        { name: 'filler', count: 3, ...room, spawn: { type: 'box', ...BOX } },
        { name: 'lead', ...leader, ...room },
        {
          name: 'goose',
          count: 6,
          ...room,
          maxSpeed: 9,
          spawn: { type: 'shell', center: [0, 0, 0], radius: 4 },
          behaviors: [{ type: 'formation', quarry: 'lead', shape: 'wedge', spacing: 2 }],
        },
      ],
    });
  const [tight, roomy] = [flight({}), flight({ capacity: 9, whenFull: 'recycle' })];
  for (const world of [tight, roomy]) tick(world, 90);
  const geese = (world: World) => living(world, 2).map((id) => positionOf(world, id));
  expect(geese(roomy)).toEqual(geese(tight));
  // Geese are born until some have second lives: each has a place of its own in the wedge.
  for (let round = 0; round < 9; round++) {
    command(roomy, { type: 'spawn', species: 'goose', position: [0, 0, 0] });
    tick(roomy);
  }
  const lead = positionOf(roomy, living(roomy, 1)[0]);
  tick(roomy, 600);
  const far = living(roomy, 2).map((id) => positionOf(roomy, id).map((v, k) => v - lead[k]));
  expect(new Set(far.map((place) => place.map((v) => v.toFixed(1)).join())).size).toBe(9);
});

describe('births and deaths', () => {
  const CROWDED = textOf({
    ...ROOMY,
    name: 'crowded',
    targets: [{ name: 'sun', position: [0, 0, 0] }],
    launchers: [{ name: 'gun', species: 'dart', target: 'sun', position: [9, 0, 0], speed: 9 }],
    species: [
      ...ROOMY.species,
      {
        name: 'dart',
        count: 20,
        lifetime: 0.3,
        spawn: { type: 'pool' },
        behaviors: [{ type: 'homing', target: 'sun' }],
      },
    ],
    commands: Array.from({ length: 60 }, (_, t) => [
      { tick: t, type: 'fire', count: 1 + (t % 3) },
      { tick: t, type: 'spawn', species: 'ring', count: 1 + (t % 4), box: BOX },
      { tick: t, type: 'spawn', species: 'walker', count: 2, box: BOX, velocity: [1, 2, 0] },
      { tick: t, type: 'remove', sphere: { center: [t % 20, 0, 0], radius: 9 } },
    ]).flat(),
  });
  const hashes = (world: World, ticks: number, step: (world: World) => void): string[] =>
    Array.from({ length: ticks }, () => {
      step(world);
      return stateHash(world);
    });
  const expected = hashes(createWorld(CROWDED, { kernel: 'ts', maxWorkers: 1 }), 70, tick);

  it.each(someOf([1, 2, 3, 5, 8, 13], 3, 2))(
    'are the same with %i workers and both kernels',
    (workers) => {
      const random = randomOf(workers);
      for (const kernel of ['ts', 'simd'] as const) {
        const world = createWorld(CROWDED, { kernel, maxWorkers: 13 });
        expect(hashes(world, 70, (world) => tickSliced(world, shuffled(workers, random)))).toEqual(
          expected,
        );
      }
    },
  );

  it('continue from a snapshot of any tick', () => {
    const world = createWorld(CROWDED);
    for (const at of [1, 13, 44]) {
      tick(world, at - world.tick);
      const again = restore(snapshot(world));
      expect(hashes(again, 70 - at, tick)).toEqual(expected.slice(at));
    }
  });

  it('leave the memory as it was: all spawned and removed again in random order, seed 5', () => {
    const random = randomOf(5);
    const world = worldOf(ROOMY);
    const { bytes } = world;
    for (let round = 0; round < 40; round++) {
      command(world, { type: 'spawn', species: 'walker', count: 13, box: BOX });
      tick(world);
      const born = living(world, 0);
      for (const k of shuffled(born.length, random)) {
        command(world, { type: 'remove', ids: [born[k]] });
      }
      tick(world);
      expect(living(world, 0)).toEqual([]);
      const { id, species } = world.views;
      expect([...species].filter((species) => species === 0)).toHaveLength(20);
      expect([...id].some((value, i) => species[i] === 0 && isUnborn(world.plan.ids, value))).toBe(
        false,
      );
    }
    expect(world.bytes).toBe(bytes);
  });
});
