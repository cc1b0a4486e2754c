import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { JobMaker } from '../../src/jobs/make-job.ts';
import { withArguments } from '../../src/plan/arguments.ts';
import { countRuns, isInShard, planHash, planJson } from '../../src/plan/plan.ts';
import { PlanError } from '../../src/plan/plan-error.ts';
import { planJsonSchema } from '../../src/plan/plan-schema.ts';
import { readPlanText } from '../../src/plan/plan-text.ts';
import { readPlan } from '../../src/plan/read-plan.ts';
import { flock, flockPlan } from '../scenes.ts';

/** The problems of a plan, one per line. */
function refusal(input: unknown, sources: Parameters<typeof readPlan>[1] = {}): string[] {
  try {
    readPlan(input, sources);
  } catch (error) {
    if (!(error instanceof PlanError)) throw error;
    const [head, ...lines] = error.message.split('\n');
    expect(head).toBe(
      `The plan has ${lines.length === 1 ? '1 problem' : `${lines.length} problems`}:`,
    );
    return lines.map((line) => line.slice(2));
  }
  throw new Error('the plan was taken');
}

/** The same for arguments that change a plan. */
function refusalOf(args: Parameters<typeof withArguments>[1], plan = flockPlan()): string[] {
  const { input, places, problems } = withArguments(plan, args);
  return refusal(input, { places, problems, scenarioName: 'flock.json' });
}

describe('a plan', () => {
  it('has its defaults written out, and reads back the same', () => {
    const plan = readPlan({ scenario: flock() });
    expect(planJson(plan)).toEqual({
      engine: expect.stringMatching(/^\d+\.\d+\.\d+$/),
      scenario: flock(),
      ticks: 600,
      seeds: '7',
      parameters: {},
      sample: 'grid',
      measures: [],
      every: 60,
    });
    expect([plan.combinations, plan.runs]).toEqual([1, 1]);
    const full = readPlan(flockPlan({ sample: 'latin:5:3' }));
    const again = readPlan(JSON.parse(JSON.stringify(planJson(full))));
    expect(again).toEqual(full);
    expect(planHash(again)).toBe(planHash(full));
  });

  it('has a hash of everything that determines its runs', () => {
    const changes = [
      {},
      { ticks: 24 },
      { seeds: '1..3' },
      { every: 9 },
      { measures: ['polarization'] },
      { sample: 'list', parameters: { 'bird.mass': [1, 2] } },
      { scenario: flock(18) },
      { parameters: { 'bird.cohesion.weight': [1, 4], 'bird.separation.weight': [0, 6, 12] } },
      { parameters: { 'bird.separation.weight': [0, 6, 12], 'bird.cohesion.weight': [1, 4] } },
    ];
    const hashes = changes.map((change) => planHash(readPlan(flockPlan(change))));
    expect(new Set(hashes).size).toBe(changes.length);
    const reversed = Object.fromEntries(Object.entries(flock()).reverse());
    expect(planHash(readPlan(flockPlan({ scenario: reversed })))).toBe(hashes[0]);
  });

  it('takes no memory for a million runs, and makes any one of them by itself', () => {
    const before = process.memoryUsage().heapUsed;
    const plan = readPlan({
      scenario: flock(),
      seeds: '1..1000',
      parameters: { 'bird.mass': { from: 1, to: 1000, steps: 1000 } },
    });
    const maker = new JobMaker(plan);
    expect(maker.make(999_999)).toMatchObject({
      seed: 1000,
      parameters: { 'bird.mass': 1000 },
    });
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(20e6);
  });

  it('makes runs of its scenario with the values filled in, seeds changing first', () => {
    const plan = readPlan(
      flockPlan({
        parameters: {
          'bird.separation.weight': [3, 5],
          'bird.0.radius': 6,
          'bird.count': [2, 9],
          '$.species[1].behaviors[0].type': 'cohesion',
        },
        seeds: [9, 4],
      }),
    );
    const maker = new JobMaker(plan);
    const jobs = Array.from({ length: plan.runs }, (_, index) => maker.make(index));
    expect(jobs.map(({ seed, parameters }) => [seed, ...Object.values(parameters)])).toEqual(
      [3, 5].flatMap((weight) =>
        [2, 9].flatMap((count) => [9, 4].map((seed) => [seed, weight, 6, count, 'cohesion'])),
      ),
    );
    expect(new Set(jobs.map(({ key }) => key)).size).toBe(8);
    const last = jobs[7];
    if ('error' in last) throw last.error;
    const [bird, hawk] = last.scenario.species;
    expect([bird.count, last.scenario.seed, hawk.behaviors[0].type]).toEqual([9, 4, 'cohesion']);
    expect(
      bird.behaviors.map((behavior) => [behavior.type, 'weight' in behavior && behavior.weight]),
    ).toEqual([
      ['cohesion', 8],
      ['alignment', 8],
      ['separation', 5],
    ]);
    // The plan is unchanged.
    expect(plan.scenario).toEqual(flock());
  });

  it('refuses a single run if only that combination is wrong', () => {
    const plan = readPlan({
      scenario: flock(),
      sample: 'list',
      parameters: { 'bird.minSpeed': [1, 8, 1], 'bird.maxSpeed': [9, 7, 9] },
    });
    const made = new JobMaker(plan).make(1);
    if (!('error' in made)) throw new Error('it was taken');
    expect(made.error.message).toContain(
      '$.species[0].minSpeed: found 8, expected at most 7, the value of "maxSpeed"',
    );
    expect(made.key).toMatch(/^[0-9a-f]{64}$/);
  });

  it.each([1, 2, 3, 5, 17, 30])('is divided into %i shards, each run in one', (of) => {
    const plan = readPlan(flockPlan());
    const dealt = Array.from({ length: of }, (_, at) => {
      const shard = { part: at + 1, of };
      const own = [...Array(plan.runs).keys()].filter((index) => isInShard(index, shard));
      expect(countRuns(plan, shard)).toBe(own.length);
      return own;
    });
    expect(dealt.flat().sort((a, b) => a - b)).toEqual([...Array(12).keys()]);
  });
});

