import { describe, expect, it } from 'vitest';
import { SnapshotError } from '../../src/errors.ts';
import { stateHash } from '../../src/phases/hash.ts';
import type { Scenario } from '../../src/scenario/schema.ts';
import { readContainer } from '../../src/snapshot/container.ts';
import { recordReplay } from '../../src/snapshot/record-replay.ts';
import { type Replay, readReplay } from '../../src/snapshot/replay.ts';
import { restore, snapshot } from '../../src/snapshot/snapshot.ts';
import {
  type ReplayStep,
  type VerifyOptions,
  verifyReplay,
} from '../../src/snapshot/verify-replay.ts';
import { createWorld } from '../../src/tick/create-world.ts';
import { tick } from '../../src/tick/tick.ts';
import { command } from '../../src/world/commands.ts';
import { innerOf } from '../../src/world/public-world.ts';
import type { World } from '../../src/world/world.ts';
import { LONG } from '../helpers/long.ts';
import { randomOf } from '../helpers/random-of.ts';
import { scene } from '../helpers/scenes.ts';
import { ALL_SECTIONS, resealed, smallSnapshot, smallWorld } from '../helpers/snapshots.ts';
import { stepAsTeam } from '../helpers/virtual-team.ts';

/** A recorded run with commands, of a world that is stepped by `step`. */
function record(
  world: World,
  ticks: number,
  { every = 1, keyframeEvery = 20, step = tick as (world: World) => void } = {},
): Uint8Array {
  const recorder = recordReplay(world, { keyframeEvery });
  const end = world.tick + ticks;
  while (world.tick < end) {
    if (world.tick % 11 === 3) command(world, { type: 'fire', count: 1 + (world.tick % 2) });
    step(world);
    if (world.tick % every === 0) recorder.take();
  }
  return recorder.finish();
}

function beams(): Scenario {
  return scene('dogfight');
}

/** Steps tick by tick and lets `spoil` change the world at a tick. */
function spoiledAt(at: number, spoil: (world: World) => void): ReplayStep {
  return async (world, ticks) =>
    Array.from({ length: ticks }, () => {
      tick(world);
      if (world.tick === at) spoil(innerOf(world));
      return stateHash(world);
    });
}

/** How often a replay is spoiled. */
const TIMES = LONG ? 50 : 4;

