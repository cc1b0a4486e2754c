import { createWorld } from '@skein/core';
import { createTeam } from '@skein/worker';
import { expect, it } from 'vitest';
import { beams, hashDifference, oracle, school } from './scenes.ts';

const NOTICE =
  'The world is stepped on the calling thread, with the same result. ' +
  'The world was made without shared memory.';

it('steps a world without shared memory on the calling thread, and warns about it once', async () => {
  const world = createWorld(beams, { shared: false });
  await using team = await createTeam(world, { workers: 4 });
  expect([team.workers, team.threaded, team.notice]).toEqual([1, false, NOTICE]);
  const warnings: string[] = [];
  const events: unknown[] = [];
  team.on('warning', (warning) => warnings.push(warning));
  team.on('event', (event) => events.push(event));
  const first = await team.run(100, { hash: true });
  const second = await team.run(100, { hash: true });
  const hashes = [...(first.hashes ?? []), ...(second.hashes ?? [])];
  expect(hashDifference(hashes, oracle(beams, 200))).toBeUndefined();
  expect(second.tickMs).toHaveLength(100);
  expect(warnings).toEqual([NOTICE]);
  expect(events.length).toBeGreaterThan(10);
});

it('lets the event loop run between ticks', async () => {
  await using team = await createTeam(createWorld(school, { shared: false }));
  let over = false;
  let turns = 0;
  const run = team.run(2000).finally(() => {
    over = true;
  });
  while (!over) {
    await new Promise((resolve) => setImmediate(resolve));
    turns++;
  }
  await run;
  expect(turns).toBeGreaterThan(100);
});

it('handles commands, aborts and disposal at tick boundaries', async () => {
  const world = createWorld(beams, { shared: false });
  const team = await createTeam(world);
  const control = new AbortController();
  const run = team.run(1000, { signal: control.signal });
  const command = await team.command({ type: 'fire', count: 3 });
  expect(command.tick).toBeGreaterThan(0);
  control.abort();
  expect(await run).toMatchObject({ aborted: true, toTick: world.tick });

  const ended = expect(team.run(1000)).rejects.toMatchObject({ code: 'TEAM_DISPOSED' });
  await team.dispose();
  await ended;
});

it('warns when a resize requests a size that it cannot have', async () => {
  await using team = await createTeam(createWorld(school, { shared: false }));
  const warnings: string[] = [];
  team.on('warning', (warning) => warnings.push(warning));
  await team.resize(3);
  expect(team.workers).toBe(1);
  expect(warnings).toEqual([`The team stays at one thread. ${NOTICE}`]);
});