describe('a wrong plan', () => {
  const SEED = 'whole numbers from 0 to 4294967295, or ranges of them such as "1..100"';

  it.each<[string, Record<string, unknown>, string[]]>([
    [
      'a misspelled parameter',
      { parameters: { 'bird.seperation.weight': 1, 'bird.cohesion.wieght': 1 } },
      [
        '$.parameters["bird.seperation.weight"]: found "seperation" (did you mean "separation"?), expected one of 0 "cohesion", 1 "alignment", 2 "separation"',
        '$.parameters["bird.cohesion.wieght"]: found "wieght" (did you mean "weight"?), expected one of weight, radius, cosine',
      ],
    ],
    [
      'a misspelled species',
      { parameters: { 'bord.count': 3 } },
      [
        '$.parameters["bord.count"]: found "bord" (did you mean "bird"?), expected one of "bird", "hawk"',
      ],
    ],
    [
      'an empty range',
      { parameters: { 'bird.mass': { from: 3, to: 1, steps: 4 } } },
      ['$.parameters["bird.mass"]: found the empty range 3..1x4, expected "to" above "from"'],
    ],
    [
      '10^12 runs',
      { seeds: '0..999999', parameters: { 'bird.mass': { from: 1, to: 2, steps: 1_000_000 } } },
      [
        'runs: found 1,000,000,000,000 (combinations: 1,000,000, seeds: 1,000,000), expected at most 10,000,000',
      ],
    ],
    [
      'a seed that is not a whole number',
      { seeds: [1, 2.5] },
      [`$.seeds[1]: found 2.5, expected ${SEED}`],
    ],
    [
      'unknown keys',
      { tiks: 9, smaple: 'grid' },
      [
        '$.tiks: found an unknown key (did you mean "ticks"?), expected one of "$schema", "scenario", "laws", "ticks", "seeds", "parameters", "sample", "measures", "every", "warmup", "trajectories", "engine"',
        '$.smaple: found an unknown key (did you mean "sample"?), expected one of "$schema", "scenario", "laws", "ticks", "seeds", "parameters", "sample", "measures", "every", "warmup", "trajectories", "engine"',
      ],
    ],
    [
      'an unknown key of a range',
      { parameters: { 'bird.mass': { from: 1, to: 2, stpes: 3 } } },
      [
        '$.parameters["bird.mass"].stpes: found an unknown key (did you mean "steps"?), expected one of "from", "to", "steps", "scale", "whole"',
      ],
    ],
    [
      'a bad measure',
      { measures: ['polarisation', 'bird.alive'] },
      [
        '$.measures "polarisation": found "polarisation" (did you mean "polarization"?), expected one of polarization, rotation, milling, nearest, speed, alive, hits, density, flow, clusters, largestCluster, mean, sum, count, share, min, max, deviation, median, quantile, fieldMean, fieldSum, fieldShare',
      ],
    ],
    [
      'a measure by the name of a column',
      { measures: ['seed=alive', 'alive'] },
      [
        '$.measures "seed": found the name "seed", expected another name, NAME=MEASURE: results have a column of this one',
      ],
    ],
    [
      'a parameter by the name of a column, or none',
      {
        parameters: {
          seed: { at: ['bird.mass'], values: [1, 2] },
          '': { at: ['hawk.mass'], values: [1, 2] },
        },
      },
      [
        '$.parameters.seed: found the name "seed", expected another name: results have a column for each parameter',
        '$.parameters[""]: found an empty name, expected another name: results have a column for each parameter',
      ],
    ],
    [
      'a parameter by a name that objects drop',
      { parameters: JSON.parse('{"__proto__": {"at": ["bird.mass"], "values": [1, 2]}}') },
      ['$.parameters.__proto__: found the name "__proto__", expected another name'],
    ],
    [
      'the seed of the scenario',
      { parameters: { '$.seed': [1, 2], noise: { at: ['$["seed"]'], values: [3] } } },
      [
        '$.parameters["$.seed"]: found the seed of the scenario, expected another parameter, because the seeds come from the key "seeds" of the plan',
        '$.parameters.noise.at[0]: found the seed of the scenario, expected another parameter, because the seeds come from the key "seeds" of the plan',
      ],
    ],
    [
      'a parameter by two names',
      { parameters: { 'bird.2.weight': 1, 'bird.separation.weight': 2 } },
      [
        '$.parameters["bird.separation.weight"]: found a second name for bird.2.weight, expected each parameter once',
      ],
    ],
    [
      'a parameter and its path',
      { parameters: { '$.species[0].count': [3, 4], 'bird.count': [1, 2] } },
      [
        '$.parameters["bird.count"]: found a second name for $.species[0].count, expected each parameter once',
      ],
    ],
    [
      'a value twice',
      { parameters: { 'bird.mass': [1, 2, 1] } },
      ['$.parameters["bird.mass"]: found 1 a second time, expected each value once'],
    ],
    ['no ticks', { ticks: 0 }, ['$.ticks: found 0, expected a whole number from 1 to 1073741824']],
    [
      'too many ticks',
      { ticks: 2 ** 30 + 1, every: 1.5 },
      [
        '$.ticks: found 1073741825, expected a whole number from 1 to 1073741824',
        '$.every: found 1.5, expected a whole number from 1 to 1073741824',
      ],
    ],
    [
      'a value out of range',
      { parameters: { 'bird.separation.weight': [-1, 2e6] } },
      ['$.parameters["bird.separation.weight"]: found -1, expected a number from 0 to 1000000 N'],
    ],
    [
      'an invalid count',
      { parameters: { 'bird.count': [2.5, 5_000_000] } },
      [
        '$.parameters["bird.count"]: found 2.5, expected a whole number',
        '$.parameters["bird.count"]: found 5000000, expected a number of at most 4194304',
      ],
    ],
    [
      'a text for a number',
      { parameters: { 'bird.mass': ['heavy'] } },
      ['$.parameters["bird.mass"]: found "heavy", expected a number'],
    ],
    [
      'numbers that contradict each other',
      { parameters: { 'bird.minSpeed': [2, 10] } },
      ['$.parameters["bird.minSpeed"]: found 10, expected at most 9, the value of "maxSpeed"'],
    ],
    [
      'a misspelled value at a path',
      { parameters: { '$.species[0].behaviors[2].type': ['separation', 'cohesoin'] } },
      [
        expect.stringMatching(
          /^\$\.parameters\["\$\.species\[0\]\.behaviors\[2\]\.type"\]: found "cohesoin" \(did you mean "cohesion"\?\), expected one of .*$/,
        ) as unknown as string,
      ],
    ],
    [
      'a path that leads nowhere',
      {
        parameters: {
          '$.specis[0].count': 1,
          '$.species[2].count': 1,
          '$.species.count': 1,
          '$.species[0].spawn': 1,
          '$.dt.x': 1,
          $species: 1,
          '$.species[0].mas': 3,
        },
      },
      [
        '$.parameters["$.specis[0].count"]: found no "specis" in $ (did you mean "species"?), expected one of "name", "seed", "bounds", "species"',
        '$.parameters["$.species[2].count"]: found 2 in $.species, a list of 2, expected an index from 0 to 1',
        '$.parameters["$.species.count"]: found "count" in $.species, a list of 2, expected an index from 0 to 1',
        '$.parameters["$.species[0].spawn"]: found an object at $.species[0].spawn, expected a number, a text, true or false at this path',
        '$.parameters["$.dt.x"]: found no "dt" in $, expected one of "name", "seed", "bounds", "species"',
        '$.parameters.$species: found "$species", expected a path such as $.launchers[0].angle',
      ],
    ],
    [
      'a key that a path adds',
      { parameters: { '$.species[0].mas': 3 } },
      [
        '$.parameters["$.species[0].mas"]: found an unknown key (did you mean "mass"?), expected one of "mass", "name", "goals", "moves", "spawn", or 25 others',
      ],
    ],
    [
      'rows of a list that do not fit',
      {
        sample: 'list',
        parameters: { 'bird.mass': [1, 2, 3], 'hawk.mass': [1, 2], 'bird.count': 5 },
      },
      [
        '$.parameters["hawk.mass"]: found 2 values, expected 3, as many as of bird.mass, or one for all',
      ],
    ],
    [
      'an interval in a grid',
      { parameters: { 'bird.mass': { from: 1, to: 2 } } },
      [
        '$.parameters["bird.mass"]: found a range without steps, 1..2, expected "steps", or a sample such as "random:COUNT" or "latin:COUNT"',
      ],
    ],
    [
      'a world that is too large',
      {
        parameters: {
          'bird.count': [1, 4_194_000],
          '$.species[0].lifetime': 3,
          '$.species[0].turnRate': 3,
        },
      },
      [
        '$.parameters["bird.count"]: found bird.count=4194000, which makes $ a world of NNN bytes, expected at most 1073741824',
      ],
    ],
    [
      'blocks of nothing',
      { sample: 'morris:4', parameters: { 'bird.mass': 2 } },
      [
        '$.sample: found "morris" without a varied parameter, expected a parameter with several values',
      ],
    ],
    [
      'a scenario that is wrong',
      { scenario: { ...flock(), dt: 'x' }, ticks: 'y' },
      [
        '$.scenario.dt: found "x", expected a finite number',
        '$.ticks: found "y", expected a whole number from 1 to 1073741824',
      ],
    ],
    [
      'no scenario',
      { scenario: undefined },
      ['$.scenario: found nothing, expected a scenario, or the path of its file'],
    ],
  ])('with %s', (_, change, lines) => {
    const said = refusal(flockPlan(change)).map((line) => line.replace(/\d+ bytes/, 'NNN bytes'));
    expect(said.sort()).toEqual([...lines].sort());
  });

  it('with more parameters than the Sobol sequence has dimensions for', () => {
    const behaviors = Array.from({ length: 11 }, () => ({ type: 'alignment', radius: 5 }));
    const spawn = { type: 'box', min: [0, 0, 0], max: [5, 5, 5] };
    const bird = { count: 2, maxSpeed: 3, spawn, behaviors };
    const species = ['a', 'b', 'c'].map((name) => ({ ...bird, name }));
    const names = species.flatMap((_, at) =>
      behaviors.map((__, behavior) => `$.species[${at}].behaviors[${behavior}].weight`),
    );
    const plan = {
      scenario: { ...flock(), species },
      sample: 'sobol:4',
      parameters: Object.fromEntries(names.map((name) => [name, { from: 0, to: 1 }])),
    };
    expect(refusal(plan)).toEqual([
      '$.sample: found "sobol" of 33 varied parameters, expected at most 32; "morris" takes more',
    ]);
    expect(readPlan({ ...plan, sample: 'morris:4' }).combinations).toBe(4 * 34);
  });

  it('that is not an object', () => {
    expect(refusal([1])).toEqual([
      '$: found an array of 1, expected an object',
      '$.scenario: found nothing, expected a scenario, or the path of its file',
    ]);
  });

  it('has its problems reported by argument, all at once', () => {
    const args = {
      ticks: '1e3',
      every: '0',
      seeds: '1.5',
      sample: 'gird',
      set: ['bird.mass=3..1x2', 'bird.mass=1', 'bird.maxSpeed', 'hawk.maxSped=1', '$.dt=0..x'],
      measure: ['nearst'],
    };
    expect(refusalOf(args, { scenario: { ...flock(), seed: 1.5 } })).toEqual([
      '--set bird.mass: found a second time, expected each parameter once',
      '--set bird.maxSpeed: found no "=", expected NAME=VALUES',
      '--set $.dt: found "0..x", expected FROM..TO or FROM..TOxSTEPS, followed by :log, :whole or nothing',
      '--ticks: found "1e3", expected a whole number from 1 to 1073741824',
      '--every: found 0, expected a whole number from 1 to 1073741824',
      'flock.json $.seed: found 1.5, expected a whole number',
      `--seeds: found "1.5", expected ${SEED}`,
      '--sample: found "gird" (did you mean "grid"?), expected one of "grid", "list", "random:COUNT", "latin:COUNT", "sobol:COUNT" or "morris:COUNT"',
      '--set bird.mass: found the empty range 3..1x2, expected "to" above "from"',
    ]);
    const sound = { ...args, set: ['hawk.maxSped=1'] };
    expect(refusalOf(sound)).toContain(
      '--set hawk.maxSped: found "maxSped" (did you mean "maxSpeed"?), expected one of mass, radius, maxSpeed, minSpeed, maxForce, damping, forceFactor, turnRate, lifetime, priority',
    );
    expect(refusalOf({ set: ['__proto__=1..2x2'] })).toContain(
      '--set __proto__: found the name "__proto__", expected another name',
    );
    expect(refusalOf(sound)).toContainEqual(
      expect.stringMatching(
        /^--measure "nearst": found "nearst" \(did you mean "nearest"\?\), expected .*$/,
      ),
    );
  });

  it('lets its arguments replace what the plan says, and add to it', () => {
    const { input } = withArguments(flockPlan(), {
      ticks: '9',
      set: ['bird.cohesion.weight=0..1x3', '$.species[0]["mass"]=2'],
    });
    const plan = readPlan(input);
    expect(planJson(plan)).toMatchObject({
      ticks: 9,
      seeds: '1..2',
      parameters: {
        'bird.separation.weight': { from: 0, to: 12, steps: 3 },
        'bird.cohesion.weight': { from: 0, to: 1, steps: 3 },
        '$.species[0]["mass"]': [2],
      },
    });
  });
});

