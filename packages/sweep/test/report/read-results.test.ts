import { appendFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import type { JobResult } from '../../src/jobs/job.ts';
import { JobMaker } from '../../src/jobs/make-job.ts';
import { type Plan, planHash } from '../../src/plan/plan.ts';
import { readPlan } from '../../src/plan/read-plan.ts';
import { readResults } from '../../src/report/read-results.ts';
import { makeReport } from '../../src/report/report.ts';
import { Journal } from '../../src/results/journal.ts';
import { openResults } from '../../src/results/results-folder.ts';
import { flockPlan } from '../scenes.ts';

const folders: string[] = [];

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'skein report '));
  folders.push(folder);
  return folder;
}

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** A result from a formula: the measures are index + tick, and null or 20. */
function resultOf(plan: Plan, index: number): JobResult {
  const { key, parameters, seed, ticks } = new JobMaker(plan).make(index);
  const sampleTicks = [0, 10, 20, 23];
  return {
    ...{ key, index, parameters, seed, ticks, sampleTicks, engine: plan.engine, ms: 1 },
    hash: index.toString(16).padStart(16, '0'),
    samples: [sampleTicks.map((tick) => index + tick), sampleTicks.map((tick) => tick || null)],
  };
}

async function written(more: Record<string, unknown>, runs: readonly number[]) {
  const folder = newFolder();
  const plan = readPlan(flockPlan(more));
  await openResults(folder, plan);
  const journal = new Journal(folder, planHash(plan));
  for (const index of runs) await journal.append(resultOf(plan, index));
  await journal.close();
  return { folder, plan, journal };
}

