import { deflateSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { applyDifference, snapshotDifference } from '../../src/snapshot/difference.ts';
import { snapshot } from '../../src/snapshot/snapshot.ts';
import { createWorld } from '../../src/tick/create-world.ts';
import { tick } from '../../src/tick/tick.ts';
import { command } from '../../src/world/commands.ts';
import { randomOf } from '../helpers/random-of.ts';
import { scene } from '../helpers/scenes.ts';
import { columnedSnapshot, refusalOf, smallSnapshot } from '../helpers/snapshots.ts';

it.each(['flock', 'beams', 'salvo', 'station'])(
  'a snapshot of %s is put together again from its difference, from any tick to any, seed 5',
  (name) => {
    const random = randomOf(5);
    const world = createWorld(scene(name));
    const kept = [snapshot(world)];
    for (let n = 0; n < 4; n++) {
      tick(world, 1 + Math.floor(20 * random()));
      kept.push(snapshot(world));
    }
    for (const base of kept) {
      for (const bytes of kept) {
        const difference = snapshotDifference(base, bytes);
        expect(Buffer.compare(applyDifference(base, difference), bytes)).toBe(0);
      }
    }
  },
);

it('is far smaller than what it is of: walkers take less than 32 bytes for a second', () => {
  const world = createWorld(scene('station'));
  tick(world, 60);
  const base = snapshot(world);
  tick(world, 60);
  const bytes = snapshot(world);
  const { length } = deflateSync(snapshotDifference(base, bytes));
  expect(length / world.count).toBeLessThan(32);
  expect(length).toBeLessThan(deflateSync(bytes).length / 2);
});

it('can add commands and columns of every type', () => {
  const world = createWorld(scene('beams'));
  const base = snapshot(world);
  tick(world, 3);
  command(world, { type: 'fire', count: 2 });
  const later = snapshot(world);
  expect(Buffer.compare(applyDifference(base, snapshotDifference(base, later)), later)).toBe(0);
  const columned = columnedSnapshot();
  const none = snapshotDifference(columned, columned);
  expect(Buffer.compare(applyDifference(columned, none), columned)).toBe(0);
});

it('is refused with another base, another scenario, and when any bit is flipped, seed 9', () => {
  const world = createWorld(scene('flock'));
  const base = snapshot(world);
  tick(world);
  const other = snapshot(world);
  tick(world);
  const difference = snapshotDifference(base, snapshot(world));
  expect(() => applyDifference(other, difference)).toThrow('a difference from another snapshot');
  expect(() => snapshotDifference(smallSnapshot(), base)).toThrow('of another scenario');
  const random = randomOf(9);
  for (let n = 0; n < 300; n++) {
    const damaged = difference.slice();
    // Half of the bits are of the head.
    const at = Math.floor((n % 2 === 0 ? 120 : damaged.length) * random());
    damaged[at] ^= 1 << Math.floor(8 * random());
    expect(() => applyDifference(base, damaged), `byte ${at}`).toThrow();
    const cut = difference.subarray(0, at);
    expect(refusalOf(cut, (bytes) => applyDifference(base, bytes)).code).toMatch(/^SNAPSHOT_/);
  }
});
