import { describe, expect, it } from 'vitest';
import { createWorld } from '../../src/make-world.ts';
import { stateHash } from '../../src/phases/hash.ts';
import { keepMoment } from '../../src/snapshot/moment.ts';
import { snapshot } from '../../src/snapshot/snapshot.ts';
import { worldAt } from '../../src/snapshot/world-at.ts';
import { tick } from '../../src/tick/tick.ts';
import { command } from '../../src/world/commands.ts';
import { GOLDEN_SCENES } from '../helpers/golden-scenes.ts';
import { someOf } from '../helpers/long.ts';
import { scene } from '../helpers/scenes.ts';

describe.each(someOf(Object.entries(GOLDEN_SCENES), 10, 4))('a moment of %s', (_, { make }) => {
  const scenario = make();
  const agents = scenario.species.reduce((sum, { count }) => sum + count, 0);
  const ticks = agents > 300 ? 4 : 9;

  it('makes worlds in the same state after the original has continued', () => {
    const world = createWorld(scenario);
    tick(world, ticks);
    const moment = keepMoment(world);
    const bytes = snapshot(world);
    tick(world, ticks);
    const hash = stateHash(world);
    for (const kernel of ['simd', 'ts'] as const) {
      const again = worldAt(moment, world.log, { kernel });
      expect(again.tick).toBe(ticks);
      expect(Buffer.compare(snapshot(again), bytes)).toBe(0);
      tick(again, ticks);
      expect(stateHash(again)).toBe(hash);
    }
  });
});

it('a moment has the commands carried out before it, and no later ones', () => {
  const world = createWorld(scene('flock'));
  const set = (value: number) =>
    command(world, { type: 'set', species: 'boid', parameter: 'maxSpeed', value });
  set(3);
  tick(world, 5);
  const moment = keepMoment(world);
  set(7);
  const kept = snapshot(world);
  tick(world, 5);
  const again = worldAt(moment, world.log);
  expect(again.log.map(({ tick }) => tick)).toEqual([0]);
  const [, later] = world.log;
  const { tick: _, ...input } = later!;
  command(again, input);
  expect(Buffer.compare(snapshot(again), kept)).toBe(0);
});
