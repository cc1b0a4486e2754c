import { expect, it } from 'vitest';
import { stateHash } from '../../src/phases/hash.ts';
import { worldDigest } from '../../src/snapshot/digest.ts';
import { load } from '../../src/snapshot/load.ts';
import { recordReplay } from '../../src/snapshot/record-replay.ts';
import { readReplay } from '../../src/snapshot/replay.ts';
import { snapshot } from '../../src/snapshot/snapshot.ts';
import { verifyReplay } from '../../src/snapshot/verify-replay.ts';
import { createWorld } from '../../src/tick/create-world.ts';
import { rewind } from '../../src/tick/rewind.ts';
import { tick } from '../../src/tick/tick.ts';
import { command } from '../../src/world/commands.ts';
import { takeEvents } from '../../src/world/event-ring.ts';
import { scene } from '../helpers/scenes.ts';
import { refusalOf } from '../helpers/snapshots.ts';

const beams = scene('beams');

it.each(['ts', 'simd'] as const)(
  'a world takes the place of another that had other commands, earlier and later, %s',
  (kernel) => {
    const known = createWorld(beams, { kernel: 'ts' });
    tick(known, 40);
    command(known, { type: 'fire', count: 3, angle: 0.7 });
    const bytes = snapshot(known);
    tick(known, 60);
    for (const ticks of [10, 40, 90]) {
      const world = createWorld(beams, { kernel, maxWorkers: 3, history: 4 });
      command(world, { type: 'move', target: 'target', position: [1, 2, 3] });
      tick(world, ticks);
      command(world, { type: 'fire', count: 1 });
      const { buffer } = world.memory;
      load(world, bytes);
      expect(world.tick).toBe(40);
      expect(Buffer.compare(snapshot(world), bytes)).toBe(0);
      expect(() => rewind(world, 39)).toThrow('expected a tick from 40 to 40');
      tick(world, 30);
      rewind(world, 68);
      tick(world, 32);
      expect(worldDigest(world)).toBe(worldDigest(known));
      expect(world.memory.buffer).toBe(buffer);
    }
  },
);

it('gives the events of the snapshot, after a word on those that did not happen', () => {
  const world = createWorld(beams);
  tick(world, 20);
  const bytes = snapshot(world);
  const untaken = takeEvents(world);
  command(world, { type: 'fire', count: 2 });
  tick(world, 60);
  expect(takeEvents(world).length).toBeGreaterThan(0);
  load(world, bytes);
  load(world, bytes);
  expect(takeEvents(world)).toEqual([{ type: 'retracted', tick: 20 }, ...untaken]);
  expect(takeEvents(world)).toEqual([]);
});

it('is refused with another scenario, another seed and a damaged file, and then changes nothing', () => {
  const world = createWorld(beams);
  tick(world, 5);
  const digest = worldDigest(world);
  const bytes = snapshot(world);
  const damaged = bytes.slice();
  damaged[200] ^= 1;
  const others = [
    [snapshot(createWorld(scene('flock'))), 'SNAPSHOT_CONTENT', 'another scenario, "flock"'],
    [snapshot(createWorld(beams, { seed: 99 })), 'SNAPSHOT_CONTENT', 'with seed 99'],
    [damaged, 'SNAPSHOT_CORRUPT', 'a wrong CRC'],
    [bytes.subarray(0, 300), 'SNAPSHOT_LENGTH', 'bytes'],
  ] as const;
  for (const [file, code, told] of others) {
    const refusal = refusalOf(file, (given) => load(world, given));
    expect([refusal.code, refusal.message]).toEqual([code, expect.stringContaining(told)]);
  }
  world.hold = 'run';
  expect(() => load(world, bytes)).toThrow(/load: found a world that a team is stepping/);
  world.hold = 'none';
  expect(worldDigest(world)).toBe(digest);
});

it('a replay that is being recorded begins again', async () => {
  const world = createWorld(beams);
  tick(world, 10);
  const bytes = snapshot(world);
  const recorder = recordReplay(world, { keyframeEvery: 5 });
  for (let n = 0; n < 30; n++) {
    if (n === 17) {
      command(world, { type: 'fire', count: 2 });
      load(world, bytes);
    }
    tick(world);
    recorder.take();
  }
  const replay = readReplay(recorder.finish());
  expect(replay.hashes[0].tick).toBe(11);
  expect(replay.hashes.at(-1)).toEqual({ tick: 23, hash: stateHash(world) });
  expect((await verifyReplay(replay)).divergence).toBeUndefined();
});
