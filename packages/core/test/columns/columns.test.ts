import { describe, expect, it } from 'vitest';
import { ScenarioError } from '../../src/errors.ts';
import { defineLaw, evaluateLawNext, select, vec3 } from '../../src/laws/index.ts';
import { stateHash } from '../../src/phases/hash.ts';
import { parseScenario } from '../../src/scenario/parse.ts';
import { restore, snapshot } from '../../src/snapshot/snapshot.ts';
import { kernels } from '../../src/tick/choose-kernel.ts';
import { createWorld } from '../../src/tick/create-world.ts';
import { tick } from '../../src/tick/tick.ts';
import { command } from '../../src/world/commands.ts';
import { takeEvents } from '../../src/world/event-ring.ts';
import { layoutOf } from '../../src/world/layout.ts';
import { planOf } from '../../src/world/plan.ts';
import { STATUS } from '../../src/world/status.ts';
import type { World } from '../../src/world/world.ts';
import { LONG } from '../helpers/long.ts';
import { randomOf } from '../helpers/random-of.ts';
import { stepAsTeam } from '../helpers/virtual-team.ts';

const fround = Math.fround;

/** Burns energy by its speed, is fed by neighbors with more, counts its meals, and remembers where the crowd is. */
const metabolism = defineLaw({
  name: 'metabolism',
  description: 'An energy budget.',
  parameters: {
    burn: { unit: '1/m', default: 0.5, min: 0, max: 10, description: 'Energy of a meter.' },
    room: { unit: 'm', default: 4, min: 0.1, max: 100, description: 'How far it sees.' },
  },
  columns: {
    energy: { type: 'f32', unit: 'J', min: 0, max: 100 },
    meals: { type: 'u32', max: 9 },
    crowd: { type: 'vec3' },
  },
  force: ({ self }) => self.crowd.mul(self.energy.mul(0.01)),
  next({ self, neighbors, parameters: { burn, room }, dt }) {
    const near = neighbors.within(room);
    const richest = near.max((other) => other.energy);
    const eats = richest.greaterThan(self.energy);
    const spent = self.velocity.length().mul(burn).mul(dt);
    const fed = select(eats, 0.25, 0);
    const full = near.sum((other) => select(other.meals.greaterThan(4), 1, 0));
    return {
      energy: self.energy.sub(spent).add(fed),
      meals: select(eats, self.meals.add(1), select(full.greaterThan(2), self.meals, 0)),
      crowd: near.sum((other) => other.offset.normalize().mul(other.energy)).mul(0.01),
    };
  },
});

/** Only spends energy, and counts an age. */
const budget = defineLaw({
  name: 'budget',
  description: 'Spends.',
  columns: { energy: { type: 'f32', min: 0, max: 50 }, age: { type: 'u32' } },
  next: ({ self, dt }) => ({
    energy: self.energy.sub(self.velocity.length().mul(dt).mul(0.3)),
    age: self.age.add(self.id.mod(3)),
  }),
});

const BOX = { min: [0, 0, 0], max: [20, 16, 13] };

function herd(name: string, count: number, more: object = {}) {
  return {
    name,
    count,
    maxSpeed: 6,
    spawn: { type: 'box', ...BOX, velocity: { speed: 4 } },
    behaviors: [{ type: 'wander', weight: 3 }, { type: 'law:metabolism' }],
    ...more,
  };
}

const HERDS = parseScenario(
  {
    name: 'herds',
    bounds: { type: 'wrap', ...BOX },
    species: [
      herd('ox', 91, {
        columns: { energy: { type: 'f32', default: 40, initial: { min: 5, max: 95 } } },
      }),
      herd('stone', 23, { behaviors: [] }),
      herd('calf', 50, {
        columns: { energy: { type: 'f32', default: 3 }, meals: { type: 'u32', default: 2 } },
      }),
    ],
  },
  { laws: [metabolism] },
);

function worldsOf(scenario = HERDS): World[] {
  return kernels().map((kernel) => createWorld(scenario, { kernel, maxWorkers: 13 }));
}

/** A column of a world by id. */
function byId(world: World, name: string): number[] {
  const column = world.views.columns[name] as Float32Array;
  return Array.from({ length: world.count }, (_, id) => column[world.views.slot[id]]);
}

