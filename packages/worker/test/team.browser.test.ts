import { createWorld, parseScenario, particles, type Scenario, stateHash, tick } from '@skein/core';
import { createTeam } from '@skein/worker';
import { describe, expect, it } from 'vitest';
import type { FaultyOptions } from '../src/faults.ts';
import { patientTeam } from './patient-team.ts';
import { beams, firstDifference, flock, oracle, school } from './scenes.ts';

it('has a page that can share memory', () => {
  expect(globalThis.crossOriginIsolated).toBe(true);
});

describe.each<Scenario>([flock, school, beams])('$name, seed $seed', (scenario) => {
  const ticks = scenario === flock ? 100 : 300;

  it.each([1, 2, 4])('has the hash of tick() at each tick with %i workers', async (workers) => {
    const world = createWorld(scenario);
    const team = await patientTeam(world, workers);
    expect([team.workers, team.threaded, team.notice]).toEqual([workers, true, undefined]);
    const report = await team.run(ticks, { hash: true });
    await team.dispose();
    expect(firstDifference(report.hashes, oracle(scenario, ticks))).toBeUndefined();
  });
});

it('evaluates particles to the bits of the calling thread', async () => {
  const species = beams.species.map((one) => ({ ...one, trail: {}, sparks: {} }));
  const world = createWorld(parseScenario({ ...beams, species }));
  const team = await patientTeam(world, 3);
  await team.run(90);
  const { count, records } = await team.particles({ alpha: 0.25 });
  await team.dispose();
  const found = new Uint32Array(records.slice().buffer);
  expect(count).toBeGreaterThan(5000);
  const expected = new Uint32Array(particles(world, { alpha: 0.25 }).records.slice().buffer);
  expect(found.findIndex((bits, n) => bits !== expected[n])).toBe(-1);
});

it('never blocks the page, and resizes and takes commands while it runs', async () => {
  const world = createWorld(beams);
  const team = await patientTeam(world, 1);
  let over = false;
  let frames = 0;
  const frame = () => {
    frames++;
    if (!over) requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
  const run = team.run(6000).finally(() => {
    over = true;
  });
  await team.resize(3);
  const command = await team.command({ type: 'fire', count: 2 });
  await team.resize(2);
  await run;
  await team.dispose();
  expect(command.tick).toBeGreaterThan(0);
  expect(frames).toBeGreaterThan(1);

  const alone = createWorld({ ...beams, commands: [...beams.commands, command] });
  tick(alone, 6000);
  expect(stateHash(world)).toBe(stateHash(alone));
});

it.each(['throw', 'exit', 'hang'] as const)(
  'rejects the run within a second when a worker is lost: %s',
  // Up to four times: a busy machine takes time of its own.
  { retry: 3 },
  async (kind) => {
    const world = createWorld(school);
    tick(world, 7);
    const faults = [{ worker: 1, tick: 7, phase: 'steer', kind }];
    const options: FaultyOptions = { workers: 2, faults };
    const team = await createTeam(world, options);
    const lost = expect(team.run(50)).rejects.toMatchObject({
      // A worker that closes itself is only silent: the browser reports nothing.
      code: kind === 'throw' ? 'WORKER_LOST' : 'WORKER_STALLED',
      worker: 1,
      phase: 'steer',
      tick: 7,
    });
    const begin = performance.now();
    await lost;
    expect(performance.now() - begin).toBeLessThan(1000);
    await team.dispose();

    const next = await patientTeam(world, 2);
    const { hashes } = await next.run(20, { hash: true });
    await next.dispose();
    expect(firstDifference(hashes, oracle(school, 27).slice(7))).toBeUndefined();
  },
);

it('aborts at a tick boundary', async () => {
  const world = createWorld(flock);
  const team = await patientTeam(world, 2);
  const report = await team.run(1_000_000, { signal: AbortSignal.timeout(100), hash: true });
  await team.dispose();
  expect(report.aborted).toBe(true);
  expect(report.toTick).toBe(world.tick);
  expect(firstDifference(report.hashes, oracle(flock, report.ticks))).toBeUndefined();
});