describe('a replay', () => {
  it('has no section that a reader may skip, except that of laws', () => {
    const bytes = record(createWorld(beams()), 25);
    const { sections } = readContainer(bytes, 'replay', ALL_SECTIONS);
    expect(sections.map(({ id, critical }) => [id, critical])).toEqual(
      ['SCEN', 'LOGS', 'HASH', 'KEYF', 'LAWS'].map((id) => [id, id !== 'LAWS']),
    );
  });

  it('with commands agrees with itself under other workers and the other kernel, seed 4', async () => {
    const random = randomOf(4);
    const world = createWorld(beams(), { maxWorkers: 3, seed: 99, kernel: 'simd' });
    const bytes = record(world, 57, { step: (world) => stepAsTeam(world, 3, random) });
    const replay = readReplay(bytes);
    expect(replay.scenario.seed).toBe(99);
    expect(replay.log).toEqual(world.log);
    expect(replay.log.length).toBeGreaterThan(3);
    expect(replay.hashes.at(-1)).toEqual({ tick: 57, hash: stateHash(world) });
    const step: ReplayStep = async (world, ticks) =>
      Array.from({ length: ticks }, () => {
        stepAsTeam(innerOf(world), 5, random);
        return stateHash(world);
      });
    expect(await verifyReplay(replay, { step, kernel: 'ts', shared: false })).toEqual({
      fromTick: 0,
      toTick: 57,
      hashes: 58,
      keyframes: 2,
      divergence: undefined,
    });
  });

  it('may begin in the middle of a run, and continue from a snapshot', async () => {
    const world = restore(smallSnapshot());
    const replay = readReplay(record(world, 31, { every: 7 }));
    expect(replay.hashes.map((hash) => hash.tick)).toEqual([17, 21, 28, 35, 42, 48]);
    expect(replay.keyframes.map((keyframe) => keyframe.tick)).toEqual([17, 42]);
    expect(await verifyReplay(replay)).toMatchObject({ hashes: 6, divergence: undefined });
  });

  it('takes the hashes that a run recorded', async () => {
    const world = createWorld(beams(), { maxWorkers: 1 });
    const recorder = recordReplay(world);
    const hashes = Array.from({ length: 5 }, () => {
      tick(world);
      return stateHash(world);
    });
    recorder.take(hashes);
    const replay = readReplay(recorder.finish());
    expect(replay.hashes.slice(1)).toEqual(hashes.map((hash, k) => ({ tick: 1 + k, hash })));
  });

  it('can be read after take() with no hashes and no step', async () => {
    const world = smallWorld();
    const recorder = recordReplay(world, { keyframeEvery: 3 });
    tick(world, 4);
    recorder.take([]);
    tick(world, 2);
    const replay = readReplay(recorder.finish());
    expect(replay.keyframes.map(({ tick }) => tick)).toEqual([17, 21]);
    expect(replay.hashes.map(({ tick }) => tick)).toEqual([17, 21, 23]);
    expect(await verifyReplay(replay)).toMatchObject({ keyframes: 1, divergence: undefined });
  });

  it('drops every other keyframe when there are too many', async () => {
    const world = smallWorld();
    const one = snapshot(world).length;
    const recorder = recordReplay(world, { keyframeEvery: 1, mostKeyframeBytes: 4 * one });
    for (let n = 0; n < 60; n++) {
      tick(world);
      recorder.take();
    }
    const file = recorder.finish();
    const replay = readReplay(file);
    const ticks = replay.keyframes.map((keyframe) => keyframe.tick);
    expect(ticks[0]).toBe(17);
    expect(ticks.length).toBeGreaterThan(2);
    expect(file.length).toBeLessThan(6 * one);
    const gaps = ticks.slice(1).map((at, k) => at - ticks[k]);
    expect(Math.max(...gaps)).toBeLessThanOrEqual(2 * Math.min(...gaps));
    expect(await verifyReplay(replay)).toMatchObject({ divergence: undefined });
  });

  it.each([1, 3, 10])(
    'drops every other hash when there are too many, %i at a time',
    async (each) => {
      const world = smallWorld();
      const recorder = recordReplay(world, { keyframeEvery: 50, mostHashes: 40 });
      for (let n = 0; n < 331; n += each) {
        const hashes = Array.from({ length: each }, () => {
          tick(world);
          return stateHash(world);
        });
        recorder.take(hashes);
        recorder.take();
      }
      const replay = readReplay(recorder.finish());
      const ticks = replay.hashes.map((hash) => hash.tick);
      expect([ticks[0], ticks.at(-1)]).toEqual([17, world.tick]);
      expect(ticks.length).toBeGreaterThan(12);
      expect(ticks.length).toBeLessThan(50);
      const gaps = ticks.slice(1).map((at, k) => at - ticks[k]);
      expect(Math.max(...gaps)).toBeLessThanOrEqual(32);
      for (const { tick: at } of replay.keyframes) expect(ticks).toContain(at);
      expect(replay.keyframes.length).toBeGreaterThan(3);
      const { hashes, keyframes, divergence } = await verifyReplay(replay);
      expect([hashes, divergence]).toEqual([ticks.length, undefined]);
      expect(keyframes).toBe(replay.keyframes.length - 1);
    },
  );

  it.each([
    ['just as many commands as there is room for', 1, 16_000 - 1],
    ['more commands than memory has room for at once', LONG ? 9 : 3, LONG ? 4000 : 6000],
  ])('of %s agrees, too', async (_, ticks, each) => {
    const world = createWorld(beams(), { maxWorkers: 1 });
    const recorder = recordReplay(world);
    for (let n = 0; n < ticks; n++) {
      for (let k = 0; k < each; k++) {
        command(world, { type: 'move', target: 'sky', position: [k, n, 0] });
      }
      tick(world);
    }
    const replay = readReplay(recorder.finish());
    expect(replay.log).toHaveLength(ticks * each);
    expect(await verifyReplay(replay)).toMatchObject({ hashes: 2, divergence: undefined });
  });

  it.each([
    ['keyframeEvery', 0],
    ['keyframeEvery', 1.5],
    ['mostKeyframeBytes', -1],
    ['mostHashes', 1],
    ['mostHashes', 16_777_217],
    ['keyframesEvery', 5],
  ])('refuses %s %d', (option, value) => {
    expect(() => recordReplay(smallWorld(), { [option]: value })).toThrow(
      expect.objectContaining({ code: 'REPLAY_OPTION' }),
    );
  });
});