describe('the first values of columns', () => {
  it('are the default of a species, also for others; units and limits come from the law too', () => {
    const [world] = worldsOf();
    expect(byId(world, 'meals').slice(0, 91 + 23)).toEqual(Array(114).fill(2));
    expect(byId(world, 'energy').slice(91 + 23)).toEqual(Array(50).fill(3));
    expect(world.plan.columns.map(({ name, unit, max }) => [name, unit, max])).toEqual([
      ['energy', 'J', 100],
      ['meals', '1', 9],
      ['crowd', '1', fround(3.4028234663852886e38)],
    ]);
  });

  it('are random numbers of a range, by id and seed', () => {
    const [world] = worldsOf();
    const drawn = byId(world, 'energy').slice(0, 91);
    expect(Math.min(...drawn)).toBeGreaterThanOrEqual(5);
    expect(Math.max(...drawn)).toBeLessThanOrEqual(95);
    expect(new Set(drawn).size).toBe(91);
    const mean = drawn.reduce((sum, value) => sum + value, 0) / 91;
    expect(Math.abs(mean - 50)).toBeLessThan(4 * (90 / Math.sqrt(12 * 91)));
    const other = createWorld(HERDS, { seed: 99 });
    expect(byId(other, 'energy').slice(0, 91)).not.toEqual(drawn);
  });

  it('are the values of a list', () => {
    const spawn = { type: 'box', ...BOX };
    const columns = {
      mood: { type: 'u32', initial: [4, 0xffffffff, 6] },
      wind: {
        type: 'vec3',
        initial: [
          [1, 2, 3],
          [4, 5, 6],
          [7, 8, -0],
        ],
      },
    };
    const species = [{ name: 'a', count: 3, spawn, columns }];
    const world = createWorld(parseScenario({ name: 'listed', species }));
    expect(byId(world, 'mood')).toEqual([4, 0xffffffff, 6]);
    const { wind } = world.views.columns as unknown as { wind: { z: Float32Array } };
    expect(Array.from(world.views.slot, (place) => wind.z[place])).toEqual([3, 6, 0]);
  });
});

