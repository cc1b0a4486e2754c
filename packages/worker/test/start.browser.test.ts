import { createWorld } from '@skein/core';
import * as worker from '@skein/worker';
import { afterEach, expect, it, vi } from 'vitest';
import type * as page from '../src/browser/index.ts';
import { hashDifference, oracle, school } from './scenes.ts';

// The compiler uses the entry point for Node, the page the one for browsers.
const { createTeam, startThread } = worker as unknown as typeof page;

afterEach(() => {
  vi.unstubAllGlobals();
});

const RealWorker = Worker;

it('names the cause when the worker script is missing', async () => {
  class Lost extends RealWorker {
    constructor() {
      super('/no-such-script.js', { type: 'module' });
    }
  }
  vi.stubGlobal('Worker', Lost);
  await expect(createTeam(createWorld(school), { workers: 2 })).rejects.toMatchObject({
    name: 'TeamError',
    code: 'WORKER_START_FAILED',
    message: expect.stringContaining('the worker script could not be loaded'),
  });
});

/** Lets a page make at most `workers` workers. */
function allow(workers: number): { made: number; ended: number } {
  const seen = { made: 0, ended: 0 };
  class Forbidden extends RealWorker {
    constructor(url: URL, options: WorkerOptions) {
      if (seen.made === workers) throw new DOMException('workers are forbidden', 'SecurityError');
      super(url, options);
      seen.made++;
    }
    override terminate() {
      seen.ended++;
      super.terminate();
    }
  }
  vi.stubGlobal('Worker', Forbidden);
  return seen;
}

it('names the cause when a policy forbids workers', async () => {
  allow(0);
  await expect(createTeam(createWorld(school), { workers: 2 })).rejects.toMatchObject({
    code: 'WORKER_START_FAILED',
    worker: 0,
    message: 'Worker 0 of 2 could not be started: workers are forbidden',
  });
});

it('continues with the workers that a policy allows', async () => {
  const seen = allow(1);
  const team = await createTeam(createWorld(school), { workers: 2 });
  expect([team.threaded, team.workers]).toEqual([true, 1]);
  await team.dispose();
  expect(seen).toEqual({ made: 1, ended: 1 });
});

it.each([
  ['crossOriginIsolated', false, /This page is not cross-origin isolated.*require-corp/],
  ['Worker', undefined, /This environment has no web workers/],
])('steps the world on one thread without %s, and says why', async (name, value, why) => {
  vi.stubGlobal(name, value);
  const world = createWorld(school);
  const team = await createTeam(world, { workers: 4 });
  const warnings: string[] = [];
  team.on('warning', (warning) => warnings.push(warning));
  const { hashes } = await team.run(50, { hash: true });
  await team.dispose();
  expect([team.threaded, team.workers]).toEqual([false, 1]);
  expect(team.notice).toMatch(why);
  expect(warnings).toEqual([team.notice]);
  expect(hashDifference(hashes, oracle(school, 50))).toBeUndefined();
});

it('replaces a worker that reports an error while it is idle', async () => {
  const workers: Worker[] = [];
  class Known extends RealWorker {
    constructor(url: URL, options: WorkerOptions) {
      super(url, options);
      workers.push(this);
    }
  }
  vi.stubGlobal('Worker', Known);
  const team = await createTeam(createWorld(school), { workers: 2 });
  const told = new Promise((resolve) => team.on('fault', resolve));
  workers[1].dispatchEvent(new ErrorEvent('error', { message: 'it broke' }));
  expect(await told).toMatchObject({
    action: 'replaced',
    error: { code: 'WORKER_LOST', message: expect.stringMatching('broke') },
  });
  const { hashes } = await team.run(10, { hash: true });
  expect(hashDifference(hashes, oracle(school, 10))).toBeUndefined();
  expect(workers).toHaveLength(3);
  await team.dispose();
});

it('uses threads that were started in advance', async () => {
  const spares = [startThread(), startThread()];
  const started: Worker[] = [];
  const createWorker = () => {
    started.push(spares.shift() ?? startThread());
    return started.at(-1)!;
  };
  // By then the threads have loaded their script.
  await new Promise((resolve) => setTimeout(resolve, 500));
  const [first, second] = spares;
  const team = await createTeam(createWorld(school), { workers: 3, createWorker });
  const { hashes } = await team.run(10, { hash: true });
  await team.dispose();
  expect(started.slice(0, 2)).toEqual([first, second]);
  expect([started.length, spares.length]).toEqual([3, 0]);
  expect(hashDifference(hashes, oracle(school, 10))).toBeUndefined();
});