/** Columns of agents that a fault may hit, by name in a difference. */
const HIT: readonly [string, (world: World) => Float32Array][] = [
  ['positionX', ({ views }) => views.position.x],
  ['velocityY', ({ views }) => views.velocity.y],
  ['velocityZ', ({ views }) => views.velocity.z],
  ['headingX', ({ views }) => views.heading.x],
];

describe('a replay that diverges', () => {
  const dense = readReplay(record(createWorld(beams(), { maxWorkers: 1 }), 50));
  const sparse = readReplay(record(createWorld(beams(), { maxWorkers: 1 }), 50, { every: 13 }));

  it(`is reported by first tick, column and agent, ${TIMES} of ${TIMES}, seed 12`, async () => {
    const random = randomOf(12);
    for (let n = 0; n < TIMES; n++) {
      const at = 1 + Math.floor(50 * random());
      const replay = n % 2 === 0 ? dense : sparse;
      // Other columns may recover before the next hash of a sparse record.
      const [column, of] = HIT[replay === dense ? Math.floor(HIT.length * random()) : 0];
      let agent = -1;
      const draw = random();
      const step = spoiledAt(at, (world) => {
        const living = [...world.views.id].filter(
          (id) => world.views.status[world.views.slot[id]] === 1,
        );
        agent = living[Math.floor(draw * living.length)];
        const place = world.views.slot[agent];
        // The lowest bit; a higher one where it must not be rounded away.
        const { buffer, byteOffset } = of(world);
        new Uint32Array(buffer, byteOffset)[place] ^= replay === dense ? 1 : 1 << 12;
      });
      const { divergence } = await verifyReplay(replay, { step, maxWorkers: 1 });
      expect(divergence, `${column} at tick ${at}`).toMatchObject({
        tick: at,
        agreed: at - 1,
        difference: { tick: at, column, agent },
        repeatable: true,
      });
    }
  });

  it('is reported with the next keyframe where the log lacks a command', async () => {
    // Of a run in which a dart was never fired.
    const changed: Replay = { ...sparse, log: sparse.log.slice(1) };
    const { divergence } = await verifyReplay(changed);
    const [first] = sparse.log;
    expect(divergence!.tick).toBe(sparse.hashes.find((hash) => hash.tick > first.tick)!.tick);
    expect(divergence!.agreed).toBeLessThanOrEqual(first.tick);
    expect(divergence!.difference).toMatchObject({ tick: sparse.keyframes[0].tick });
    expect(divergence!.repeatable).toBe(true);
  });

  it('is reported with the keyframe of its own tick', async () => {
    const { tick: at } = sparse.keyframes[0];
    const hashes = sparse.hashes.map((hash) =>
      hash.tick === at ? { ...hash, hash: '0'.repeat(16) } : hash,
    );
    const keyframes = sparse.keyframes.map(({ tick, state }) => {
      if (tick !== at) return { tick, state };
      const { position } = state;
      const x = position.x.map((value, k) => (k === 2 ? value + 1 : value));
      return { tick, state: { ...state, position: { ...position, x } } };
    });
    const { divergence } = await verifyReplay({ ...sparse, hashes, keyframes });
    const difference = { column: 'positionX', tick: at };
    expect(divergence).toMatchObject({ tick: at, difference, repeatable: true });
  });

  it('is reported without a column where there is no keyframe of it', async () => {
    const hashes = dense.hashes.map((hash) =>
      hash.tick === 47 ? { ...hash, hash: '0'.repeat(16) } : hash,
    );
    const { divergence } = await verifyReplay({ ...dense, hashes });
    expect(divergence).toMatchObject({ tick: 47, agreed: 46, difference: undefined });
    expect(divergence!.expected).toBe('0'.repeat(16));
  });

  it('is reported as not repeatable when it happens only once', async () => {
    let faults = 0;
    const step = spoiledAt(29, (world) => {
      if (faults++ === 0) world.views.position.x[0] += 1;
    });
    const { divergence } = await verifyReplay(dense, { step });
    expect(divergence).toMatchObject({ tick: 29, agreed: 28, repeatable: false });
  });

  it('is reported where only a column differs that the hash does not cover', async () => {
    const step = spoiledAt(7, (world) => {
      world.front.fieldMap[0] += 1;
    });
    const maze = createWorld(scene('maze'), { maxWorkers: 1 });
    const recorder = recordReplay(maze, { keyframeEvery: 8 });
    for (let n = 0; n < 8; n++) tick(maze);
    recorder.take();
    const replay = readReplay(recorder.finish());
    expect(await verifyReplay(replay)).toMatchObject({ keyframes: 1, divergence: undefined });
    const spoiled: ReplayStep = async (world, ticks) => {
      const hashes = await step(world, ticks);
      if (world.tick === 8) innerOf(world).front.fieldMap[0] += 1;
      return hashes;
    };
    const { divergence } = await verifyReplay(replay, { step: spoiled });
    expect(divergence).toMatchObject({
      tick: 8,
      difference: { column: 'fieldMap', agent: undefined },
      repeatable: true,
    });
  });

  it('is reported at its first tick when it begins in another state', async () => {
    const hashes = [{ tick: 0, hash: 'f'.repeat(16) }, ...dense.hashes.slice(1)];
    const { divergence } = await verifyReplay({ ...dense, hashes });
    expect(divergence).toMatchObject({ tick: 0, expected: 'f'.repeat(16) });
  });
});