describe('columns that laws write', () => {
  it('match an energy budget worked out in f32 for each agent, while agents are sorted', () => {
    const scenario = parseScenario(
      {
        name: 'spending',
        bounds: { type: 'wrap', ...BOX },
        species: [
          herd('ox', 61, {
            columns: { energy: { type: 'f32', initial: { min: 1, max: 50 } } },
            // This behavior walks over neighbors, so agents are sorted.
            behaviors: [
              { type: 'wander', weight: 9 },
              { type: 'separation', radius: 3 },
              { type: 'law:budget' },
            ],
          }),
        ],
      },
      { laws: [budget] },
    );
    for (const world of worldsOf(scenario)) {
      const energy = byId(world, 'energy');
      const places = new Set<string>();
      const dt = world.plan.dt;
      for (let step = 0; step < 200; step++) {
        const { slot, velocity } = world.views;
        places.add(slot.join());
        for (let id = 0; id < 61; id++) {
          const [x, y, z] = [velocity.x[slot[id]], velocity.y[slot[id]], velocity.z[slot[id]]];
          const squared = fround(fround(fround(x * x) + fround(y * y)) + fround(z * z));
          const spent = fround(fround(fround(Math.sqrt(squared)) * dt) * fround(0.3));
          energy[id] = Math.max(0, fround(energy[id] - spent));
        }
        tick(world);
        if (!LONG && step % 5 > 0) continue;
        expect(byId(world, 'energy')).toEqual(energy);
      }
      expect(byId(world, 'age')).toEqual(energy.map((_, id) => 200 * (id % 3)));
      expect(places.size).toBeGreaterThan(20);
      // Some ran out, some did not.
      expect(energy.filter((value) => value === 0).length).toBeGreaterThan(2);
      expect(energy.filter((value) => value > 0).length).toBeGreaterThan(5);
    }
  });

  it('stay as they are in species without the law, and are missing in worlds without columns', () => {
    const [world] = worldsOf();
    const before = byId(world, 'energy').slice(91, 114);
    tick(world, 30);
    expect(byId(world, 'energy').slice(91, 114)).toEqual(before);
    expect(byId(world, 'energy').slice(0, 91)).not.toEqual(before);
    const plain = parseScenario({ name: 'plain', species: [herd('ox', 9, { behaviors: [] })] });
    expect(createWorld(plain).views.columns).toEqual({});
  });

  it('stay within their ranges, without -0', () => {
    const next = (value: number) => ({
      law: defineLaw({
        name: 'put',
        description: 'Puts a number.',
        columns: { low: { type: 'f32', min: -2, max: 5 }, few: { type: 'u32', min: 3, max: 7 } },
        parameters: { value: { unit: '1', default: value, min: -1e9, max: 1e9, description: '.' } },
        next: ({ parameters }) => ({
          low: parameters.value.div(parameters.value.abs().mul(0).add(0.1)).mul(0.1),
          few: parameters.value.toUint(),
        }),
      }),
    });
    const of = (value: number) => evaluateLawNext(next(value).law);
    expect(of(4)).toEqual({ low: 4, few: 4 });
    expect(of(1e9)).toEqual({ low: 5, few: 7 });
    expect(of(-1e9)).toEqual({ low: -2, few: 3 });
    expect(Object.is(of(-0).low, 0)).toBe(true);
  });

  it('keep their values where a law yields NaN, which quarantines the agent', () => {
    const bad = defineLaw({
      name: 'bad',
      description: 'Is 0 / 0 for some.',
      columns: { a: { type: 'f32', default: 1 }, b: { type: 'vec3' }, c: { type: 'u32' } },
      next({ self, tick }) {
        const zero = select(self.id.mod(7).equal(3).and(tick.equal(4)), 0, 1);
        return {
          c: self.c.add(1),
          b: vec3(1, zero.div(zero), tick.toFloat()),
          a: self.a.add(1),
        };
      },
    });
    const scenario = parseScenario(
      { name: 'bad', species: [herd('ox', 40, { behaviors: [{ type: 'law:bad' }] })] },
      { laws: [bad] },
    );
    const worlds = worldsOf(scenario);
    for (const world of worlds) {
      tick(world, 7);
      const { status, slot } = world.views;
      for (let id = 0; id < 40; id++) {
        const apart = id % 7 === 3;
        expect(status[slot[id]]).toBe(apart ? STATUS.quarantined : STATUS.alive);
        expect(byId(world, 'a')[id]).toBe(apart ? 5 : 8);
        expect(byId(world, 'c')[id]).toBe(apart ? 4 : 7);
      }
      const events = takeEvents(world);
      expect(events.map((event) => [event.type, 'behavior' in event && event.behavior])).toEqual(
        Array(6).fill(['quarantined', 'law:bad']),
      );
    }
    expect(new Set(worlds.map((world) => stateHash(world))).size).toBe(1);
  });

  it('do not depend on whether forces are added up or taken by priority', () => {
    const behaviors = [{ type: 'wander', weight: 1e5 }, { type: 'law:metabolism' }];
    const hashes = (more: object) => {
      const species = [herd('ox', 40, { behaviors, maxForce: 1, ...more })];
      const one = { name: 'ox', bounds: { type: 'wrap', ...BOX }, species };
      return worldsOf(parseScenario(one, { laws: [metabolism] })).map((world) => {
        tick(world);
        return byId(world, 'crowd' in world.views.columns ? 'energy' : 'none');
      });
    };
    const [sum, ...others] = [...hashes({}), ...hashes({ compose: 'priority' })];
    for (const other of others) expect(other).toEqual(sum);
  });
});

