import { createWorld, TeamError } from '@skein/core';
import { expect, it, vi } from 'vitest';
import { type Crew, handshake } from '../src/crew.ts';
import { hireThreads } from '../src/node/crew.ts';
import { type Host, startTeam } from '../src/start.ts';
import { school } from './scenes.ts';

const fixture = (name: string) => new URL(`./fixtures/${name}`, import.meta.url);
const world = createWorld(school);

it.each([
  ['breaks.js', /^Worker \d of 2 could not be started: this file is broken$/],
  ['missing.js', /^Worker \d of 2 could not be started: Cannot find module/],
])('names the cause when threads cannot start: %s', async (file, message) => {
  const crew = hireThreads(world, 2, () => {}, fixture(file));
  await expect(crew.ready).rejects.toThrow(TeamError);
  await expect(crew.ready).rejects.toMatchObject({
    code: 'WORKER_START_FAILED',
    message: expect.stringMatching(message),
  });
  await crew.terminate();
});

it('ends a crew that does not get ready', async () => {
  const terminate = vi.fn(async () => {});
  const ready = Promise.reject(new Error('not ready'));
  const crew: Crew = { workers: 2, threaded: true, ready, run: async () => 'done', terminate };
  const host: Host = { coresHint: 2, hire: () => crew, refusal: undefined };
  await expect(startTeam(world, { workers: 2 }, host)).rejects.toThrow('not ready');
  expect(terminate).toHaveBeenCalledOnce();
});

it('keeps the workers it has when a resize cannot start others', async () => {
  let file = 'obeys.js';
  const host: Host = {
    coresHint: 2,
    hire: (world, workers, onLoss) => hireThreads(world, workers, onLoss, fixture(file)),
    refusal: undefined,
  };
  const team = await startTeam(world, { workers: 2 }, host);
  file = 'breaks.js';
  await expect(team.resize(3)).rejects.toMatchObject({ code: 'WORKER_START_FAILED' });
  expect(team.workers).toBe(2);
  file = 'obeys.js';
  await team.resize(1);
  expect(team.workers).toBe(1);
  await team.dispose();
});

it('gives up on a thread that never answers', async () => {
  const answers = [Promise.resolve(), new Promise<void>(() => {})];
  await expect(handshake(answers, 50)).rejects.toMatchObject({
    code: 'WORKER_START_FAILED',
    worker: 1,
    message: 'Worker 1 of 2 could not be started: no answer in 50 ms',
  });
});

it('fails the team when a thread goes away while it is idle', async () => {
  const team = await startTeam(
    world,
    { workers: 2 },
    {
      coresHint: 2,
      hire: (world, workers, onLoss) => hireThreads(world, workers, onLoss, fixture('quits.js')),
      refusal: undefined,
    },
  );
  const error = await new Promise((resolve) => team.on('fault', resolve));
  expect(error).toMatchObject({ code: 'WORKER_LOST', worker: undefined, tick: world.tick });
  await expect(team.run(1)).rejects.toMatchObject({ code: 'TEAM_FAILED', cause: error });
  await team.dispose();
});
