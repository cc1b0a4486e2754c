import { readdirSync } from 'node:fs';
import { createWorld } from '@skein/core';
import { expect, it, vi } from 'vitest';
import { LONG } from '../../core/test/helpers/long.ts';
import { patientTeam } from './patient-team.ts';
import { RecordedThreads } from './recorded-threads.ts';
import { flock, hashDifference, hashesOf, oracle, school } from './scenes.ts';

/** For tests that measure a time, because a busy machine may be slow. */
const retry = 3;

const hasProcFiles = process.platform === 'linux';

/** The host may start and end a few threads of its own at any time, and may end those of a team late. */
const HOST_THREADS = 8;
const patience = { timeout: 10_000 };

const pause = () => new Promise((resolve) => setTimeout(resolve, 10));

/** The number of threads of this process, of every kind. */
function threads(): number {
  return readdirSync('/proc/self/task').length;
}

it.runIf(LONG && hasProcFiles)('resizing leaves no threads of the earlier size', async () => {
  await using team = await patientTeam(createWorld(school), 16);
  const before = threads();
  await team.resize(1);
  await vi.waitFor(() => expect(threads()).toBeLessThan(before - 15 + HOST_THREADS), patience);
});

it('a smaller team has ended its other threads', async () => {
  using threads = new RecordedThreads();
  await using team = await patientTeam(createWorld(school), 2);
  await team.resize(1);
  const alive = () => threads.all.filter(({ threadId }) => threadId !== -1);
  await vi.waitFor(() => expect(alive()).toHaveLength(1), patience);
});

it('may be called repeatedly, and by await using', async () => {
  const team = await patientTeam(createWorld(school), 2);
  const disposal = team.dispose();
  expect(team.dispose()).toBe(disposal);
  await Promise.all([disposal, team[Symbol.asyncDispose]()]);
  expect(team.dispose()).toBe(disposal);
  await expect(team.run(1)).rejects.toMatchObject({ code: 'TEAM_DISPOSED' });
  await expect(team.resize(1)).rejects.toMatchObject({ code: 'TEAM_DISPOSED' });
  const input = { type: 'set', species: 'fish', parameter: 'mass', value: 2 } as const;
  await expect(team.command(input)).rejects.toMatchObject({ code: 'TEAM_DISPOSED' });
});

it('ends a run within a second, rejects it and leaves the world whole', { retry }, async () => {
  const world = createWorld(flock);
  const team = await patientTeam(world, LONG ? 3 : 2);
  const run = team.run(1_000_000);
  const ended = expect(run).rejects.toMatchObject({ code: 'TEAM_DISPOSED' });
  while (world.tick < 5) await pause();
  const begin = performance.now();
  await team.dispose();
  expect(performance.now() - begin).toBeLessThan(1000);
  await ended;
  const at = world.tick;
  expect(hashDifference(hashesOf(world, 10), oracle(flock, at + 10).slice(at))).toBeUndefined();
});

it('rejects a command that waits for a tick boundary', async () => {
  const world = createWorld(flock);
  const team = await patientTeam(world, 2);
  const run = expect(team.run(1_000_000)).rejects.toMatchObject({ code: 'TEAM_DISPOSED' });
  while (world.tick < 5) await pause();
  const input = { type: 'set', species: 'bird', parameter: 'mass', value: 2 } as const;
  const command = expect(team.command(input)).rejects.toMatchObject({ code: 'TEAM_DISPOSED' });
  await team.dispose();
  await Promise.all([run, command]);
  expect(world.log).toEqual([]);
});

it('rejects a pending resize and ends its threads', async () => {
  const team = await patientTeam(createWorld(school), 1);
  const resize = expect(team.resize(4)).rejects.toMatchObject({ code: 'TEAM_DISPOSED' });
  await team.dispose();
  await resize;
  expect(team.workers).toBe(1);
});

it('takes less than a second even if workers hang', { retry }, async () => {
  const world = createWorld(flock);
  const hang = { tick: 5, phase: 'steer', kind: 'hang' } as const;
  const faults = (LONG ? [0, 1, 2] : [0, 1]).map((worker) => ({ worker, ...hang }));
  const team = await patientTeam(world, faults.length, { faults });
  const ended = expect(team.run(10)).rejects.toMatchObject({ code: 'TEAM_DISPOSED' });
  while (world.tick < 5) await pause();
  const begin = performance.now();
  await team.dispose();
  expect(performance.now() - begin).toBeLessThan(1000);
  await ended;
  expect(world.tick).toBe(5);
  expect(hashDifference(hashesOf(world, 10), oracle(flock, 15).slice(5))).toBeUndefined();
});