describe('the command write', () => {
  const tell = (tick: number, more: object) => ({ type: 'write', tick, ...more });

  it('writes one value for all or one for each, words and vectors, over what laws write, in order', () => {
    for (const world of worldsOf()) {
      const before = byId(world, 'energy');
      command(world, { type: 'write', column: 'energy', species: 'stone', value: 7.5 });
      command(world, { type: 'write', column: 'energy', ids: [0, 92, 3], values: [1, 2, 3] });
      command(world, { type: 'write', column: 'meals', ids: [0, 92], words: [9, 0] });
      command(world, { type: 'write', column: 'crowd', ids: [91], value: [1, -0, 3] });
      command(world, { type: 'write', column: 'crowd', ids: [5, 6], values: [1, 2, 3, 4, 5, 6] });
      tick(world);
      const after = byId(world, 'energy');
      expect(after.slice(91, 114)).toEqual([7.5, 2, ...Array(21).fill(7.5)]);
      expect([after[0], after[3]]).toEqual([1, 3]);
      expect(after[1]).not.toBe(before[1]);
      expect([byId(world, 'meals')[0], byId(world, 'meals')[92]]).toEqual([9, 0]);
      const { crowd } = world.views.columns as unknown as {
        crowd: Record<'x' | 'y' | 'z', Float32Array>;
      };
      const vector = (id: number) =>
        (['x', 'y', 'z'] as const).map((axis) => crowd[axis][world.views.slot[id]]);
      expect([vector(91), vector(5), vector(6)]).toEqual([
        [1, 0, 3],
        [1, 2, 3],
        [4, 5, 6],
      ]);
    }
  });

  it('keeps all 32 bits of a whole number', () => {
    const columns = { word: { type: 'u32' } };
    const species = [{ name: 'a', count: 3, spawn: { type: 'box', ...BOX }, columns }];
    const commands = [tell(0, { column: 'word', ids: [2, 0], words: [0xffffffff, 0x1000001] })];
    const world = createWorld(parseScenario({ name: 'words', species, commands }));
    tick(world);
    expect(byId(world, 'word')).toEqual([0x1000001, 0, 0xffffffff]);
  });

  it('is logged and replayed', () => {
    const [world] = worldsOf();
    tick(world, 3);
    command(world, { type: 'write', column: 'energy', species: 'ox', value: 50 });
    tick(world, 3);
    const again = createWorld(HERDS, { kernel: 'ts' });
    for (const { tick: at, ...one } of world.log) {
      tick(again, at - again.tick);
      command(again, one);
    }
    tick(again, 3);
    expect(stateHash(again)).toBe(stateHash(world));
  });

  it.each([
    [{ column: 'enrgy', species: 'ox', value: 1 }, '.column'],
    [{ column: 'energy', species: 'ox', value: 100.5 }, '.value'],
    [{ column: 'energy', species: 'ox', value: [1, 2, 3] }, '.value'],
    [{ column: 'crowd', species: 'ox', value: 1 }, '.value'],
    [{ column: 'meals', species: 'ox', value: 1.5 }, '.value'],
    [{ column: 'meals', ids: [1], values: [1] }, '.values'],
    [{ column: 'energy', ids: [1], words: [1] }, '.words'],
    [{ column: 'energy', species: 'ox', values: [1] }, '.values'],
    [{ column: 'energy', ids: [1, 2], values: [1] }, '.values'],
    [{ column: 'energy', ids: [1, 2], values: [1, -1] }, '.values[1]'],
    [{ column: 'energy', ids: [1] }, ''],
    [{ column: 'energy', value: 1 }, ''],
  ])('refuses %j', (one, path) => {
    const scenario = JSON.parse(JSON.stringify(HERDS));
    const found = () => parseScenario({ ...scenario, commands: [tell(0, one)] });
    expect(found).toThrow(`$.commands[0]${path}`);
  });
});

const STEPS = LONG ? 36 : 12;

describe('a world with columns', () => {
  it('has the hash of one worker at every tick, for 1 to 13 workers and both kernels', () => {
    const random = randomOf(4);
    const [first, ...others] = LONG ? [...worldsOf(), ...worldsOf()] : worldsOf();
    const hashes = new Set<string>();
    for (let n = 0; n < STEPS; n++) {
      tick(first);
      hashes.add(stateHash(first));
      for (const world of others) {
        stepAsTeam(world, [1, 2, 3, 5, 8, 13][n % 6], random);
        expect(stateHash(world)).toBe(stateHash(first));
      }
    }
    expect(hashes.size).toBe(STEPS);
    if (LONG) expect(byId(first, 'meals').some((value) => value === 9)).toBe(true);
  });

  it('has a hash that covers every plane: a changed number changes it', () => {
    const [world] = worldsOf();
    const hashes = new Set([stateHash(world)]);
    const { energy, meals, crowd } = world.views.columns as never as {
      energy: Float32Array;
      meals: Uint32Array;
      crowd: Record<'x' | 'y' | 'z', Float32Array>;
    };
    for (const plane of [energy, meals, crowd.x, crowd.y, crowd.z]) {
      plane[world.count - 1] += 1;
      hashes.add(stateHash(world));
    }
    expect(hashes.size).toBe(6);
  });

  it('continues from a snapshot of any tick as the run did', () => {
    const [world] = worldsOf();
    for (const at of [0, 1, 17]) {
      tick(world, Math.max(0, at - world.tick));
      const bytes = snapshot(world);
      const copies = kernels().map((kernel) => restore(bytes, { kernel }));
      expect(copies.map((copy) => stateHash(copy))).toEqual(copies.map(() => stateHash(world)));
      tick(world, 5);
      for (const copy of copies) {
        tick(copy, 5);
        expect(stateHash(copy)).toBe(stateHash(world));
      }
    }
  });

  it('is not restored from a snapshot with a number outside the range of its column', () => {
    const [world] = worldsOf();
    (world.views.columns.energy as Float32Array)[7] = 101;
    expect(() => restore(snapshot(world))).toThrow(/energy\[7\] 101.*from 0 to 100/);
  });
});

