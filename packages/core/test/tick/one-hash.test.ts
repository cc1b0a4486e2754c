import { describe, expect, it } from 'vitest';
import { createWorld } from '../../src/tick/create-world.ts';
import { takeEvents } from '../../src/world/event-ring.ts';
import { STATUS } from '../../src/world/status.ts';
import type { World } from '../../src/world/world.ts';
import { firstDifference, hashesOf } from '../helpers/compare.ts';
import { HASH_SCENES } from '../helpers/hash-scenes/index.ts';
import { LONG, someOf } from '../helpers/long.ts';
import { randomOf } from '../helpers/random-of.ts';
import { stepAsTeam } from '../helpers/virtual-team.ts';

/** What a scene may be stepped by; scenes take turns at them in `npm test`. */
const TEAMS = [13, 2, 5, 1, 8, 3].flatMap((workers) =>
  (['simd', 'ts'] as const).map((kernel) => [workers, kernel] as const),
);

const scenes = HASH_SCENES.filter(({ isFirst }) => LONG || isFirst);

describe.each(scenes.map((scene, k) => [scene.name, scene, k] as const))('%s', (_, scene, k) => {
  const ticks = LONG ? (scene.ticks ?? 100) : Math.min(scene.ticks ?? 16, 16);

  it(`has one hash and the same events in ${ticks} ticks for any workers and both kernels`, () => {
    const scenario = scene.make();
    const plain = createWorld(scenario, { kernel: 'ts' });
    const expected = hashesOf(plain, ticks);
    const events = takeEvents(plain);
    expect(new Set(expected).size).toBe(ticks);
    if (scene.areAlive)
      expect([...plain.views.status].every((value) => value === STATUS.alive)).toBe(true);
    for (const [workers, kernel] of someOf(TEAMS, TEAMS.length, k)) {
      const random = randomOf(workers);
      const found: typeof events = [];
      const step = (world: World): void => {
        stepAsTeam(world, workers, random);
        found.push(...takeEvents(world));
      };
      const make = () => createWorld(scenario, { kernel, maxWorkers: 13 });
      expect(
        firstDifference(make, expected, step),
        `${workers} workers, ${kernel}`,
      ).toBeUndefined();
      expect(found).toEqual(events);
    }
  });
});

it('`npm test` steps scenes by each team', () => {
  expect(HASH_SCENES.filter(({ isFirst }) => isFirst).length).toBeGreaterThan(2 * TEAMS.length);
  expect(new Set(HASH_SCENES.map(({ name }) => name)).size).toBe(HASH_SCENES.length);
});
