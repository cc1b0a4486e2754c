import { spawnSync } from 'node:child_process';
import {
  appendFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  truncateSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { createWorld, tick } from '@skein/core';
import { describe, expect, it } from 'vitest';
import { someOf } from '../../../core/test/helpers/long.ts';
import { temporaryOf } from '../../src/files/replacement.ts';
import type { Job } from '../../src/jobs/job.ts';
import { JobPool } from '../../src/jobs/job-pool.ts';
import { JobMaker } from '../../src/jobs/make-job.ts';
import { type RunJobOptions, runJob } from '../../src/jobs/run-job.ts';
import { readPlan } from '../../src/plan/read-plan.ts';
import { runSweep } from '../../src/run-sweep.ts';
import { TRAJECTORY_FORMATS } from '../../src/tables/table-format.ts';
import { trajectoriesOf } from '../../src/tables/trajectories.ts';
import { testFolder } from '../folder.ts';
import { flockPlan } from '../scenes.ts';
import { MemoryStore } from './memory-store.ts';

/** Rows of a species with a column and a height, and a fox that is born late in the place of one that was removed. */
const MEADOW = {
  name: 'meadow',
  dimensions: 2,
  heights: { columns: 4, rows: 2, values: [0, 1, 2, 3, 0, 3, 6, 9] },
  species: [
    {
      name: 'hare',
      count: 3,
      maxSpeed: 2,
      maxForce: 4,
      columns: { energy: { type: 'f32', initial: { min: 0.1, max: 2 } } },
      spawn: { type: 'box', min: [0, 0], max: [3, 1], velocity: { speed: 1 } },
      behaviors: [{ type: 'wander' }],
    },
    { name: 'fox', count: 2, spawn: { type: 'box', min: [0, 0], max: [3, 1] } },
  ],
  commands: [
    { tick: 3, type: 'remove', ids: [4] },
    { tick: 11, type: 'spawn', species: 'fox', count: 1, position: [1, 0.5] },
  ],
};

function jobOf(trajectories: object, change: Record<string, unknown> = {}): Job {
  const plan = { ticks: 23, scenario: MEADOW, parameters: {}, measures: [], ...change };
  const job = new JobMaker(readPlan(flockPlan({ ...plan, trajectories }))).make(0);
  if ('error' in job) throw job.error;
  return job;
}

/** Does a run, and returns the bytes of its trajectories, which are all that it leaves. */
async function bytesOf(job: Job, options: RunJobOptions = {}): Promise<Buffer> {
  const trajectories = options.trajectories ?? testFolder();
  await runJob(job, { ...options, trajectories });
  const name = `${job.key}.${job.trajectories!.format}`;
  expect(readdirSync(trajectories)).toEqual([name]);
  return readFileSync(join(trajectories, name));
}

/** Does a run up to a tick, where it is stopped and saves a checkpoint. */
async function stopAt(stop: number, job: Job, options: RunJobOptions): Promise<void> {
  const controller = new AbortController();
  const onTick = (tick: number): void => {
    if (tick >= stop) controller.abort();
  };
  const run = runJob(job, { ...options, onTick, signal: controller.signal });
  await expect(run).rejects.toMatchObject({ code: 'JOB_ABORTED' });
}

/** The bytes of the samples of a world that is stepped here, written to a table of the format itself. */
async function expectedOf({ scenario, seed, ticks, trajectories }: Job): Promise<Buffer> {
  const options = trajectories!;
  const world = createWorld(scenario, { seed, kernel: 'ts' });
  const path = join(testFolder(), `expected.${options.format}`);
  const written = trajectoriesOf(world, options);
  const table = await written.open(path);
  for (;;) {
    if (world.tick % options.every === 0 || world.tick === ticks) {
      for (const rows of written.rows()) await table.write(rows);
    }
    if (world.tick === ticks) break;
    tick(world);
  }
  await table.finish();
  return readFileSync(path);
}

describe('the trajectories of a run', () => {
  it.each(TRAJECTORY_FORMATS)(
    'are those of a world that is stepped by hand, as .%s',
    async (format) => {
      const job = jobOf({ format, every: 5 });
      expect((await bytesOf(job)).equals(await expectedOf(job))).toBe(true);
      const some = jobOf({ format, every: 3, only: 'fox,1' });
      const bytes = await bytesOf(some);
      expect(bytes.equals(await expectedOf(some))).toBe(true);
    },
  );

  it('are written in parts, if they are many', async () => {
    const spawn = { type: 'box', min: [0, 0], max: [90, 90] };
    const species = [{ name: 'ant', count: 6007, spawn }];
    const scenario = { name: 'ants', dimensions: 2, species };
    const job = jobOf({ format: 'arrow', every: 1 }, { scenario, ticks: 3 });
    expect((await bytesOf(job)).equals(await expectedOf(job))).toBe(true);
  });

  it.each(TRAJECTORY_FORMATS)('have the same bytes after any stop, as .%s', async (format) => {
    // Agent 4 has no rows after the birth in its place.
    const jobs = [jobOf({ format, every: 4 }), jobOf({ format, every: 1, only: '4' })];
    for (const job of jobs) {
      const expected = await expectedOf(job);
      for (const stop of someOf(
        [1, 2, 4, 5, 11, 12, 13, 20, 22],
        1,
        TRAJECTORY_FORMATS.indexOf(format),
      )) {
        const trajectories = testFolder();
        const checkpoints = new MemoryStore();
        const options = { trajectories, checkpoints, checkpointMs: 0, sliceMs: 0 };
        await stopAt(stop, job, options);
        const [part] = readdirSync(trajectories);
        expect(part).toContain(`${job.key}.part`);
        // A killed run had gone on after its checkpoint.
        appendFileSync(join(trajectories, part), '99,1,fox,half a ro');
        const ticks: number[] = [];
        const again = { ...options, onTick: (at: number): void => void ticks.push(at) };
        expect((await bytesOf(job, again)).equals(expected)).toBe(true);
        expect(ticks[0]).toBe(stop + 1);
      }
    }
  });

  it.each(['shorter', 'missing', 'changed'])('begin anew if the part is %s', async (how) => {
    const job = jobOf({ every: 4 });
    const trajectories = testFolder();
    const checkpoints = new MemoryStore();
    const options = { trajectories, checkpoints, checkpointMs: 0, sliceMs: 0 };
    await stopAt(9, job, options);
    const [name] = readdirSync(trajectories);
    const part = join(trajectories, name);
    const kept = readFileSync(part);
    const size = kept.length;
    if (how === 'missing') unlinkSync(part);
    else if (how === 'shorter') truncateSync(part, size - 1);
    else writeFileSync(part, kept.fill(1, size - 1));
    const notices: string[] = [];
    await runJob(job, { ...options, onNotice: (text) => notices.push(text) });
    const bytes = readFileSync(join(trajectories, `${job.key}.parquet`));
    expect(bytes.equals(await bytesOf(job))).toBe(true);
    const found = {
      shorter: `of ${size - 1} bytes, expected at least ${size}`,
      missing: `of 0 bytes, expected at least ${size}`,
      changed: 'with other bytes, expected the checksum ',
    }[how]!;
    expect(notices).toEqual([
      expect.stringContaining(`run 0 starts at tick 0: checkpoint: found ${part} ${found}`),
    ]);
  });

  it('are those of one run if attempts of two runs with the same key take turns', async () => {
    const job = jobOf({ format: 'csv', every: 1 });
    const expected = await expectedOf(job);
    for (const stops of [
      [3, 9, 5, 20],
      [11, 4, 12, 13],
      [8, 1, 6, 9],
    ]) {
      const trajectories = testFolder();
      const checkpoints = new MemoryStore();
      const options = { trajectories, checkpoints, checkpointMs: 0, sliceMs: 0 };
      for (const [at, stop] of stops.entries()) {
        await stopAt(stop, { ...job, index: at % 2 }, options);
      }
      // Both go on at the same time, tick by tick, from the checkpoint that they share.
      const notices: string[] = [];
      const onNotice = (text: string): void => void notices.push(text);
      await Promise.all([0, 1].map((index) => runJob({ ...job, index }, { ...options, onNotice })));
      const bytes = readFileSync(join(trajectories, `${job.key}.csv`));
      expect(bytes.equals(expected)).toBe(true);
      expect(notices).toEqual([]);
    }
  });

  it('need no part once another process has written the table', async () => {
    const job = jobOf({ format: 'csv', every: 1 });
    const trajectories = testFolder();
    const onTick = (at: number): void => {
      if (at !== 9) return;
      for (const name of readdirSync(trajectories)) unlinkSync(join(trajectories, name));
      writeFileSync(join(trajectories, `${job.key}.csv`), 'whole');
    };
    expect(await runJob(job, { trajectories, sliceMs: 0, onTick })).toMatchObject({ ticks: 23 });
    expect(readdirSync(trajectories)).toEqual([`${job.key}.csv`]);
    expect(readFileSync(join(trajectories, `${job.key}.csv`), 'utf8')).toBe('whole');
    // Without the table, the run must not count as done.
    const alone = { trajectories: testFolder(), sliceMs: 0 };
    const remove = (): void => {
      for (const name of readdirSync(alone.trajectories))
        unlinkSync(join(alone.trajectories, name));
    };
    await expect(runJob(job, { ...alone, onTick: remove })).rejects.toMatchObject({
      code: 'FILE_FAILED',
      message: expect.stringMatching(/^cannot read .*\.part\..*, expected an existing file$/),
    });
  });

  it('lose the parts of killed processes once a checkpoint names another part', async () => {
    const job = jobOf({ format: 'csv', every: 1 });
    const trajectories = testFolder();
    const begin = join(trajectories, `${job.key}.part`);
    const { pid } = spawnSync(process.execPath, ['--version']);
    const left = temporaryOf(begin, pid);
    const other = temporaryOf(begin, process.ppid);
    for (const path of [left, other]) writeFileSync(path, 'rows');
    const checkpoints = new MemoryStore();
    await stopAt(2, job, { trajectories, checkpoints, checkpointMs: 0, sliceMs: 0 });
    expect(existsSync(left)).toBe(false);
    expect(existsSync(other)).toBe(true);
  });

  it('leave no part without a checkpoint', async () => {
    const job = jobOf({ every: 1 });
    const trajectories = testFolder();
    await stopAt(9, job, { trajectories, sliceMs: 0 });
    expect(readdirSync(trajectories)).toEqual([]);
  });

  it('are refused where they cannot be written', async () => {
    const file = join(testFolder(), 'file');
    appendFileSync(file, 'a file');
    const job = jobOf({ every: 1 });
    await expect(runJob(job, { trajectories: join(file, 'below') })).rejects.toMatchObject({
      code: 'FILE_FAILED',
      message: expect.stringContaining(`cannot write ${join(file, 'below', `.${job.key}`)}.part.`),
    });
  });

  it('keep their checkpoint where they cannot be continued', async () => {
    const file = join(testFolder(), 'file');
    appendFileSync(file, 'a file');
    const job = jobOf({ every: 1 });
    const checkpoints = new MemoryStore();
    const options = { checkpoints, checkpointMs: 0, sliceMs: 0 };
    await stopAt(9, job, { ...options, trajectories: testFolder() });
    const notices: string[] = [];
    const onNotice = (text: string): void => void notices.push(text);
    await expect(
      runJob(job, { ...options, trajectories: join(file, 'below'), onNotice }),
    ).rejects.toMatchObject({ code: 'FILE_FAILED' });
    expect(notices).toEqual([]);
    expect(checkpoints.saved.size).toBe(1);
  });

  it('are not written by a repetition of a run', async () => {
    const trajectories = join(testFolder(), 'trajectories');
    await using pool = new JobPool({ processes: 1, trajectories });
    await pool.run(jobOf({ every: 4 }), { fresh: true });
    expect(existsSync(trajectories)).toBe(false);
    await pool.run(jobOf({ every: 4 }));
    expect(readdirSync(trajectories)).toHaveLength(1);
  });
});

describe('a sweep with trajectories', () => {
  const plan = (change: object) =>
    readPlan(flockPlan({ scenario: MEADOW, parameters: {}, measures: [], ...change }));

  it('has a file for each run, named after its key, also if two runs have one key', async () => {
    const parameters = { 'hare.maxSpeed': [1, 2, 1], 'hare.maxForce': [4, 4, 4] };
    const own = plan({ parameters, sample: 'list', trajectories: { format: 'csv', only: 'hare' } });
    const results = testFolder();
    expect(await runSweep(own, { results, jobs: 2, verify: 1 })).toMatchObject({ verified: 6 });
    const maker = new JobMaker(own);
    const jobs = Array.from({ length: 6 }, (_, index) => maker.make(index) as Job);
    const names = new Set(jobs.map(({ key }) => `${key}.csv`));
    expect(names.size).toBe(4);
    expect(readdirSync(join(results, 'trajectories')).sort()).toEqual([...names].sort());
    for (const job of jobs) {
      const bytes = readFileSync(join(results, 'trajectories', `${job.key}.csv`));
      expect(bytes.equals(await expectedOf(job))).toBe(true);
    }
  });

  it('does the runs of the same plan without trajectories again', async () => {
    const results = testFolder();
    const jobs = 1;
    await runSweep(plan({}), { results, jobs });
    const first = plan({ trajectories: {} });
    await expect(runSweep(first, { results, jobs })).rejects.toThrow(
      'another plan (trajectories nothing there',
    );
    expect(await runSweep(first, { results, jobs, extend: true })).toMatchObject({
      done: 2,
      skipped: 0,
    });
    // With more seeds, these runs have other indices, and keep their files.
    const more = plan({ trajectories: {}, seeds: '0..2' });
    const before = readdirSync(join(results, 'trajectories'));
    expect(await runSweep(more, { results, jobs, extend: true })).toMatchObject({
      done: 1,
      skipped: 2,
    });
    expect(readdirSync(join(results, 'trajectories'))).toEqual(expect.arrayContaining(before));
  });

  it('is refused on other machines', async () => {
    const results = testFolder();
    const elsewhere = async function* () {};
    await expect(runSweep(plan({ trajectories: {} }), { results, elsewhere })).rejects.toThrow(
      'trajectories: found a sweep on other machines, which have no place for them',
    );
    expect(readdirSync(results)).toEqual([]);
  });
});