describe('a replay file', () => {
  const whole = record(restore(smallSnapshot()), 9, { every: 2, keyframeEvery: 4 });

  function codeOf(bytes: Uint8Array): string {
    try {
      readReplay(bytes);
    } catch (error) {
      if (error instanceof SnapshotError) return error.code;
      throw error;
    }
    return 'none';
  }

  it('is not a snapshot, and a snapshot is not a replay', () => {
    expect(codeOf(whole)).toBe('none');
    expect(codeOf(smallSnapshot())).toBe('SNAPSHOT_FORMAT');
    expect(() => restore(whole)).toThrow('found a replay, expected a snapshot');
  });

  it('that is cut off or has a bit flipped is refused, seed 6', () => {
    const random = randomOf(6);
    for (let n = 0; n < (LONG ? 3000 : 1000); n++) {
      const bit = Math.floor(8 * whole.length * random());
      const bytes = whole.slice();
      bytes[bit >>> 3] ^= 1 << (bit & 7);
      expect(codeOf(bytes), `bit ${bit}`).not.toBe('none');
      expect(codeOf(whole.subarray(0, bit >>> 3)), `cut at ${bit >>> 3}`).not.toBe('none');
    }
  });

  const planes = (body: Uint8Array): DataView => new DataView(body.buffer, body.byteOffset);
  /** Where the ticks of the hashes begin: behind how many planes, and what each is. */
  const TICKS = 4 + (1 + 8 + 1 + 4) + (1 + 4 + 1 + 4);
  it.each<[string, Parameters<typeof resealed>[1], string]>([
    [
      'ticks that go back',
      ([, , { body }]) => planes(body).setUint32(TICKS + 4, 3, true),
      'SNAPSHOT_CONTENT',
    ],
    ['another end', (_, head) => head.tick++, 'SNAPSHOT_CONTENT'],
    ['other agents', (_, head) => head.agents++, 'SNAPSHOT_CONTENT'],
    ['no hashes', ([, , { body }]) => body.fill(0), 'SNAPSHOT_LAYOUT'],
    [
      'more hashes than any has',
      ([, , { body }]) => planes(body).setUint32(4 + 1 + 8 + 1, 16_777_217, true),
      'SNAPSHOT_CONTENT',
    ],
    [
      'as many hashes as any may have, and none of them',
      ([, , { body }]) => planes(body).setUint32(4 + 1 + 8 + 1, 16_777_216, true),
      'SNAPSHOT_LAYOUT',
    ],
    [
      'no hash at a keyframe',
      ([, , , , { body }]) => planes(body).setUint32(0, 19, true),
      'SNAPSHOT_CONTENT',
    ],
    ['a keyframe twice', (sections) => sections.push(sections[3]), 'SNAPSHOT_CONTENT'],
    ['no keyframe to begin with', (sections) => sections.splice(3, 1), 'SNAPSHOT_SECTION'],
    [
      'a keyframe of nothing',
      (sections) => sections.push({ ...sections[3], body: new Uint8Array(3) }),
      'SNAPSHOT_CONTENT',
    ],
    [
      'more commands in a tick than there is room for',
      (sections) => {
        const body = Buffer.from('{"type":"fire","tick":18}\n'.repeat(16_385));
        sections[1] = { ...sections[1], body };
      },
      'SNAPSHOT_CONTENT',
    ],
  ])('with %s is refused', (_, change, code) => {
    expect(codeOf(resealed(whole, change, 'replay'))).toBe(code);
  });
});

