import { createWorld, measure, parseScenario, tick } from '@skein/core';
import { innerOf } from '@skein/core/internal';
import { createTeam } from '@skein/worker';
import { describe, expect, it } from 'vitest';
import { LONG, long, someOf } from '../../core/test/helpers/long.ts';
import { patientTeam } from './patient-team.ts';
import { beams as plain } from './scenes.ts';

/** Enough for three blocks in `npm run test:long`. */
const BIRDS = LONG ? 9001 : 1201;

/** Beams that hit targets, and birds. */
const scenario = parseScenario({
  ...plain,
  species: [
    plain.species[0],
    {
      name: 'bird',
      count: BIRDS,
      spawn: { type: 'box', min: [-20, -7, 0], max: [20, 30, 4], velocity: { speed: 3 } },
      behaviors: [{ type: 'cohesion', radius: 1 }],
    },
  ],
});
const MEASURES = ['alive', 'hits', 'nearest', 'milling', 'bird.median(speed)', 'clusters(0.4)'];
const [TICKS, EVERY] = [170, 20];

/** The samples of the calling thread, by measure. */
const expected = (() => {
  const world = createWorld(scenario);
  const rows: Float64Array[] = [];
  for (let n = EVERY; n <= TICKS; n += EVERY) {
    tick(world, EVERY);
    rows.push(measure(world, MEASURES));
  }
  return MEASURES.map((_, at) => rows.map((row) => row[at]));
})();
const SAMPLED = [20, 40, 60, 80, 100, 120, 140, 160];

it('the scenario has something to measure, such as hits', () => {
  const [alive, hits] = expected;
  expect(new Set(alive).size).toBeGreaterThan(1);
  expect(hits.at(-1)).toBeGreaterThan(3);
});

describe.each(someOf([3, 1, 2, 8], 4))('%i workers', (workers) => {
  it('measure the same bits as the calling thread during a run', async () => {
    await using team = await patientTeam(createWorld(scenario), workers);
    const { samples, ticks } = await team.run(TICKS, { measures: MEASURES, every: EVERY });
    expect(ticks).toBe(TICKS);
    expect(samples?.names).toEqual(MEASURES);
    expect(samples?.ticks).toEqual(SAMPLED);
    expect(samples?.values.map((values) => [...values])).toEqual(expected);
  });
});

it('a team measures between runs, and at the next tick boundary of a run', async () => {
  const world = createWorld(scenario);
  await using team = await patientTeam(world, 2);
  await team.run(3);
  expect([...(await team.measure(MEASURES))]).toEqual([...measure(world, MEASURES)]);
  const run = team.run(40);
  const [alive] = await team.measure(['bird.alive']);
  expect(alive).toBe(BIRDS);
  expect((await run).toTick).toBe(43);
  // Samples are taken at multiples of `every`, wherever a run begins. A run that reaches no multiple has no samples.
  const { samples } = await team.run(60, { measures: ['alive'], every: 50 });
  expect(samples?.ticks).toEqual([50, 100]);
  expect((await team.run(1, { measures: ['alive'], every: 50 })).samples?.ticks).toEqual([]);
});

it('a team on the calling thread measures the same', async () => {
  await using team = await createTeam(createWorld(scenario, { shared: false }));
  expect(team.threaded).toBe(false);
  const { samples } = await team.run(40, { measures: MEASURES, every: EVERY });
  expect(samples?.values.map((values) => [...values])).toEqual(
    expected.map((values) => values.slice(0, 2)),
  );
});

long.each(someOf(['exit', 'throw', 'hang'] as const, 3))(
  'a worker that is lost while it measures changes no sample: %s',
  async (kind) => {
    const faults = [
      { worker: 1, tick: 40, phase: 'measures', kind },
      { worker: 0, tick: 77, phase: 'steer', kind },
    ];
    const stallMs = kind === 'hang' ? 750 : 60_000;
    await using team = await patientTeam(createWorld(scenario), LONG ? 3 : 2, { faults, stallMs });
    const lost: string[] = [];
    team.on('fault', ({ error }) => lost.push(`${error.phase} ${error.tick}`));
    const { samples } = await team.run(TICKS, { measures: MEASURES, every: EVERY });
    expect(lost).toEqual(['measures 40', 'steer 77']);
    expect(samples?.ticks).toEqual(SAMPLED);
    expect(samples?.values.map((values) => [...values])).toEqual(expected);
  },
);

long('a run that is resized and then aborted has all samples up to its last tick', async () => {
  const world = createWorld(scenario);
  await using team = await patientTeam(world, 2);
  const controller = new AbortController();
  const run = team.run(1e6, { measures: ['alive'], every: 10, signal: controller.signal });
  await expect.poll(() => world.tick, { timeout: 20_000 }).toBeGreaterThan(25);
  await team.resize(3);
  controller.abort();
  const { samples, toTick } = await run;
  expect(samples?.ticks).toEqual(
    Array.from({ length: Math.floor(toTick / 10) }, (_, k) => 10 * (k + 1)),
  );
});

it('a team refuses invalid measures and sampling intervals before the run begins', async () => {
  const world = createWorld(scenario);
  await using team = await patientTeam(world, 1);
  const refused = (options: object) => expect(team.run(1, options)).rejects;
  await refused({ measures: ['alife'] }).toMatchObject({ code: 'MEASURE_INVALID' });
  await expect(team.measure(['alife'])).rejects.toMatchObject({ code: 'MEASURE_INVALID' });
  for (const [options, message] of [
    [{ measures: 'alive' }, 'measures: found "alive", expected a list'],
    [{ every: 5 }, 'every: found 5 without measures, expected both'],
    [
      { measures: ['alive'], every: 0.5 },
      'every: found 0.5, expected a whole number of ticks from 1 to 1073741824',
    ],
  ] as const) {
    await refused(options).toMatchObject({ code: 'OPTION_INVALID', message });
  }
  expect([world.tick, innerOf(world).hold]).toEqual([0, 'none']);
  expect((await team.run(1)).toTick).toBe(1);
});