describe('the results in a folder', () => {
  it('have a row for each run, in the order of the plan, and one for each sample', async () => {
    const { folder } = await written({}, [7, 0, 3, 11]);
    const { plan, engine, runs, samples, failures } = await readResults(folder);
    expect([...runs.keys()]).toEqual([
      'run',
      'seed',
      'bird.separation.weight',
      'bird.cohesion.weight',
      'polarization',
      'bird.alive',
    ]);
    const column = (name: string) => Array.from(runs.get(name)!);
    expect(column('run')).toEqual([0, 3, 7, 11]);
    expect(column('seed')).toEqual([1, 2, 2, 2]);
    expect(column('bird.separation.weight')).toEqual([0, 0, 6, 12]);
    expect(column('bird.cohesion.weight')).toEqual([1, 4, 4, 4]);
    expect(column('polarization')).toEqual([23, 26, 30, 34]);
    expect(Array.from(samples.get('run')!).slice(3, 6)).toEqual([0, 3, 3]);
    expect(Array.from(samples.get('tick')!).slice(3, 6)).toEqual([23, 0, 10]);
    expect(Array.from(samples.get('bird.alive')!).slice(0, 3)).toEqual([Number.NaN, 10, 20]);
    expect(failures).toEqual([]);
    expect(plan).toMatchObject({
      scenario: 'small-flock',
      agents: 20,
      runs: 12,
      ticks: 23,
      every: 10,
    });
    expect(plan.seeds).toBe('1 to 2');
    expect(engine).toMatch(/^\d+\.\d+\.\d+/);
    expect(plan.command).toBe(`skein sweep '${folder}'`);
    expect(plan.rerun).toBe(`skein rerun '${folder}' --run N`);
    expect(Math.abs(Number(plan.date) - Date.now())).toBeLessThan(60_000);
  });

  it('have no number of agents if a parameter of any name changes it', async () => {
    const agentsWith = async (parameters: object) => {
      const { folder } = await written({ parameters }, []);
      return (await readResults(folder)).plan.agents;
    };
    expect(await agentsWith({ size: { at: ['bird.count'], values: [3, 9] } })).toBeUndefined();
    expect(await agentsWith({ '$.species[1].count': [3, 9] })).toBeUndefined();
    expect(await agentsWith({ count: { at: ['bird.mass'], values: [3, 9] } })).toBe(20);
  });

  it('have the units and descriptions of parameters and measures', async () => {
    const parameters = {
      'bird.separation.weight': { from: 0.5, to: 8, steps: 5, scale: 'log' },
      'bird.1.radius': { from: 5, to: 9 },
    };
    const { folder } = await written({ parameters, sample: 'latin:6' }, []);
    const { plan } = await readResults(folder);
    expect(plan.parameters).toMatchObject([
      { scale: 'log', text: '5 values from 0.5 to 8, in equal ratios' },
      { unit: 'm', scale: 'linear', text: 'drawn from 5 to 9' },
    ]);
    expect(plan.measures[0]).toMatchObject({
      name: 'polarization',
      description: expect.stringContaining('mean direction'),
    });
  });

  it('have a column for each measure, even if one text means several', async () => {
    const { folder } = await written({ measures: ['each.alive'] }, [0, 1]);
    const { runs, plan } = await readResults(folder);
    expect(plan.measures.map(({ name }) => name)).toEqual(['bird.alive', 'hawk.alive']);
    expect(Array.from(runs.get('hawk.alive')!)).toEqual([23, 23]);
  });

  it('count a run once, leave out a torn line, and list the failures', async () => {
    const { folder, plan, journal } = await written({}, [1]);
    const { hash: _, samples: __, sampleTicks: ___, ms: ____, ...failed } = resultOf(plan, 2);
    const second = { ...resultOf(plan, 1), samples: [[9], [9]] };
    appendFileSync(journal.path, `${JSON.stringify({ ...failed, error: 'lost' })}\n`);
    appendFileSync(journal.path, `${JSON.stringify(second)}\n`);
    appendFileSync(journal.path, JSON.stringify(resultOf(plan, 4)));
    const { runs, failures } = await readResults(folder);
    expect(Array.from(runs.get('polarization')!)).toEqual([24]);
    expect(failures).toEqual([
      {
        ...{ run: 2, seed: 1, error: 'lost' },
        parameters: { 'bird.separation.weight': 0, 'bird.cohesion.weight': 4 },
      },
    ]);
  });

  it('include the runs of an earlier plan, under their new numbers', async () => {
    const { folder } = await written({}, [0, 1, 2, 3]);
    const wider = readPlan(flockPlan({ seeds: '1..3' }));
    await openResults(folder, wider, true);
    const journal = new Journal(folder, planHash(wider));
    await journal.append({ ...resultOf(wider, 2), index: 2 });
    await journal.close();
    const { runs } = await readResults(folder);
    // Runs 0 to 3 of two seeds each are 0, 1, 3 and 4 of three.
    expect(Array.from(runs.get('run')!)).toEqual([0, 1, 2, 3, 4]);
    expect(Array.from(runs.get('seed')!)).toEqual([1, 2, 3, 1, 2]);
    expect(Array.from(runs.get('polarization')!)).toEqual([23, 24, 25, 25, 26]);
  });

  it('make a report even if few or none of the runs are done', async () => {
    const { folder } = await written({}, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    const { html, figures } = makeReport(await readResults(folder));
    expect(figures.map(({ title }) => title)).toContain(
      'polarization over bird.separation.weight and bird.cohesion.weight',
    );
    expect(html).toContain('Incomplete: 11 of 12 runs.');
    const { folder: empty } = await written({}, []);
    expect(makeReport(await readResults(empty)).html).toContain('Incomplete: 0 of 12 runs.');
  });

  it('are refused if there are none', async () => {
    const folder = newFolder();
    await expect(readResults(folder)).rejects.toThrow(
      'plan.json: found no such file, expected the plan of a folder that skein sweep wrote',
    );
    writeFileSync(join(folder, 'plan.json'), '{"scenario": 3}');
    await expect(readResults(folder)).rejects.toThrow(
      `${folder}: found a plan but no results, expected the folder that skein sweep wrote`,
    );
    mkdirSync(join(folder, 'journal'));
    await expect(readResults(folder)).rejects.toThrow(/scenario/);
    await expect(readResults(join(folder, 'plan.json'))).rejects.toThrow('expected a folder');
  });
});
