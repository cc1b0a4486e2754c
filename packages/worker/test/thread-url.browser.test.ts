import { createWorld, parseScenario, stateHash, tick, type World } from '@skein/core';
import * as worker from '@skein/worker';
import { createWorker } from '@skein/worker/inline';
import { expect, it } from 'vitest';
import { LONG } from '../../core/test/helpers/long.ts';
import type * as page from '../src/browser/index.ts';

// The compiler uses the entry point for Node, the page the one for browsers.
const { createTeam } = worker as unknown as typeof page;
type PageTeamOptions = page.PageTeamOptions;

const WORKERS = LONG ? 2 : 1;
const SCRIPT = new URL('../dist/browser/thread.js', import.meta.url);

function flock(): World {
  const spawn = { type: 'sphere', center: [0, 0, 0], radius: 9, velocity: { speed: 3 } };
  const behaviors = [{ type: 'separation' }, { type: 'cohesion' }];
  const boid = { name: 'boid', count: 37, maxSpeed: 9, spawn, behaviors };
  return createWorld(parseScenario({ name: 'flock', seed: 5, species: [boid] }));
}

async function hashWith(options: PageTeamOptions): Promise<string> {
  const world = flock();
  const team = await createTeam(world, { workers: WORKERS, ...options });
  expect(team.notice).toBeUndefined();
  await team.run(20);
  await team.dispose();
  return stateHash(world);
}

const expected = (() => {
  const world = flock();
  tick(world, 20);
  return stateHash(world);
})();

it('the thread script needs no other file', async () => {
  const text = await (await fetch(SCRIPT)).text();
  expect(text.length).toBeGreaterThan(100_000);
  expect(text).not.toMatch(/^import\b|[;}]import[ {"*]/);
});

it('threads run the script at threadUrl, which is a URL or a string', async () => {
  expect(await hashWith({ threadUrl: SCRIPT })).toBe(expected);
  expect(await hashWith({ threadUrl: SCRIPT.pathname })).toBe(expected);
});

it('threads run in workers that createWorker makes, for example from a blob', async () => {
  const text = await (await fetch(SCRIPT)).text();
  const blob = URL.createObjectURL(new Blob([text], { type: 'text/javascript' }));
  let made = 0;
  const createWorker = (): Worker => {
    made++;
    return new Worker(blob, { type: 'module' });
  };
  expect(await hashWith({ createWorker })).toBe(expected);
  expect(made).toBe(WORKERS);
  URL.revokeObjectURL(blob);
});

it('threads run without any file with the entry point inline', async () => {
  expect(await hashWith({ createWorker })).toBe(expected);
});

it('a missing script is refused with its address and the possible remedies', async () => {
  const world = flock();
  await expect(createTeam(world, { workers: 2, threadUrl: '/nowhere/thread.js' })).rejects.toThrow(
    /could not be loaded: http.*\/nowhere\/thread\.js.*threadUrl.*createWorker.*inline/,
  );
  // The world is free and whole.
  tick(world, 20);
  expect(stateHash(world)).toBe(expected);
});

it.each<[string, object]>([
  ['threadUrl: found 7, expected a URL, or a string that contains a URL', { threadUrl: 7 }],
  ['createWorker: found "x", expected a function that makes a Worker', { createWorker: 'x' }],
  [
    'threadUrl: found "a URL together with createWorker", expected one of the two',
    { threadUrl: '/a.js', createWorker: () => null },
  ],
])('%s', async (message, options) => {
  await expect(createTeam(flock(), options as PageTeamOptions)).rejects.toThrow(message);
});
