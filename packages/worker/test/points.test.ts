import { createWorld, parseScenario, stateHash, tick, type World } from '@skein/core';
import { innerOf } from '@skein/core/internal';
import { createPointRecords, packWorldPoints } from '@skein/core/read';
import { createTeam } from '@skein/worker';
import { expect, it } from 'vitest';
import { LONG, long, someOf } from '../../core/test/helpers/long.ts';
import { patientTeam } from './patient-team.ts';

const box = { min: [-20, -9, 3], max: [22, 8, 50] } as const;
const swarm = parseScenario({
  name: 'swarm',
  seed: 11,
  bounds: { type: 'wrap', ...box },
  species: [
    {
      name: 'boid',
      count: 3001,
      spawn: { type: 'box', ...box, velocity: { speed: 2 } },
      maxSpeed: 4,
      behaviors: [{ type: 'cohesion', weight: 1, radius: 2 }],
    },
    { name: 'fast', count: 97, spawn: { type: 'box', ...box, velocity: { speed: 40 } } },
  ],
});
const AT = 12;

function bytesOf(buffer: ArrayBufferLike): string {
  return Buffer.from(new Uint8Array(buffer).slice()).toString('base64');
}

function roomFor(world: World): ArrayBufferLike {
  return createPointRecords(world.count, world.shared).buffer;
}

function expectedAt(ticks: number): { bytes: string; hash: string } {
  const world = createWorld(swarm);
  tick(world, ticks);
  const { buffer } = createPointRecords(world.count, false);
  packWorldPoints(innerOf(world), buffer);
  return { bytes: bytesOf(buffer), hash: stateHash(world) };
}

const expected = expectedAt(AT);

it.each(someOf([1, 2, 3, 5], 4, 2))(
  '%i workers pack the same bytes as the calling thread after a run',
  async (n) => {
    const world = createWorld(swarm);
    await using team = await patientTeam(world, n);
    const points = roomFor(world);
    const report = await team.run(AT, { points });
    expect(bytesOf(points) === expected.bytes).toBe(true);
    expect(report.points!.ms).toBeGreaterThanOrEqual(0);
    expect(stateHash(world)).toBe(expected.hash);
    expect((await team.run(1)).points).toBeUndefined();
  },
);

it('a team without shared memory packs the same bytes', async () => {
  const world = createWorld(swarm, { shared: false });
  await using team = await createTeam(world);
  const points = roomFor(world);
  const report = await team.run(AT, { points });
  expect(report.points).toBeDefined();
  expect(bytesOf(points) === expected.bytes).toBe(true);
});

it('packs the points of the last tick even if a request comes in between', async () => {
  const world = createWorld(swarm);
  await using team = await patientTeam(world, 2);
  const points = roomFor(world);
  const run = team.run(AT, { points, particles: {} });
  const asked = team.measure(['polarization']);
  const report = await run;
  await asked;
  expect(report.points).toBeDefined();
  expect(report.particles).toBeDefined();
  expect(bytesOf(points) === expected.bytes).toBe(true);
});

long('packs the points even if a worker is lost while packing', async () => {
  const world = createWorld(swarm);
  const faults = [{ worker: 1, tick: AT, phase: 'points', kind: 'exit' }] as const;
  await using team = await patientTeam(world, 2, { faults: [...faults] });
  const told: unknown[] = [];
  team.on('fault', ({ error }) => told.push(error.phase));
  const points = roomFor(world);
  expect((await team.run(AT, { points })).points).toBeDefined();
  expect(told).toEqual(['points']);
  expect(bytesOf(points) === expected.bytes).toBe(true);
  expect(stateHash(world)).toBe(expected.hash);
});

it('hashes the last tick on the threads even if one of them is lost while hashing', async () => {
  const world = createWorld(swarm);
  const faults = [{ worker: 1, tick: AT, phase: 'hash', kind: 'exit' }] as const;
  await using team = await patientTeam(world, LONG ? 3 : 2, { faults: [...faults] });
  const told: unknown[] = [];
  team.on('fault', ({ error }) => told.push(error.phase));
  const points = roomFor(world);
  const { hashes } = await team.run(AT, { points, hash: true });
  expect(hashes).toHaveLength(AT);
  expect(hashes?.at(-1)).toBe(expected.hash);
  expect(told).toEqual(['hash']);
  expect(bytesOf(points) === expected.bytes).toBe(true);
});

it('packs no points after an aborted run', async () => {
  const world = createWorld(swarm);
  await using team = await patientTeam(world, 2);
  const cut = new AbortController();
  const run = team.run(100_000, { points: roomFor(world), signal: cut.signal });
  cut.abort();
  expect(await run).toMatchObject({ aborted: true });
  expect((await run).points).toBeUndefined();
});

it('refuses a value that is not a buffer of the right size for its agents', async () => {
  const world = createWorld(swarm);
  await using team = await patientTeam(world, 1);
  for (const wrong of [new ArrayBuffer(4), new SharedArrayBuffer(64), 'room', null]) {
    await expect(team.run(1, { points: wrong as never })).rejects.toMatchObject({
      code: 'OPTION_INVALID',
      message: expect.stringMatching(
        /^points: found .*, expected a SharedArrayBuffer of \d+ bytes$/,
      ),
    });
  }
  expect(world.tick).toBe(0);
});