describe('the memory of columns', () => {
  it('is 4 bytes for each number, agent and buffer, and 4 more where a law writes it', () => {
    const bytes = (columns: object, laws: string[] = []) => {
      const behaviors = laws.map((type) => ({ type }));
      const species = [herd('ox', 1_000_000, { behaviors, columns })];
      const scenario = parseScenario({ name: 'many', species }, { laws: [budget] });
      return layoutOf(planOf(scenario, 4)).bytes;
    };
    const two = { energy: { type: 'f32' }, state: { type: 'u32' } };
    const extra = bytes(two) - bytes({});
    expect(extra).toBeGreaterThanOrEqual(2 * 2 * 4e6);
    expect(extra).toBeLessThan(2 * 2 * 4e6 + 4096);
    // The law writes energy and age.
    const written = bytes({}, ['law:budget']) - bytes({});
    expect(written).toBeGreaterThanOrEqual(2 * 3 * 4e6);
    expect(written).toBeLessThan(2 * 3 * 4e6 + 4096);
  });
});

describe('the refusal of bad columns', () => {
  function problemsOf(species: readonly object[], laws = [metabolism]): string[] {
    try {
      parseScenario({ name: 'bad', species }, { laws });
    } catch (error) {
      if (!(error instanceof ScenarioError)) throw error;
      return error.problems.map(({ path, found, expected }) => `${path}: ${found}; ${expected}`);
    }
    return [];
  }

  it('names every problem of the declarations of a species', () => {
    const columns = {
      a: { type: 'f32', min: 3, max: 1 },
      b: { type: 'u32', default: -1 },
      c: { type: 'vec3', default: [1, 2, 300], max: 100 },
      d: { type: 'f64' },
      e: { type: 'f32', initial: [1, 2] },
      mass: { type: 'f32' },
      f: { type: 'f32', colour: 1 },
    };
    const found = problemsOf([herd('ox', 3, { behaviors: [], columns })]);
    const places = ['a.min', 'b.default', 'c.default', 'd', 'e.initial', 'mass', 'f'];
    for (const place of ['b.default', 'd', 'f']) {
      expect(found.filter((one) => one.includes(`columns.${place}`))).not.toEqual([]);
    }
    expect(found).toContain(
      '$.species[0].columns.mass: the key "mass"; a name that is not reserved',
    );
    const rest = { a: columns.a, c: columns.c, e: columns.e };
    expect(problemsOf([herd('ox', 3, { behaviors: [], columns: rest })])).toEqual([
      '$.species[0].columns.a.min: 3; at most 1, the value of "max"',
      '$.species[0].columns.c.default: 300; a number from -3.4028234663852886e+38 to 100',
      '$.species[0].columns.e.initial: 2 values; 3, the "count" of the species',
    ]);
    expect(places.length).toBe(7);
  });

  it('names declarations that contradict each other, and two laws that write one column', () => {
    const again = defineLaw({
      name: 'again',
      description: 'Writes it, too.',
      columns: { energy: { type: 'f32', unit: 'J' } },
      next: ({ self }) => ({ energy: self.energy.add(1) }),
    });
    const behaviors = [{ type: 'law:metabolism' }, { type: 'law:again' }];
    const columns = { energy: { type: 'u32', unit: 'kJ' } };
    expect(problemsOf([herd('ox', 3, { behaviors, columns })], [metabolism, again])).toEqual([
      '$.laws[0].columns.energy.type: "f32"; "u32", as in $.species[0].columns.energy',
      '$.laws[0].columns.energy.unit: "J"; "kJ", as in $.species[0].columns.energy',
      '$.laws[1].columns.energy.type: "f32"; "u32", as in $.species[0].columns.energy',
      '$.laws[1].columns.energy.unit: "J"; "kJ", as in $.species[0].columns.energy',
      '$.species[0].behaviors[1]: a law that writes the column "energy"; only one writer for each column; $.species[0].behaviors[0] already writes "energy"',
    ]);
  });
});
