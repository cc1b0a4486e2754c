import { createWorld, stateHash, tick } from '@skein/core';
import * as worker from '@skein/worker';
import { expect, it } from 'vitest';
import { someOf } from '../../core/test/helpers/long.ts';
import type * as page from '../src/browser/index.ts';
import { beams, flock, hashDifference, oracle } from './scenes.ts';

// The compiler uses the entry point for Node, the page the one for browsers.
const { createTeam } = worker as unknown as typeof page;

it.each(someOf(['ts', 'simd'] as const, 2))(
  'one worker steps a copy of the world, kernel %s',
  async (kernel) => {
    const world = createWorld(beams, { shared: false, kernel });
    const team = await createTeam(world, { workers: 3 });
    expect([team.threaded, team.workers]).toEqual([false, 1]);
    expect(team.notice).toMatch(/^The world is stepped by one worker, in a copy of its memory/);
    const faults: unknown[] = [];
    team.on('fault', (fault) => faults.push(fault));
    const { hashes } = await team.run(60, { hash: true });
    expect(faults).toEqual([]);
    await team.dispose();
    expect(hashDifference(hashes, oracle(beams, 60))).toBeUndefined();
  },
);

it('the page stays responsive while a worker steps the copy, and its views show the latest published tick', async () => {
  const world = createWorld(flock, { shared: false });
  const team = await createTeam(world);
  const control = new AbortController();
  const run = team.run(100_000, { signal: control.signal });
  const ticks = new Set<number>();
  while (ticks.size < 4) {
    await new Promise((resolve) => setTimeout(resolve, 5));
    ticks.add(world.tick);
  }
  control.abort();
  const { toTick } = await run;
  await team.dispose();
  const alone = createWorld(flock);
  tick(alone, toTick);
  expect(stateHash(world)).toBe(stateHash(alone));
});

it('the calling thread steps the world when the script is missing, and the notice names the address', async () => {
  const world = createWorld(beams, { shared: false });
  const team = await createTeam(world, { threadUrl: '/nowhere/thread.js' });
  await team.run(5);
  await team.dispose();
  expect(team.notice).toMatch(/^The world is stepped on the calling thread.*nowhere\/thread\.js/);
});
