import { expect, it } from 'vitest';
import { rosterOf } from '../../src/commands/obstacle-roster.ts';
import { parseScenario } from '../../src/scenario/parse.ts';
import { worldDigest } from '../../src/snapshot/digest.ts';
import { recordReplay } from '../../src/snapshot/record-replay.ts';
import { readReplay } from '../../src/snapshot/replay.ts';
import { restore, snapshot, trimLog } from '../../src/snapshot/snapshot.ts';
import { verifyReplay } from '../../src/snapshot/verify-replay.ts';
import { createWorld } from '../../src/tick/create-world.ts';
import { rewind } from '../../src/tick/rewind.ts';
import { tick } from '../../src/tick/tick.ts';
import { command } from '../../src/world/commands.ts';
import type { World } from '../../src/world/world.ts';
import { randomOf } from '../helpers/random-of.ts';

const NAMES = ['own', 'a', 'b', 'c'];
const still = { type: 'sphere', center: [3, 3, 0], radius: 1 };

function yard(history = 0): World {
  return createWorld(
    parseScenario({
      name: 'yard',
      dimensions: 2,
      bounds: { type: 'contain', min: [0, 0, 0], max: [20, 20, 0] },
      obstacles: [{ ...still, name: 'own' }],
      obstacleCapacity: 4,
      species: [
        {
          name: 'ant',
          count: 3,
          spawn: { type: 'box', min: [8, 8, 0], max: [12, 12, 0] },
          behaviors: [{ type: 'wander' }],
        },
      ],
      commands: [{ tick: 30, type: 'obstacle', do: 'add', name: 'late', obstacle: still }],
    }),
    { history },
  );
}

