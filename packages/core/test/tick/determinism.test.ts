import { describe, expect, it } from 'vitest';
import { stateHash } from '../../src/phases/hash.ts';
import { parseScenario } from '../../src/scenario/parse.ts';
import type { Scenario } from '../../src/scenario/schema.ts';
import { keptRows } from '../../src/snapshot/state-planes.ts';
import { createWorld } from '../../src/tick/create-world.ts';
import { tick, tickSliced } from '../../src/tick/tick.ts';
import { firstDifference, hashesOf, stateDifference } from '../helpers/compare.ts';
import { GOLDEN_SCENES } from '../helpers/golden-scenes.ts';
import { LONG, someOf } from '../helpers/long.ts';
import { randomOf, shuffled } from '../helpers/random-of.ts';
import { scene } from '../helpers/scenes.ts';
import { stepAsTeam } from '../helpers/virtual-team.ts';

/** All other numbers are covered by the test that changes them from tick to tick. */
const WORKERS = LONG ? [2, 5, 32] : [32];

describe.each(someOf(Object.entries(GOLDEN_SCENES), 9))('%s', (_, { make, ticks: all }) => {
  const scenario = make();
  const ticks = LONG ? Math.max(60, all / 2) : 30;
  const world = () => createWorld(scenario);
  const expected = hashesOf(world(), ticks);

  it.each(WORKERS)(
    `has the hashes of tick() in all ${ticks} ticks with %i shuffled workers`,
    (workers) => {
      const random = randomOf(workers);
      const step = (one: ReturnType<typeof world>): void =>
        tickSliced(one, shuffled(workers, random));
      expect(firstDifference(world, expected, step)).toBeUndefined();
    },
  );

  it('has them too when the number of workers changes from tick to tick, seed 19', () => {
    const random = randomOf(19);
    const step = (one: ReturnType<typeof world>): void =>
      stepAsTeam(one, 1 + Math.floor(random() * 32), random);
    expect(firstDifference(world, expected, step)).toBeUndefined();
  });

  it('has them for any maxWorkers, in shared memory or not', () => {
    for (const options of [{ maxWorkers: 1 }, { maxWorkers: 7 }, { shared: false }]) {
      const other = createWorld(scenario, options);
      tick(other, 30);
      expect(stateHash(other)).toBe(expected[29]);
    }
  });
});

/** Two kinds that hunt each other, with bodies that turn. */
const duel = parseScenario({
  name: 'duel',
  species: ['red', 'blue'].map((name, index) => ({
    name,
    count: 5,
    radius: 0.5,
    turnRate: 2,
    spawn: { type: 'sphere', center: [40 * index, 0, 0], radius: 9, velocity: { speed: 8 } },
    behaviors: [{ type: 'homing', speed: 8, quarry: index === 0 ? 'blue' : 'red' }],
  })),
});

describe('the hash', () => {
  function flock(replaced: Record<string, unknown> = {}): Scenario {
    return scene('flock', replaced);
  }

  it('is 16 hexadecimal digits, and changes with each tick', () => {
    const world = createWorld(scene('beams', { commands: [] }));
    const first = stateHash(world);
    expect(first).toMatch(/^[0-9a-f]{16}$/);
    tick(world);
    expect(stateHash(world)).not.toBe(first);
  });

  it('differs by seed', () => {
    const hashes = [0, 1, 2, 3].map((seed) => stateHash(createWorld(flock({ seed }))));
    expect(new Set(hashes).size).toBe(4);
    expect(stateHash(createWorld(flock({ seed: 1 }), { seed: 2 }))).toBe(hashes[2]);
  });

  it.each([
    ['the columns of all worlds', scene('beams')],
    ['heading, up and struck', duel],
  ])('changes with the last bit of any column, in its own way for each: %s', (_, scenario) => {
    const make = () => {
      const world = createWorld(scenario);
      tick(world, 30);
      return world;
    };
    const original = stateHash(make());
    const seen = new Set([original]);
    const { front } = make();
    // Slots follow from ids; nothing depends on particles and counts of hits.
    const unseen = ['slot', 'cellStart', 'nextBirth', 'keptBirths', 'hits'];
    const kept = new Set<string>(keptRows(make().plan).map(([name]) => name));
    const columns = Object.entries(front).flatMap(([name, column]) => {
      // Obstacles that cannot change are those of the scenario.
      if (!kept.has(name)) return [];
      const { length } = ArrayBuffer.isView(column)
        ? (column as Uint8Array)
        : (column as { x: Float32Array }).x;
      return unseen.includes(name) || length === 0 ? [] : [name];
    });
    for (const name of columns) {
      for (const plane of ['x', 'y', 'z']) {
        const world = make();
        const column = (world.front as unknown as Record<string, unknown>)[name];
        const { buffer, byteOffset } = (
          ArrayBuffer.isView(column) ? column : (column as Record<string, Uint8Array>)[plane]
        ) as Uint8Array;
        new Uint8Array(buffer, byteOffset)[0] ^= 1;
        seen.add(stateHash(world));
        if (ArrayBuffer.isView(column)) break;
      }
    }
    // One hash for each plane.
    const planes = columns.filter((name) => !ArrayBuffer.isView((front as never)[name])).length;
    expect(seen.size).toBe(1 + columns.length + 2 * planes);
  });

  it('differs for 0 and -0, and when two agents swap values', () => {
    const world = createWorld(flock());
    const original = stateHash(world);
    const { x } = world.views.velocity;
    [x[3], x[4]] = [x[4], x[3]];
    expect(stateHash(world)).not.toBe(original);
    [x[3], x[4]] = [x[4], x[3]];
    expect(stateHash(world)).toBe(original);
    x[0] = 0;
    const zero = stateHash(world);
    x[0] = -0;
    expect(stateHash(world)).not.toBe(zero);
  });

  it('has its first difference reported by tick, column and agent', () => {
    const make = () => createWorld(flock());
    const expected = hashesOf(make(), 5);
    const found = firstDifference(make, expected, (world) => {
      tick(world);
      if (world.tick === 3) world.views.velocity.y[17] += 1;
    });
    const twin = make();
    tick(twin, 3);
    const id = twin.views.id[17];
    expect(found).toContain(`tick 3: column velocityY of the agent with index ${id}: found `);
    expect(stateDifference(make(), make())).toBe('no column differs, only the hash');
  });
});
