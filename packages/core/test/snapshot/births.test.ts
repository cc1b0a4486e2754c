import { expect, it } from 'vitest';
import { particles } from '../../src/phases/particles.ts';
import { restore, snapshot } from '../../src/snapshot/snapshot.ts';
import { tick } from '../../src/tick/tick.ts';
import { command } from '../../src/world/commands.ts';
import { smallWorld } from '../helpers/snapshots.ts';

it('births that wrap around the end of the ring are drawn the same after restore()', () => {
  const world = smallWorld();
  // Until the oldest that is kept comes after the newest in the ring.
  const goesOver = () =>
    world.front.nextBirth[0] > 0 && world.front.nextBirth[0] < world.front.keptBirths[0];
  for (let step = 0; step < 300 && !goesOver(); step++) {
    if (step % 5 === 0) command(world, { type: 'fire', count: 2 });
    tick(world);
  }
  expect(goesOver()).toBe(true);
  const again = restore(snapshot(world));
  const drawn = particles(world, { alpha: 0.5 }).records.slice();
  expect(drawn.length).toBeGreaterThan(0);
  expect(particles(again, { alpha: 0.5 }).records.slice()).toEqual(drawn);
});
