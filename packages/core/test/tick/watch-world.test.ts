import { expect, it } from 'vitest';
import { stateHash } from '../../src/phases/hash.ts';
import { createWorld } from '../../src/tick/create-world.ts';
import { renewMemory } from '../../src/tick/renew-memory.ts';
import { tick } from '../../src/tick/tick.ts';
import { sightOf, watchWorld } from '../../src/tick/watch-world.ts';
import { GOLDEN_SCENES } from '../helpers/golden-scenes.ts';
import { someOf } from '../helpers/long.ts';

const names = ['beams', 'flock', 'maze', 'hills', 'savanna'].filter(
  (name) => name in GOLDEN_SCENES,
);

it.each(someOf(names, 3))('a watcher of %s sees its current state after each tick', (name) => {
  const world = createWorld(GOLDEN_SCENES[name].make(), { shared: true });
  const { world: seen } = watchWorld(structuredClone(sightOf(world)));
  for (let t = 0; t < 5; t++) {
    expect([seen.tick, stateHash(seen)]).toEqual([world.tick, stateHash(world)]);
    expect(seen.views.position.x).toEqual(world.views.position.x);
    tick(world);
  }
});

it('a watcher sees a world in its new memory after move(), and not before', () => {
  const world = createWorld(GOLDEN_SCENES.flock.make(), { shared: true });
  const watched = watchWorld(structuredClone(sightOf(world)));
  renewMemory(world);
  tick(world, 3);
  expect(watched.world.tick).toBe(0);
  watched.move(structuredClone(world.handle));
  expect(watched.world.tick).toBe(3);
  expect(stateHash(watched.world)).toBe(stateHash(world));
});