/** Gives a random command about an obstacle. Returns why it was refused, or undefined. */
function give(world: World, random: () => number): string | undefined {
  const below = (count: number): number => Math.floor(random() * count);
  const name = NAMES[below(NAMES.length)];
  const deed = ['add', 'remove', 'move'][below(3)];
  const motion = random() < 0.2 ? { motion: { type: 'circle', radius: 1, speed: 1 } } : {};
  const input = {
    type: 'obstacle',
    do: deed,
    name,
    ...(deed === 'add' && { obstacle: { ...still, ...motion } }),
    ...(deed === 'move' && { position: [1 + below(9), 2, 0] }),
  };
  try {
    command(world, input as never);
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

/** What a world would refuse now, for every kind of command about every name. */
function refusals({ scenario, log, tick: at }: World): unknown[] {
  const roster = rosterOf(scenario, log, at);
  return NAMES.flatMap((name) =>
    ['add', 'remove', 'move'].map((deed) => {
      const one = { type: 'obstacle', tick: at, do: deed, name, obstacle: still };
      return roster.check(one as never);
    }),
  );
}

it.each([1, 2, 3, 4, 5, 6, 7, 8])(
  'a world with a short log refuses and does what one with the whole log does, seed %d',
  (seed) => {
    const random = randomOf(seed);
    const whole = yard();
    let short = yard();
    const twin = randomOf(seed + 100);
    const same = randomOf(seed + 100);
    let dropped = 0;
    for (let t = 0; t < 120; t++) {
      for (let n = 0; n < 2; n++) expect(give(short, same)).toBe(give(whole, twin));
      if (random() < 0.2) {
        const bytes = snapshot(short);
        // The same bytes, however often the log was shortened before.
        expect(Buffer.compare(bytes, snapshot(whole))).toBe(0);
        if (random() < 0.5) short = restore(bytes);
        else trimLog(short, short.tick);
        expect(refusals(short)).toEqual(refusals(whole));
        dropped = whole.log.length - short.log.length;
      }
      tick(whole);
      tick(short);
    }
    expect(worldDigest(short)).toBe(worldDigest(whole));
    expect(dropped).toBeGreaterThan(20);
  },
);

it('a snapshot says from which tick on its log is whole, and keeps that of an earlier one if told so', () => {
  const world = yard();
  command(world, { type: 'obstacle', do: 'move', name: 'own', position: [5, 5, 0] });
  tick(world, 4);
  command(world, { type: 'obstacle', do: 'move', name: 'own', position: [6, 5, 0] });
  tick(world, 4);
  const sizes = [8, 4, 0].map((logSince) => {
    const restored = restore(snapshot(world, { logSince }));
    return [restored.log.length, restored.logSince];
  });
  expect(sizes).toEqual([
    [0, 5],
    [1, 1],
    [2, 0],
  ]);
  const short = restore(snapshot(world, { logSince: 4 }));
  expect(() => snapshot(short, { logSince: 0 })).toThrow(
    'Option logSince: found 0, expected a tick from 1 to 8.',
  );
  expect(() => snapshot(world, { logSince: 9 })).toThrow('expected a tick from 0 to 8');
  expect(() => snapshot(world, { log: 'all' } as never)).toThrow(
    'Option log: found an unknown option',
  );
  expect(() => trimLog(world, 2.5)).toThrow('found 2.5');
});

it('a world that has gone back keeps the commands of later ticks in a snapshot', () => {
  const world = yard(8);
  tick(world, 5);
  command(world, { type: 'obstacle', do: 'add', name: 'a', obstacle: still } as never);
  tick(world, 2);
  rewind(world, 3);
  const restored = restore(snapshot(world));
  expect(restored.log).toHaveLength(1);
  // The later command is known here, too.
  const add = { type: 'obstacle', do: 'add', name: 'a', obstacle: still } as never;
  for (const one of [world, restored]) expect(() => command(one, add)).toThrow(/tick 5/);
  for (const one of [world, restored]) tick(one, 6);
  expect(worldDigest(restored)).toBe(worldDigest(world));
});

it('a world cannot go back before the tick for which its log was shortened', () => {
  const world = yard(16);
  command(world, { type: 'obstacle', do: 'add', name: 'a', obstacle: still } as never);
  tick(world, 6);
  command(world, { type: 'obstacle', do: 'remove', name: 'a' });
  tick(world, 4);
  trimLog(world, 8);
  expect(() => rewind(world, 7)).toThrow('expected a tick from 8 to 10');
  rewind(world, 8);
});

it.each([7, 40])(
  'a log that is shortened to tick %d while a replay is recorded makes it begin later',
  async (since) => {
    const world = yard();
    const recorder = recordReplay(world, { keyframeEvery: 5 });
    for (let t = 0; t < 42; t++) {
      give(world, randomOf(t));
      tick(world);
      recorder.take();
    }
    trimLog(world, since);
    const replay = readReplay(recorder.finish());
    expect(replay.hashes[0].tick).toBeGreaterThan(0);
    expect(replay.hashes.at(-1)!.tick).toBe(42);
    expect((await verifyReplay(replay)).divergence).toBeUndefined();
  },
);

it('a replay that begins late has only the commands that it needs', async () => {
  const world = yard();
  for (let t = 0; t < 40; t++) {
    give(world, randomOf(t));
    tick(world);
  }
  const recorder = recordReplay(world, { keyframeEvery: 5 });
  for (let t = 40; t < 60; t++) {
    give(world, randomOf(t));
    tick(world);
    recorder.take();
  }
  const replay = readReplay(recorder.finish());
  expect(replay.log.length).toBeLessThan(world.log.length);
  expect(replay.logSince).toBeGreaterThan(0);
  expect(replay.logSince).toBeLessThanOrEqual(40);
  expect((await verifyReplay(replay)).divergence).toBeUndefined();
});

it.each([11, 12, 13, 14, 15, 16])(
  'a replay of a world that goes back now and then has what happened in the end, seed %d',
  async (seed) => {
    const random = randomOf(seed);
    const world = yard(6);
    const recorder = recordReplay(world, { keyframeEvery: 4 });
    for (let n = 0; n < 60; n++) {
      give(world, random);
      tick(world);
      if (random() < 0.7) recorder.take();
      if (random() < 0.3 && world.tick > 8) {
        rewind(world, world.tick - Math.floor(random() * 4), {
          commands: random() < 0.5 ? 'drop' : 'repeat',
        });
      }
    }
    const { divergence, hashes } = await verifyReplay(readReplay(recorder.finish()));
    expect(divergence).toBeUndefined();
    expect(hashes).toBeGreaterThan(3);
  },
);