describe('hashes that are given to a recorder', () => {
  const world = createWorld(scene('flock'));
  const recorder = recordReplay(world);
  const hashes = Array.from({ length: 4 }, () => {
    tick(world);
    return stateHash(world);
  });

  it.each([
    ['more than there were ticks', [...hashes, ...hashes]],
    ['of another tick at the end', hashes.slice(0, 3)],
    ['no hashes', [1, 2, ...hashes.slice(2)]],
  ])('are refused when they are %s', (_, wrong) => {
    expect(() => recorder.take(wrong as string[])).toThrow(
      expect.objectContaining({ code: 'REPLAY_HASHES' }),
    );
  });

  it('are taken after those refusals', async () => {
    recorder.take(hashes);
    const verdict = await verifyReplay(readReplay(recorder.finish()));
    expect([verdict.hashes, verdict.divergence]).toEqual([5, undefined]);
  });
});

it('verifyReplay refuses bytes that readReplay has not read', async () => {
  const replay = recordReplay(createWorld(scene('flock'))).finish();
  await expect(verifyReplay(replay as unknown as Replay)).rejects.toThrow(
    expect.objectContaining({ code: 'REPLAY_RAW' }),
  );
});

it('verifyReplay refuses an incomplete replay, and another seed', async () => {
  const replay = readReplay(recordReplay(createWorld(scene('flock'))).finish());
  for (const half of [{ hashes: [] }, { ...replay, hashes: [] }, { ...replay, log: undefined }]) {
    await expect(verifyReplay(half as unknown as Replay)).rejects.toThrow(
      expect.objectContaining({ code: 'REPLAY_RAW' }),
    );
  }
  await expect(verifyReplay(replay, null as never)).rejects.toThrow('Options: found null');
  expect(() => recordReplay(createWorld(scene('flock')), null as never)).toThrow(
    expect.objectContaining({ code: 'REPLAY_OPTION' }),
  );
  await expect(verifyReplay(replay, { seed: 4 } as VerifyOptions)).rejects.toThrow(
    expect.objectContaining({ code: 'WORLD_OPTION' }),
  );
});