describe('the text of a plan', () => {
  it.each([
    ['', '$', 'an empty text', 'a JSON object'],
    [
      '{"ticks": 1,\n "ticks": 2}',
      '$.ticks',
      'the key a second time, in line 2, column 2',
      'each key once',
    ],
    [
      '{"parameters": {"bird.mass": 1, "bird.mass": 2}}',
      '$.parameters["bird.mass"]',
      'the key a second time, in line 1, column 33',
      'each key once',
    ],
  ])('%j is refused', (text, path, found, expected) => {
    expect(readPlanText(text)).toEqual({ problems: [{ path, found, expected }] });
  });

  it('is refused if it is cut off', () => {
    expect(readPlanText('{"ticks": ')).toEqual({
      problems: [
        {
          path: '$',
          found: expect.stringMatching(/^text that is not JSON/),
          expected: 'a JSON object',
        },
      ],
    });
  });
});

describe('the size of a sample', () => {
  it.each<[object, unknown]>([
    [
      { n: '8', sample: 'sobol' },
      { type: 'sobol', count: 8, seed: 1 },
    ],
    [
      { n: '8', sample: 'morris:3:9' },
      { type: 'morris', count: 8, seed: 9 },
    ],
    [{ n: '8' }, { type: 'latin', count: 8, seed: 5 }],
  ])('is that of %j', (args, sample) => {
    for (const given of ['latin:40:5', { type: 'latin', count: 40, seed: 5 }]) {
      const { input, places } = withArguments(flockPlan({ sample: given }), args);
      expect(readPlan(input, { places }).sample).toEqual(sample);
    }
  });

  it('is refused where the sample has none', () => {
    const [line] = refusalOf({ n: '8' });
    expect(line).toMatch(/^--n: found "grid:8", expected one of "grid", "list", "random:COUNT"/);
    expect(refusalOf({ n: 'x', sample: 'sobol' })).toEqual([
      '--sample: found "sobol:x", expected "sobol:COUNT"',
    ]);
  });
});

describe('the JSON Schema of plans', () => {
  const file = new URL('../../plan.schema.json', import.meta.url);

  it('is the same as the file in the package', () => {
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(planJsonSchema());
  });

  it('accepts plans, and refuses what a plan may not have', () => {
    const validate = new Ajv2020({ strict: false }).compile(planJsonSchema());
    const right = [
      flockPlan(),
      flockPlan({ scenario: 'flock.json', sample: 'latin:200', seeds: [1, '3..9'] }),
      flockPlan({ sample: { type: 'random', count: 9 }, parameters: { a: true, b: ['x', 1] } }),
      flockPlan({ sample: 'sobol:64:7' }),
      flockPlan({ sample: { type: 'morris', count: 9, seed: 2 } }),
      planJson(readPlan(flockPlan())),
    ];
    for (const plan of right) expect([validate(plan), validate.errors]).toEqual([true, null]);
    for (const change of [
      { tiks: 1 },
      { ticks: 0 },
      { seeds: 1.5 },
      { parameters: { a: [] } },
      { parameters: { a: { from: 1 } } },
      { sample: 'gird' },
    ]) {
      expect([change, validate(flockPlan(change))]).toEqual([change, false]);
    }
  });
});
