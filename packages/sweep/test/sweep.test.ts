import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { LONG, long } from '../../core/test/helpers/long.ts';
import type { JobFailure, JobResult } from '../src/jobs/job.ts';
import { JobMaker } from '../src/jobs/make-job.ts';
import { runJob } from '../src/jobs/run-job.ts';
import { type Plan, planHash } from '../src/plan/plan.ts';
import { readPlan } from '../src/plan/read-plan.ts';
import { readResults } from '../src/report/read-results.ts';
import { readJournals } from '../src/results/read-journals.ts';
import { readResultsPlan } from '../src/results/results-folder.ts';
import { runSweep, type SweepOptions } from '../src/run-sweep.ts';
import { testFolder } from './folder.ts';
import { flockPlan } from './scenes.ts';

const plan = readPlan(flockPlan());

/** All lines of all journals. */
async function entriesIn(folder: string): Promise<(JobResult | JobFailure)[]> {
  const entries = [];
  for await (const { entry } of readJournals(folder)) entries.push(entry);
  return entries.sort((a, b) => a.index - b.index);
}

/** The result of each run of a plan, done by hand. */
async function resultsOf(of: Plan): Promise<unknown[]> {
  const maker = new JobMaker(of);
  const results = [];
  for (let index = 0; index < of.runs; index++) {
    const job = maker.make(index);
    if (!('error' in job)) results.push(withoutTime(await runJob(job)));
  }
  return results;
}

const withoutTime = ({ ms: _, ...bits }: JobResult) => bits;

function sweep(results: string, options: Partial<SweepOptions> = {}, of = plan) {
  return runSweep(of, { results, jobs: 1, format: 'jsonl', ...options });
}

const rowsOf = (folder: string, name: string): Record<string, unknown>[] =>
  readFileSync(join(folder, name), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));

