import { describe, expect, it } from 'vitest';
import { JobMaker } from '../../src/jobs/make-job.ts';
import { readPlan } from '../../src/plan/read-plan.ts';
import { findRun } from '../../src/results/find-run.ts';
import { flockPlan } from '../scenes.ts';

describe('findRun', () => {
  const plan = readPlan(flockPlan());
  const keys = [...Array(12).keys()].map((index) => new JobMaker(plan).make(index).key);

  it('finds a run by its index, and by the first digits of its key', () => {
    expect([findRun(plan, '0'), findRun(plan, '11')]).toEqual([0, 11]);
    for (const [index, key] of keys.entries()) {
      expect([findRun(plan, key), findRun(plan, key.slice(0, 12))]).toEqual([index, index]);
    }
  });

  it('finds the first of two runs with the same key', () => {
    const twice = readPlan(flockPlan({ sample: 'list', parameters: { 'bird.mass': [1, 2, 1] } }));
    expect(findRun(twice, new JobMaker(twice).make(5).key)).toBe(1);
  });

  const EXPECTED = 'expected a number from 0 to 11, or the first digits of the key of a run';
  it.each(['12', '-1', 'zz', '', 'abc', 'deadbeefdeadbeef'])('knows no run %j', (text) => {
    expect(() => findRun(plan, text)).toThrow(`run "${text}": found no such run, ${EXPECTED}`);
  });

  it('reads digits with a leading zero as those of a key', () => {
    expect(() => findRun(plan, '0003')).toThrow('run "0003": found no such run, ');
    const many = readPlan(flockPlan({ seeds: '1..1500', parameters: {} }));
    const maker = new JobMaker(many);
    const index = [...Array(1500).keys()].findIndex((at) => /^0\d{5}/.test(maker.make(at).key));
    expect(findRun(many, maker.make(index).key.slice(0, 6))).toBe(index);
  });

  it('refuses digits that two keys begin with', () => {
    const many = readPlan(flockPlan({ seeds: '1..400', parameters: {} }));
    const all = [...Array(400).keys()].map((index) => new JobMaker(many).make(index).key);
    const begin = all
      .map((key) => key.slice(0, 4))
      .find((one, at, list) => list.indexOf(one) < at)!;
    const twins = [...all.entries()].filter(([, key]) => key.startsWith(begin)).map(([at]) => at);
    expect(() => findRun(many, begin)).toThrow(`found runs ${twins[0]} and ${twins[1]}, expected`);
  });
});
