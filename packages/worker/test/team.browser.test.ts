import {
  createWorld,
  parseScenario,
  particles,
  query,
  type Scenario,
  stateHash,
  tick,
} from '@skein/core';
import { phasesOf } from '@skein/core/internal';
import { createTeam } from '@skein/worker';
import { describe, expect, it } from 'vitest';
import { LONG, long, someOf } from '../../core/test/helpers/long.ts';
import { FAULT_KINDS, type FaultKind, type FaultyOptions } from '../src/faults.ts';
import { patientTeam } from './patient-team.ts';
import { requestsFor } from './query-requests.ts';
import { beams, flock, hashDifference, oracle, school } from './scenes.ts';

it('the page can share memory', () => {
  expect(globalThis.crossOriginIsolated).toBe(true);
});

const SCENES: readonly Scenario[] = [flock, school, beams];

describe.each(SCENES)('$name, seed $seed', (scenario) => {
  const ticks = (scenario === flock ? 100 : 300) / (LONG ? 1 : 4);

  it.each(someOf([4, 1], 2, SCENES.indexOf(scenario) + 1))(
    'has the hash of tick() at each tick with %i workers',
    async (workers) => {
      const world = createWorld(scenario);
      const team = await patientTeam(world, workers);
      expect([team.workers, team.threaded, team.notice]).toEqual([workers, true, undefined]);
      const report = await team.run(ticks, { hash: true });
      await team.dispose();
      expect(hashDifference(report.hashes, oracle(scenario, ticks))).toBeUndefined();
    },
  );
});

long('evaluates particles to the same bits as the calling thread', async () => {
  const species = beams.species.map((species) => ({ ...species, trail: {}, sparks: {} }));
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

long('answers queries with the same bits as the calling thread', async () => {
  const world = createWorld(flock);
  const team = await patientTeam(world, 3);
  await team.run(30);
  for (const request of requestsFor(world, LONG ? 503 : 53)) {
    expect(await team.query(request)).toEqual(query(world, request));
  }
  await team.dispose();
});

it('never blocks the page, and handles resizes and commands during a run', async () => {
  const ticks = LONG ? 6000 : 1500;
  const world = createWorld(beams);
  const team = await patientTeam(world, 1);
  let over = false;
  let frames = 0;
  const frame = () => {
    frames++;
    if (!over) requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
  const run = team.run(ticks).finally(() => {
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
  tick(alone, ticks);
  expect(stateHash(world)).toBe(stateHash(alone));
});

const DONE = phasesOf(beams);
const PHASES = DONE.map(({ name }) => name);
const WITH_BARRIER = DONE.filter((one) => one.barrier).map(({ name }) => name);

/** Each phase is combined with more than one kind of fault, in `npm test` with one. */
const STEP = LONG ? 3 : 12;
const faultPhases = FAULT_KINDS.map((kind, first): [FaultKind, readonly string[]] => [
  kind,
  kind === 'arrive'
    ? someOf(WITH_BARRIER, 3)
    : PHASES.filter((_, phase) => phase % STEP === first % STEP),
]);

it.each(someOf(faultPhases, 6))(
  'loses nothing when workers are lost: %s in %j',
  async (kind, phases) => {
    const faults = phases.map((phase, k) => ({ worker: k % 3, tick: 7 + 9 * k, phase, kind }));
    const world = createWorld(beams);
    // A worker that closes itself is only silent: the browser reports nothing.
    const stallMs = kind === 'throw' ? 60_000 : 300;
    const team = await patientTeam(world, 3, { faults, stallMs });
    const told: unknown[] = [];
    team.on('fault', ({ action }) => told.push(action));
    const { hashes } = await team.run(60, { hash: true });
    await team.dispose();
    // A barrier may open before the worker that should fail there reaches its fault.
    expect(told.length).toBeGreaterThanOrEqual(kind === 'arrive' ? 1 : phases.length);
    expect(hashDifference(hashes, oracle(beams, 60))).toBeUndefined();
  },
);

it('notices within a second that a worker has ended, with the default stallMs', {
  // The test is tried up to four times, because a busy machine may be slow.
  retry: 3,
}, async () => {
  const faults = [{ worker: 1, tick: 7, phase: 'steer', kind: 'exit' }] as const;
  const options: FaultyOptions = { workers: 2, faults };
  const team = await createTeam(createWorld(school), options);
  const begin = performance.now();
  let noticedMs = Infinity;
  team.on('fault', () => {
    noticedMs = performance.now() - begin;
  });
  const { hashes } = await team.run(20, { hash: true });
  await team.dispose();
  expect(noticedMs).toBeLessThan(1000);
  expect(hashDifference(hashes, oracle(school, 20))).toBeUndefined();
});

it('aborts at a tick boundary', async () => {
  const world = createWorld(flock);
  const team = await patientTeam(world, 2);
  const report = await team.run(1_000_000, { signal: AbortSignal.timeout(100), hash: true });
  await team.dispose();
  expect(report.aborted).toBe(true);
  expect(report.toTick).toBe(world.tick);
  expect(hashDifference(report.hashes, oracle(flock, report.ticks))).toBeUndefined();
});
