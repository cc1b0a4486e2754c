import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { JobMaker } from '../../src/jobs/make-job.ts';
import { type Plan, planJson } from '../../src/plan/plan.ts';
import { PlanError } from '../../src/plan/plan-error.ts';
import { planJsonSchema } from '../../src/plan/plan-schema.ts';
import { readPlan } from '../../src/plan/read-plan.ts';
import { runsTable } from '../../src/results/result-columns.ts';
import { flockPlan } from '../scenes.ts';

const COUNTS = { at: ['bird.count', 'hawk.count'], from: 5, to: 25, steps: 5, whole: true };

function refusal(change: Record<string, unknown>): string {
  try {
    readPlan(flockPlan(change));
  } catch (error) {
    if (error instanceof PlanError) return error.message.split('\n').slice(1).join('\n').trim();
    throw error;
  }
  return 'nothing';
}

describe('a parameter that sets several places', () => {
  const plan = readPlan(
    flockPlan({
      seeds: '1',
      parameters: { size: COUNTS, speed: { at: ['$.species[1].maxSpeed'], values: [4, 8] } },
    }),
  );

  it('gives each of them the same value', () => {
    const maker = new JobMaker(plan);
    const made = Array.from({ length: plan.runs }, (_, index) => maker.make(index));
    expect(made.map(({ parameters }) => parameters)).toEqual(
      [5, 10, 15, 20, 25].flatMap((size) => [4, 8].map((speed) => ({ size, speed }))),
    );
    const counts = made.map(
      (job) => 'scenario' in job && job.scenario.species.map(({ count }) => count),
    );
    expect(counts[7]).toEqual([20, 20]);
    expect(new Set(made.map(({ key }) => key)).size).toBe(10);
  });

  it('is written out, read back, and valid by the schema', () => {
    const json = JSON.parse(JSON.stringify(planJson(plan)));
    expect(json.parameters.size).toEqual({ ...COUNTS, scale: 'linear' });
    expect(json.parameters.speed).toEqual({ at: ['$.species[1].maxSpeed'], values: [4, 8] });
    expect(readPlan(json)).toEqual(plan);
    const validate = new Ajv2020({ strict: false }).compile(planJsonSchema());
    expect([validate(json), validate.errors]).toEqual([true, null]);
  });

  it('is refused if a place does not exist, or has two names', () => {
    expect(
      refusal({ parameters: { size: { at: ['bird.count', 'hark.count'], values: [4] } } }),
    ).toMatch(
      /^\$\.parameters\.size\.at\[1\]: found "hark" \(did you mean "hawk"\?\), expected one of "bird", "hawk"$/,
    );
    expect(
      refusal({ parameters: { size: COUNTS, hawks: { at: ['$.species[1].count'], values: [4] } } }),
    ).toBe(
      '$.parameters.hawks.at[0]: found a second name for hawk.count, expected each parameter once',
    );
    expect(refusal({ parameters: { size: { at: [], values: [4] } } })).toMatch(
      /^\$\.parameters\.size/,
    );
    expect(refusal({ parameters: { size: { at: 'bird.count', values: [4] } } })).toMatch(
      /^\$\.parameters\.size/,
    );
  });
});

