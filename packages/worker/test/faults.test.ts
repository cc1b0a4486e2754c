import { createWorld, takeEvents, tick, type World } from '@skein/core';
import { createTeam } from '@skein/worker';
import { expect, it } from 'vitest';
import type { FaultyOptions } from '../src/faults.ts';
import { patientTeam } from './patient-team.ts';
import { beams, firstDifference, hashesOf, oracle, PHASES, school } from './scenes.ts';

const AT = 23;
const expected = oracle(school, AT + 40);

/** A world whose next tick is the one in which faults are planned. */
function worldAtFault(): World {
  const world = createWorld(school);
  tick(world, AT);
  return world;
}

const kinds = ['throw', 'exit', 'hang'] as const;
const cases = kinds.flatMap((kind) =>
  PHASES.map((phase, index) => [kind, index % 2, 2 + (index % 2), phase] as const),
);

it.each(cases)('%s of worker %i of %i in %s', async (kind, worker, workers, phase) => {
  const world = worldAtFault();
  const faults = [{ worker, tick: AT, phase, kind }];
  const patience = kind === 'hang' ? { stallMs: 500 } : {};
  const team = await patientTeam(world, workers, { faults, ...patience });
  const told: unknown[] = [];
  team.on('fault', (error) => told.push(error));
  const error = await team.run(500).catch((reason) => reason);

  expect(error).toMatchObject({
    name: 'TeamError',
    code: kind === 'hang' ? 'WORKER_STALLED' : 'WORKER_LOST',
    worker,
    phase,
    tick: AT,
  });
  expect(told).toEqual([error]);
  expect(world.tick).toBe(AT);

  await expect(team.run(1)).rejects.toMatchObject({ code: 'TEAM_FAILED', cause: error });
  await expect(team.resize(1)).rejects.toMatchObject({ code: 'TEAM_FAILED' });
  await team.dispose();

  await using next = await patientTeam(world, 3);
  const { hashes } = await next.run(40, { hash: true });
  expect(firstDifference(hashes, expected.slice(AT))).toBeUndefined();
});

// Up to four times: a busy machine takes time of its own.
it.each(kinds)('rejects within a second at the usual patience: %s', { retry: 3 }, async (kind) => {
  const world = worldAtFault();
  const options: FaultyOptions = {
    workers: 2,
    faults: [{ worker: 0, tick: AT, phase: 'steer', kind }],
  };
  await using team = await createTeam(world, options);
  const begin = performance.now();
  await expect(team.run(1)).rejects.toMatchObject({ worker: 0, phase: 'steer', tick: AT });
  expect(performance.now() - begin).toBeLessThan(1000);
});

it('loses all workers at once as well as one', async () => {
  const world = worldAtFault();
  const faults = [0, 1, 2].map(
    (worker) => ({ worker, tick: AT, phase: 'steer', kind: 'hang' }) as const,
  );
  await using team = await patientTeam(world, 3, { stallMs: 300, faults });
  await expect(team.run(1)).rejects.toMatchObject({ code: 'WORKER_STALLED', tick: AT });
  expect(firstDifference(hashesOf(world, 40), expected.slice(AT))).toBeUndefined();
});

it('rejects what waited for a boundary when a worker is lost', async () => {
  const world = worldAtFault();
  const fault = { worker: 1, tick: AT, phase: 'steer', kind: 'hang' } as const;
  await using team = await patientTeam(world, 2, { stallMs: 500, faults: [fault] });
  const run = expect(team.run(1)).rejects.toMatchObject({ code: 'WORKER_STALLED' });
  const command = team.command({ type: 'set', species: 'fish', parameter: 'mass', value: 2 });
  await expect(command).rejects.toMatchObject({ code: 'WORKER_STALLED' });
  await run;
  expect(world.log).toEqual([]);
});

it('tells each event once, though the tick of a fault is done twice', async () => {
  const at = 60;
  const alone = createWorld(beams);
  tick(alone, 200);
  const expected = takeEvents(alone);

  for (const phase of ['steer', 'prefixSum', 'scatter']) {
    const world = createWorld(beams);
    const fault = { worker: 0, tick: at, phase, kind: 'throw' } as const;
    await using team = await patientTeam(world, 2, { faults: [fault] });
    const found: unknown[] = [];
    team.on('event', (event) => found.push(event));
    await expect(team.run(200)).rejects.toMatchObject({ tick: at });
    found.push(...takeEvents(world));
    await using next = await patientTeam(world, 2);
    next.on('event', (event) => found.push(event));
    await next.run(200 - at);
    expect(found).toEqual(expected);
  }
});