describe('a sweep', () => {
  it('does each run once, and writes a row for it and for each of its samples', async () => {
    const folder = testFolder();
    const counts: number[] = [];
    const report = await sweep(folder, {
      jobs: LONG ? 2 : 1,
      onResult: (_, { done }) => counts.push(done),
    });
    expect(report).toMatchObject({
      runs: 12,
      skipped: 0,
      done: 12,
      failed: 0,
      verified: 0,
      finished: 12,
      interrupted: false,
      tables: [join(folder, 'runs.jsonl'), join(folder, 'samples.jsonl')],
    });
    expect(counts).toEqual([...Array(12).keys()].map((at) => at + 1));
    const entries = (await entriesIn(folder)) as JobResult[];
    const expected = await resultsOf(plan);
    expect(entries.map(withoutTime)).toEqual(expected);
    expect(readdirSync(folder).sort()).toEqual([
      'journal',
      'plan.json',
      'runs.jsonl',
      'samples.jsonl',
    ]);
    expect(await readResultsPlan(folder)).toEqual(plan);

    const runs = rowsOf(folder, 'runs.jsonl');
    expect(runs.map(({ run, hash }) => [run, hash])).toEqual(
      entries.map(({ index, hash }) => [index, hash]),
    );
    expect(Object.keys(runs[0])).toEqual([
      ...['run', 'key', 'bird.separation.weight', 'bird.cohesion.weight', 'seed', 'ticks'],
      ...['hash', 'engine', 'ms', 'polarization', 'bird.alive'],
    ]);
    const samples = rowsOf(folder, 'samples.jsonl');
    expect(samples).toEqual(
      entries.flatMap(({ index, parameters, seed, sampleTicks, samples: columns }) =>
        sampleTicks.map((tick, at) => ({
          run: index,
          ...parameters,
          seed,
          tick,
          polarization: columns[0][at],
          'bird.alive': columns[1][at],
        })),
      ),
    );
  });

  long('skips what any earlier sweep has done, and does the rest', async () => {
    const folder = testFolder();
    const shards = [1, 2, 3, 4, 5].map((part) => ({ part, of: 5 }));
    const two = await sweep(folder, { shard: shards[1] });
    expect(two).toMatchObject({ runs: 3, done: 3, skipped: 0, finished: 3, tables: [] });
    expect(existsSync(join(folder, 'runs.jsonl'))).toBe(false);
    const rest = await sweep(folder);
    expect(rest).toMatchObject({ runs: 12, done: 9, skipped: 3, finished: 12 });
    expect(await sweep(folder)).toMatchObject({ done: 0, skipped: 12, finished: 12 });
    const entries = (await entriesIn(folder)) as JobResult[];
    expect(entries.map(withoutTime)).toEqual(await resultsOf(plan));
  });

  long('is the same in shards that share one folder, and in shards with their own', async () => {
    const [one, ...own] = [testFolder(), testFolder(), testFolder(), testFolder()];
    const shards = [1, 2, 3].map((part) => ({ part, of: 3 }));
    const reports = await Promise.all(shards.map((shard) => sweep(one, { shard, jobs: 1 })));
    expect(reports.map(({ done }) => done)).toEqual([4, 4, 4]);
    expect(reports.some(({ tables }) => tables.length === 2)).toBe(true);
    const expected = await resultsOf(plan);
    expect(((await entriesIn(one)) as JobResult[]).map(withoutTime)).toEqual(expected);

    for (const [at, shard] of shards.entries()) await sweep(own[at], { shard });
    const [target, ...others] = own;
    for (const other of others) {
      for (const name of readdirSync(join(other, 'journal'))) {
        const text = readFileSync(join(other, 'journal', name));
        writeFileSync(join(target, 'journal', name), text);
      }
    }
    const merged = await sweep(target);
    expect(merged).toMatchObject({ done: 0, skipped: 12, finished: 12 });
    const withoutMs = (name: string) => rowsOf(name, 'runs.jsonl').map(({ ms: _, ...row }) => row);
    expect(withoutMs(target)).toEqual(withoutMs(one));
  });

  long('gives runs that it keeps from another plan its own parameters', async () => {
    const folder = testFolder();
    await sweep(folder, {}, readPlan(flockPlan({ parameters: { 'bird.mass': [2, 1] } })));
    const renamed = { m: { at: ['bird.mass'], values: [1, 2] }, 'hawk.mass': [1, 3] };
    const more = readPlan(flockPlan({ parameters: renamed }));
    const report = await sweep(folder, { extend: true }, more);
    expect(report).toMatchObject({ runs: 8, skipped: 4, done: 4, finished: 8 });
    const expected = [1, 1, 1, 1, 2, 2, 2, 2].map((m, run) => [run, m, [1, 1, 3, 3][run % 4]]);
    for (const name of ['runs.jsonl', 'samples.jsonl']) {
      const rows = rowsOf(folder, name).filter(({ tick = 0 }) => tick === 0);
      expect(rows.map((row) => [row.run, row.m, row['hawk.mass']])).toEqual(expected);
    }
    const results = await readResults(folder);
    expect(Array.from(results.runs.get('m')!)).toEqual(expected.map(([, m]) => m));
    expect(Array.from(results.runs.get('hawk.mass')!)).toEqual(expected.map((row) => row[2]));
  });

  long('takes lines of other plans by their keys, from any journal', async () => {
    const folder = testFolder();
    await sweep(folder);
    const other = readPlan(flockPlan({ seeds: '0..2' }));
    await sweep(folder, { extend: true }, other);
    // All journals in one, under the name of the last, which belongs to the other plan.
    const journals = join(folder, 'journal');
    const names = readdirSync(journals);
    const own = names.find((name) => name.startsWith(planHash(other).slice(0, 16)))!;
    const text = names.map((name) => readFileSync(join(journals, name), 'utf8')).join('');
    for (const name of names) unlinkSync(join(journals, name));
    writeFileSync(join(journals, own), text);
    const notices: string[] = [];
    const report = await sweep(folder, { onNotice: (notice) => notices.push(notice) }, other);
    expect(report).toMatchObject({ done: 0, skipped: 18, finished: 18, contradictions: [] });
    const hashes = (await resultsOf(other)).map((value) => (value as JobResult).hash);
    expect(rowsOf(folder, 'runs.jsonl').map(({ hash }) => hash)).toEqual(hashes);
    const { runs } = await readResults(folder);
    expect(Array.from(runs.get('seed')!)).toEqual(Array.from({ length: 18 }, (_, k) => k % 3));
    expect(notices).toEqual([]);
  });

  long('is extended by the runs of another plan only if that plan may replace it', async () => {
    const folder = testFolder();
    await sweep(folder);
    const more = readPlan(flockPlan({ seeds: '0..2' }));
    await expect(sweep(folder, {}, more)).rejects.toMatchObject({
      code: 'RESULTS_UNFIT',
      message: `${folder}/plan.json: found another plan (seeds "1..2" there, "0..2" here), expected the same plan; give another folder, or --extend, which keeps the finished runs that both plans have`,
    });
    expect(existsSync(join(folder, 'runs.jsonl'))).toBe(true);
    const report = await sweep(folder, { extend: true }, more);
    expect(report).toMatchObject({ runs: 18, skipped: 12, done: 6, finished: 18 });
    const rows = rowsOf(folder, 'runs.jsonl');
    expect(rows.map(({ run, hash }) => [run, hash])).toEqual(
      (await resultsOf(more)).map((value) => {
        const { index, hash } = value as JobResult;
        return [index, hash];
      }),
    );
    const other = readPlan(
      flockPlan({
        parameters: Object.fromEntries(Object.entries(flockPlan().parameters as object).reverse()),
      }),
    );
    await expect(sweep(folder, {}, other)).rejects.toMatchObject({ code: 'RESULTS_UNFIT' });
  });

  long(
    'clears away the checkpoint of a run whose result was written just before a kill',
    async () => {
      const folder = testFolder();
      await sweep(folder, { shard: { part: 1, of: 2 } });
      const [{ key }] = await entriesIn(folder);
      mkdirSync(join(folder, 'checkpoints'));
      const name = (of: string): string => join(folder, 'checkpoints', `${of}.checkpoint`);
      writeFileSync(name(key), 'old');
      const { key: other } = new JobMaker(plan).make(1);
      writeFileSync(name(other), 'of a run that is not done');
      await sweep(folder, { shard: { part: 1, of: 2 } });
      expect([existsSync(name(key)), existsSync(name(other))]).toEqual([false, true]);
      const notices: string[] = [];
      await sweep(folder, { onNotice: (text) => notices.push(text) });
      expect(notices).toEqual([
        expect.stringMatching(/^run 1 starts at tick 0: checkpoint: found /),
      ]);
      expect(readdirSync(join(folder, 'checkpoints'))).toEqual([]);
    },
  );

  it('does not overwrite a file that is not a plan', async () => {
    const folder = testFolder();
    writeFileSync(join(folder, 'plan.json'), 'my plan for today');
    await expect(sweep(folder)).rejects.toMatchObject({
      code: 'RESULTS_UNFIT',
      message: `${folder}/plan.json: found an invalid plan, expected the plan of a sweep, or no file`,
    });
    expect(readFileSync(join(folder, 'plan.json'), 'utf8')).toBe('my plan for today');
  });

  long('records failed runs, does the others, and tries the failed ones again', async () => {
    const folder = testFolder();
    const parameters = { 'bird.minSpeed': [1, 8, 1], 'bird.maxSpeed': [9, 7, 8] };
    const failing = readPlan(flockPlan({ sample: 'list', parameters }));
    const failures: number[] = [];
    const options = { onFailure: ({ index }: JobFailure) => failures.push(index) };
    const report = await sweep(folder, options, failing);
    expect(report).toMatchObject({ runs: 6, done: 4, failed: 2, finished: 4, tables: [] });
    expect(failures.sort()).toEqual([2, 3]);
    const said =
      'The scenario has 1 problem:\n  $.species[0].minSpeed: found 8, expected at most 7, the value of "maxSpeed"';
    expect([...report.failures].sort()).toEqual([
      [2, said],
      [3, said],
    ]);
    expect(existsSync(join(folder, 'runs.jsonl'))).toBe(false);
    expect(await sweep(folder, {}, failing)).toMatchObject({ skipped: 4, done: 0, failed: 2 });
  });

  long('repeats the share that --verify gives, in another process and kernel', async () => {
    const folder = testFolder();
    const report = await sweep(folder, { jobs: 2, verify: 0.5 });
    const entries = (await entriesIn(folder)) as JobResult[];
    const chosen = entries.filter(({ key }) => Number.parseInt(key[0], 16) < 8);
    expect(entries.filter(({ verified }) => verified)).toEqual(chosen);
    expect(report).toMatchObject({ done: 12, verified: chosen.length, unlike: [] });
    expect(chosen.length).toBeGreaterThan(0);
    expect(chosen.length).toBeLessThan(12);
  });

  it('ends cleanly when it is stopped, and continues later', async () => {
    const folder = testFolder();
    const runs = LONG ? 24 : 6;
    const longer = readPlan(flockPlan({ ticks: LONG ? 200 : 60, seeds: LONG ? '1..4' : '1' }));
    const controller = new AbortController();
    const onResult = (_: JobResult, { done }: { done: number }): void => {
      if (done === 3) controller.abort();
    };
    const stopped = await sweep(folder, { signal: controller.signal, onResult }, longer);
    expect(stopped.interrupted).toBe(true);
    expect(stopped.tables).toEqual([]);
    expect(stopped.done).toBeGreaterThanOrEqual(3);
    expect(stopped.done).toBeLessThan(runs);
    const rest = await sweep(folder, {}, longer);
    expect(rest).toMatchObject({
      skipped: stopped.done,
      done: runs - stopped.done,
      finished: runs,
    });
    expect(
      existsSync(join(folder, 'checkpoints')) ? readdirSync(join(folder, 'checkpoints')) : [],
    ).toEqual([]);
  });
});
