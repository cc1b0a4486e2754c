import { createWorld, QueryError, query, tick } from '@skein/core';
import { createTeam } from '@skein/worker';
import { expect, it } from 'vitest';
import { LONG, someOf } from '../../core/test/helpers/long.ts';
import { FAULT_KINDS, type FaultyOptions } from '../src/faults.ts';
import { patientTeam } from './patient-team.ts';
import { requestsFor } from './query-requests.ts';
import { beams, flock } from './scenes.ts';

const POINTS = LONG ? 503 : 103;

/** Makes a world and runs 60 ticks, so that agents have moved and some have died. */
function moved(scenario: typeof flock, options: Parameters<typeof createWorld>[1] = {}) {
  const world = createWorld(scenario, options);
  tick(world, 60);
  return world;
}

it.each([
  ['simd', [1, 2, 3, 5, 8, 13]],
  ['ts', [1, 2, 3]],
] as const)('any number of workers find the same results, kernel %s', async (kernel, crews) => {
  const world = moved(flock, { kernel });
  const requests = requestsFor(world, POINTS);
  const expected = requests.map((request) => query(world, request));
  for (const answer of expected) expect(answer.ids.length).toBeGreaterThan(POINTS / 6);
  for (const workers of someOf(crews, 6, kernel === 'ts' ? 1 : 2)) {
    await using team = await patientTeam(world, workers);
    for (const [n, request] of requests.entries()) {
      const answer = await team.query(request);
      expect(answer).toEqual(expected[n]);
      expect(answer.ids.buffer).toBeInstanceOf(ArrayBuffer);
    }
  }
});

it('both kernels find the same results', () => {
  const [ts, simd] = [moved(beams, { kernel: 'ts' }), moved(beams, { kernel: 'simd' })];
  for (const request of requestsFor(ts)) expect(query(simd, request)).toEqual(query(ts, request));
});

it('a team on the calling thread finds the same results', async () => {
  const world = createWorld(beams, { shared: false });
  await using team = await createTeam(world);
  for (const request of requestsFor(world, 17)) {
    expect(await team.query(request)).toEqual(query(world, request));
  }
});

it.each(someOf(FAULT_KINDS, 5, 1))(
  'a worker with the fault "%s" is replaced, and the answer is the same',
  async (kind) => {
    const world = createWorld(beams);
    const request = requestsFor(world)[0];
    const expected = query(world, request);
    const faults = [{ worker: 1, tick: 0, phase: 'queries', kind }];
    await using team = await createTeam(world, {
      workers: LONG ? 3 : 2,
      faults,
      stallMs: 200,
    } as FaultyOptions);
    const losses: string[] = [];
    team.on('fault', ({ error }) => losses.push(error.message));
    expect(await team.query(request)).toEqual(expected);
    expect(losses).toHaveLength(1);
    expect(losses[0]).toContain("in phase 'queries' of tick 0");
    await team.run(1);
  },
);

it('a query is answered at the next tick boundary of a run, for the world at that tick', async () => {
  const world = createWorld(beams);
  await using team = await patientTeam(world, 2);
  let over = false;
  const run = team.run(400).finally(() => {
    over = true;
  });
  const points = Float32Array.of(0, 0, 0);
  const asked = team.query({ type: 'nearest', points, k: 1, species: beams.species[0].name });
  points.fill(Number.NaN);
  await asked;
  expect(over).toBe(false);
  expect((await run).toTick).toBe(400);
});

it('an invalid query is refused, and the run continues', async () => {
  const world = createWorld(beams);
  await using team = await patientTeam(world, 2);
  const run = team.run(40);
  const points = Float32Array.of(0, 0);
  const refused = team.query({ type: 'radius', points, radius: -1 });
  await expect(refused).rejects.toThrow(QueryError);
  await expect(refused).rejects.toThrow('$.points: found 2 numbers, expected a multiple of 3');
  expect((await run).ticks).toBe(40);
});