describe('a parameter of derived places', () => {
  const SIZES = {
    at: [
      'bird.maxSpeed',
      { name: 'hawk.maxSpeed', times: 0.5 },
      { name: '$.species[0].mass', times: -0.25, plus: 3 },
    ],
    values: [2, 4, 8],
  };
  const plan = readPlan(flockPlan({ seeds: '1', parameters: { size: SIZES } }));

  it('gives each place its multiple, and the table the number itself', () => {
    const maker = new JobMaker(plan);
    const made = [0, 1, 2].map((index) => maker.make(index));
    expect(made.map(({ parameters }) => parameters.size)).toEqual([2, 4, 8]);
    const numbers = made.map((job) =>
      'scenario' in job
        ? [...job.scenario.species.map(({ maxSpeed }) => maxSpeed), job.scenario.species[0].mass]
        : [],
    );
    expect(numbers).toEqual([
      [2, 1, 2.5],
      [4, 2, 2],
      [8, 4, 1],
    ]);
  });

  it('has the key of a run whose scenario has the same numbers', () => {
    const parameters = { 'bird.maxSpeed': 4, 'hawk.maxSpeed': 2, '$.species[0].mass': 2 };
    const apart = readPlan(flockPlan({ seeds: '1', parameters }));
    expect(new JobMaker(plan).make(1).key).toBe(new JobMaker(apart).make(0).key);
  });

  it('is written out, read back, and valid by the schema', () => {
    const json = JSON.parse(JSON.stringify(planJson(plan)));
    expect(json.parameters.size).toEqual(SIZES);
    expect(readPlan(json)).toEqual(plan);
    const validate = new Ajv2020({ strict: false }).compile(planJsonSchema());
    expect([validate(json), validate.errors]).toEqual([true, null]);
    json.parameters.size.at[1].factor = 2;
    expect(validate(json)).toBe(false);
  });

  it('sets -0 nowhere', () => {
    const zero = readPlan(
      flockPlan({ parameters: { w: { at: [{ name: 'hawk.maxSpeed', times: -1 }], values: 0 } } }),
    );
    const job = new JobMaker(zero).make(0);
    expect('scenario' in job && job.scenario.species[1].maxSpeed).toBe(0);
  });

  it('is refused with all problems of its places', () => {
    const at = ['bird.mass', 5, { times: 'a', factor: 2 }];
    const lines = refusal({ parameters: { size: { at, values: 1 } } }).split('\n');
    expect(lines.map((line) => line.trim())).toEqual([
      '$.parameters.size.at[1]: found 5, expected a name, or { "name", "times", "plus" }',
      expect.stringMatching(/^\$\.parameters\.size\.at\[2\]\.name: found nothing, expected/),
      '$.parameters.size.at[2].times: found "a", expected a finite number',
      expect.stringMatching(/^\$\.parameters\.size\.at\[2\]\.factor: found/),
    ]);
  });

  it('is refused with the problems of each place, not only of the first', () => {
    const at = ['bird.mas', { name: 'bird.mass', times: 2 }, { name: 'hark.mass', times: 2 }];
    expect(refusal({ parameters: { size: { at, values: 1 } } }).match(/at\[\d\]/g)).toEqual([
      'at[0]',
      'at[2]',
    ]);
  });

  it.each([
    [
      { at: [{ name: '$.name', times: 2 }], values: [1, 'two', 3] },
      '.at[0]: found the value "two", expected numbers, which it multiplies',
    ],
    [
      { at: [{ name: 'bird.mass', times: 1e300 }], values: [1e300] },
      '.at[0]: found Infinity for the value 1e+300, expected a finite number',
    ],
    [
      { at: ['bird.maxSpeed', { name: 'bird.maxSpeed', times: 2 }], values: [1] },
      '.at[1]: found a second name for bird.maxSpeed, expected each parameter once',
    ],
    [{ at: [{ name: 'bird.mass', times: -1 }], values: [1] }, '.at[0]: found -1'],
    [
      { at: ['hawk.mass', { name: '$.species[0].mass', times: -1 }], values: [1] },
      '.at[1]: found -1',
    ],
  ])('refuses %j', (size, message) => {
    expect(refusal({ parameters: { size } })).toContain(`$.parameters.size${message}`);
  });
});

describe('a warmup', () => {
  const result = {
    ...{ key: 'k', index: 0, parameters: {}, seed: 1, ticks: 23, hash: 'h', engine: 'e', ms: 5 },
    sampleTicks: [0, 10, 20, 23],
    samples: [
      [1, 2, 4, 9],
      [7, null, 5, null],
    ],
  };
  const last = (plan: Plan) => runsTable(plan).rows(result)[0]!.slice(-2);
  const plan = (more: object) => readPlan(flockPlan({ parameters: {}, seeds: '1', ...more }));

  it('leaves earlier samples out of the means of a run; without it the last sample counts', () => {
    expect(last(plan({}))).toEqual([9, null]);
    expect(last(plan({ warmup: 10 }))).toEqual([5, 5]);
    expect(last(plan({ warmup: 0 }))).toEqual([4, 6]);
    expect(last(plan({ warmup: 21 }))).toEqual([9, null]);
  });

  it('changes no key, so that finished runs stay', () => {
    const keys = [{}, { warmup: 10 }].map((more) => new JobMaker(plan(more)).make(0).key);
    expect(keys[0]).toBe(keys[1]);
    expect(readPlan(planJson(plan({ warmup: 10 })))).toEqual(plan({ warmup: 10 }));
  });

  it.each([-1, 2.5, 24, 'late'])('%j is refused', (warmup) => {
    expect(refusal({ warmup })).toBe(
      `$.warmup: found ${JSON.stringify(warmup)}, expected a whole number from 0 to 23, the last tick`,
    );
  });
});
