import { createWorld } from '@skein/core';
import { expect, it } from 'vitest';
import { LONG, someOf } from '../../core/test/helpers/long.ts';
import { patientTeam } from './patient-team.ts';
import { beams, flock, hashDifference, oracle, randomOf, school } from './scenes.ts';

const RESIZES = LONG ? 10 : 3;
const MOST = LONG ? 6 : 3;

it.each(someOf([21, 22, 23], 3))(
  `${RESIZES} resizes during a run change no hash, seed %i`,
  async (seed) => {
    const random = randomOf(seed);
    const scenario = { ...beams, seed };
    const world = createWorld(scenario);
    await using team = await patientTeam(world, 2);
    const resizedAt = new Set<number>();
    team.on('resize', () => resizedAt.add(world.tick));

    const control = new AbortController();
    const run = team.run(1_000_000, { hash: true, signal: control.signal });
    for (let count = 0; count < RESIZES; count++) {
      // Never the present size, which would be no resize.
      await team.resize(1 + ((team.workers + Math.floor(random() * (MOST - 1))) % MOST));
    }
    control.abort();
    const { hashes, ticks } = await run;

    expect(resizedAt.size).toBe(RESIZES);
    expect(hashDifference(hashes, oracle(scenario, ticks))).toBeUndefined();
  },
);

const SIZES = someOf([5, 1, 8, 3, 2, 7], 3, 1);

it('resizes between runs change no hash', async () => {
  const expected = oracle(flock, 10 * SIZES.length);
  const world = createWorld(flock);
  await using team = await patientTeam(world, 2);
  const hashes: string[] = [];
  for (const workers of SIZES) {
    await team.resize(workers);
    expect(team.workers).toBe(workers);
    const report = await team.run(10, { hash: true });
    hashes.push(...(report.hashes ?? []));
  }
  expect(hashDifference(hashes, expected)).toBeUndefined();
});

it('the size that was requested last is the final one', async () => {
  await using team = await patientTeam(createWorld(flock), 1);
  const run = team.run(50);
  // The larger a crew, the later it is ready.
  await Promise.all((LONG ? [6, 3, 2] : [3, 2]).map((workers) => team.resize(workers)));
  expect(team.workers).toBe(2);
  await run;
  expect(team.workers).toBe(2);
});

it('the team emits resize only when its size changes', async () => {
  await using team = await patientTeam(createWorld(school), 1);
  const sizes: number[] = [];
  const forget = team.on('resize', ({ workers }) => sizes.push(workers));
  await team.resize(1);
  await team.resize(2);
  forget();
  await team.resize(1);
  expect(sizes).toEqual([2]);
});
