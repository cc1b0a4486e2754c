import { readdirSync } from 'node:fs';
import { createWorld } from '@skein/core';
import { expect, it, vi } from 'vitest';
import { patientTeam } from './patient-team.ts';
import { flock, hashDifference, hashesOf, oracle, school } from './scenes.ts';

/** Where a time is measured: a busy machine takes time of its own. */
const retry = 3;

const hasProcFiles = process.platform === 'linux';

/** The host starts and ends a few threads when it likes, and ends those of a team in its own time. */
const HOST_THREADS = 8;
const patience = { timeout: 10_000 };

const pause = () => new Promise((resolve) => setTimeout(resolve, 10));

/** Threads of this process, of every kind. */
function threads(): number {
  return readdirSync('/proc/self/task').length;
}

it.runIf(hasProcFiles)('leaves no threads of a size that the team had before', async () => {
  await using team = await patientTeam(createWorld(school), 16);
  const before = threads();
  await team.resize(1);
  await vi.waitFor(() => expect(threads()).toBeLessThan(before - 15 + HOST_THREADS), patience);
});

it('may be called often, and by await using', async () => {
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

it('ends a run within a second, which rejects; the world stays whole', { retry }, async () => {
  const world = createWorld(flock);
  const team = await patientTeam(world, 3);
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

it('refuses a command that waits for a boundary', async () => {
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

it('refuses a resize that is under way, and its threads end too', async () => {
  const team = await patientTeam(createWorld(school), 1);
  const resize = expect(team.resize(4)).rejects.toMatchObject({ code: 'TEAM_DISPOSED' });
  await team.dispose();
  await resize;
  expect(team.workers).toBe(1);
});

it('takes less than a second though workers hang', { retry }, async () => {
  const world = createWorld(flock);
  const hang = { tick: 5, phase: 'steer', kind: 'hang' } as const;
  const faults = [0, 1, 2].map((worker) => ({ worker, ...hang }));
  const team = await patientTeam(world, 3, { faults });
  const ended = expect(team.run(10)).rejects.toMatchObject({ code: 'TEAM_DISPOSED' });
  while (world.tick < 5) await pause();
  const begin = performance.now();
  await team.dispose();
  expect(performance.now() - begin).toBeLessThan(1000);
  await ended;
  expect(world.tick).toBe(5);
  expect(hashDifference(hashesOf(world, 10), oracle(flock, 15).slice(5))).toBeUndefined();
});
