import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { FitProblem } from '../../src/fit/fit-problem.ts';
import { FitSearch } from '../../src/fit/fit-search.ts';
import { type FitOptions, runFit } from '../../src/fit/run-fit.ts';
import { JobMaker } from '../../src/jobs/make-job.ts';
import { planHash } from '../../src/plan/plan.ts';
import { readResults } from '../../src/report/read-results.ts';
import { rowsOf } from '../../src/report/results.ts';
import { Finished } from '../../src/results/finished.ts';
import { Journal } from '../../src/results/journal.ts';
import { readResultsPlan } from '../../src/results/results-folder.ts';
import { testFolder } from '../folder.ts';
import { placeOf, walkFit } from './walk.ts';

const run = (problem: FitProblem, results: string, options: Partial<FitOptions> = {}) =>
  runFit(problem, { results, jobs: 1, format: 'jsonl', ...options });
const recordIn = (folder: string): string => readFileSync(join(folder, 'fit.json'), 'utf8');

/** Data of a speed of 1.34 m/s, for two masses. */
const walked = `walker.mass,x\n1,${placeOf(1.34, 20, 1)}\n3,${placeOf(1.34, 20, 3)}`;

describe('a fit', () => {
  it('finds a known speed, from a row for each of two masses', async () => {
    const folder = testFolder();
    const { record, sweep } = await run(
      walkFit(walked, { tolerance: 1e-4, generations: 60 }),
      folder,
    );
    expect(record.best!.parameters['walker.maxSpeed']).toBeCloseTo(1.34, 2);
    expect(record.best!.distance).toBeLessThan(5e-3);
    expect(record.stop).toBe('parameters');
    // The condition of each row has set the mass of its runs.
    for (const { conditions, model } of record.compared) {
      const speed = record.best!.parameters['walker.maxSpeed'];
      expect(model).toBeCloseTo(placeOf(speed, 20, conditions['walker.mass'] as number), 4);
    }
    // The folder is one of results like any other.
    const plan = await readResultsPlan(folder);
    expect(sweep.finished).toBe(plan.runs);
    expect(rowsOf((await readResults(folder)).runs)).toBe(plan.runs);
    const job = new JobMaker(plan).make(record.best!.run);
    expect(job.parameters).toMatchObject({ 'walker.mass': 1, ...record.best!.parameters });
    const lines = readFileSync(join(folder, 'runs.jsonl'), 'utf8').trimEnd().split('\n');
    expect(lines).toHaveLength(plan.runs);
  });

  it('compares samples of ticks, in units of their standard deviations', async () => {
    const data = [5, 10, 20].map((tick) => `${tick},${placeOf(2.5, tick, 2)},0.01`);
    const problem = walkFit(
      `tick,x,x.sd\n${data.join('\n')}`,
      { tolerance: 1e-4, generations: 60 },
      {
        parameters: { 'walker.mass': 2, 'walker.maxSpeed': { from: 0.5, to: 8 } },
      },
    );
    const { record } = await run(problem, testFolder());
    expect(record.best!.parameters['walker.maxSpeed']).toBeCloseTo(2.5, 2);
    const squares = record.compared.map(({ data, model }) => ((data - model) / 0.01) ** 2);
    const mean = squares.reduce((sum, square) => sum + square, 0) / 3;
    expect(record.best!.distance).toBeCloseTo(Math.sqrt(mean), 9);
  });

  it('finds two parameters at once', async () => {
    const data = [5, 10, 15, 20].map((tick) => `${tick},${placeOf(2.5, tick, 1, 2)}`);
    const problem = walkFit(
      `tick,x\n${data.join('\n')}`,
      { tolerance: 5e-3, generations: 40, seed: 3 },
      {
        parameters: {
          'walker.goal.weight': { from: 0.5, to: 9 },
          'walker.maxSpeed': { from: 0.5, to: 8, scale: 'log' },
        },
      },
    );
    const { record } = await run(problem, testFolder());
    expect(record.best!.parameters['walker.maxSpeed']).toBeCloseTo(2.5, 1);
    expect(record.best!.parameters['walker.goal.weight']).toBeCloseTo(2, 1);
  });

  it('finds the best value if it is an end of the range', async () => {
    const problem = walkFit(
      walked,
      { tolerance: 2e-3, generations: 25 },
      {
        parameters: { 'walker.mass': [1, 2, 3], 'walker.maxSpeed': { from: 1.5, to: 8 } },
      },
    );
    const { record } = await run(problem, testFolder());
    expect(record.best!.parameters['walker.maxSpeed']).toBeCloseTo(1.5, 1);
    for (const [speed] of record.generations.flatMap(({ candidates }) => candidates)) {
      // What falls outside is mirrored, so nothing gathers at the ends.
      expect(speed).toBeGreaterThan(1.5);
      expect(speed).toBeLessThan(8);
    }
  });

  it('stopped after each generation and continued gives the same, as do two processes', async () => {
    const problem = walkFit(walked, { generations: 5, tolerance: 0 });
    const [whole, pieces, two] = [testFolder(), testFolder(), testFolder()];
    const { sweep } = await run(problem, whole);
    for (let part = 0; part < 8; part++) {
      const controller = new AbortController();
      let results = 0;
      const onResult = (): void => {
        if (++results === 7) controller.abort();
      };
      const { record } = await run(problem, pieces, { signal: controller.signal, onResult });
      if (record.stop !== undefined) break;
    }
    expect(recordIn(pieces)).toBe(recordIn(whole));
    const again = await run(problem, pieces);
    expect([again.sweep.done, again.sweep.skipped]).toEqual([0, sweep.done]);
    await run(problem, two, { jobs: 2 });
    expect(recordIn(two)).toBe(recordIn(whole));
    expect(readFileSync(join(two, 'plan.json'), 'utf8')).toBe(
      readFileSync(join(whole, 'plan.json'), 'utf8'),
    );
  });

  it('does no run twice: candidates that are equal share their runs', async () => {
    const folder = testFolder();
    const problem = walkFit(
      'x\n9',
      { generations: 6, tolerance: 0 },
      {
        parameters: { 'walker.maxSpeed': { from: 1, to: 4, whole: true } },
      },
    );
    const { sweep, record } = await run(problem, folder);
    const speeds = record.generations.flatMap(({ candidates }) => candidates).flat();
    expect(new Set(speeds).size).toBeLessThanOrEqual(4);
    expect(sweep.done).toBe(new Set(speeds).size);
  });

  it('goes on with more generations, and keeps the runs of both', async () => {
    const folder = testFolder();
    const first = await run(walkFit(walked, { generations: 2, tolerance: 0 }), folder);
    const longer = walkFit(walked, { generations: 3, tolerance: 0 });
    await expect(run(longer, folder)).rejects.toThrow(
      /fit\.json: found another fit \(generations 2 there, 3 here\), expected the same fit; .*--extend/,
    );
    const { record, sweep } = await run(longer, folder, { extend: true });
    expect(sweep.skipped).toBe(first.sweep.done);
    expect(record.generations.slice(0, 2)).toEqual(first.record.generations);
  });

  it('refuses the folder of a sweep, and other data', async () => {
    const folder = testFolder();
    const problem = walkFit(walked, { generations: 1 });
    await run(problem, folder);
    await expect(
      run(walkFit(walked.replace('3,', '2,'), { generations: 1 }), folder),
    ).rejects.toThrow(/found another fit \(data/);
    rmSync(join(folder, 'fit.json'));
    await expect(run(problem, folder)).rejects.toThrow(/found the results of a sweep/);
  });

  it('counts a candidate without a value as the worst, and all of them as an error', async () => {
    const parameters = {
      'walker.minSpeed': { from: 0, to: 2 },
      'walker.maxSpeed': { from: 1, to: 8 },
    };
    const folder = testFolder();
    const problem = walkFit(
      'x\n3',
      { generations: 6, tolerance: 0 },
      { parameters, sample: 'random:1:2' },
    );
    const { record } = await run(problem, folder);
    const all = record.generations.flatMap(({ candidates, distances }) =>
      candidates.map(([least, greatest], at) => ({ least, greatest, distance: distances[at] })),
    );
    for (const { least, greatest, distance } of all)
      expect(distance === null).toBe(least > greatest);
    expect(all.filter(({ distance }) => distance === null).length).toBeGreaterThan(0);
    // The plan has only valid runs, so every reader of the folder can read it.
    const plan = await readResultsPlan(folder);
    expect(plan.combinations).toBe(all.filter(({ distance }) => distance !== null).length);

    const none = {
      ...problem,
      plan: { ...problem.plan, scenario: { ...(problem.plan.scenario as object), dt: -1 } },
    };
    await expect(run(none, testFolder())).rejects.toMatchObject({
      code: 'FIT_FAILED',
      message: expect.stringMatching(/generation 1: found only candidates with an invalid.*dt/s),
    });
  });

  it('names the first run that has no value', async () => {
    // A walker at rest has no direction.
    const measures = ['gone=mean(direction.x)'];
    const problem = walkFit(
      'tick,gone\n0,1',
      { generations: 2 },
      {
        measures,
        parameters: { 'walker.maxSpeed': { from: 1, to: 2 } },
      },
    );
    await expect(run(problem, testFolder())).rejects.toMatchObject({
      code: 'FIT_FAILED',
      message: expect.stringMatching(/run 0 has no value of gone/),
    });
  });

  it('keeps the reasons of failed runs when its plan grows', async () => {
    const folder = testFolder();
    const problem = walkFit(walked, { generations: 1, tolerance: 0 });
    await run(problem, folder);
    const before = await readResultsPlan(folder);
    const journal = new Journal(folder, planHash(before));
    const { key, parameters, seed, ticks } = new JobMaker(before).make(2);
    const failure = {
      key,
      index: 2,
      parameters,
      seed,
      ticks,
      engine: before.engine,
      error: 'fell',
    };
    // The results of the first generation are gone, all but the failure of run 2.
    rmSync(join(folder, 'journal'), { recursive: true });
    await journal.append(failure);
    await journal.append({
      ...failure,
      key: key.replace(/^./, (one) => (one === '0' ? '1' : '0')),
      error: 'of another run',
    });
    await journal.close();
    const grown = { ...before, ...new FitSearch(problem).ask(), every: before.every };
    const longer = {
      ...grown,
      parameters: grown.parameters.map((one) => ({
        ...one,
        values: [...(one.values as number[]), ...(one.values as number[])],
      })),
      combinations: grown.combinations * 2,
      runs: grown.runs * 2,
    };
    const finished = await Finished.read(folder, longer);
    expect([...finished.failures]).toEqual([[2, 'fell']]);
    finished.close();
  });
});
