import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import * as realFs from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { LONG } from '../../../core/test/helpers/long.ts';
import type { JobFailure, JobResult } from '../../src/jobs/job.ts';
import { JobMaker } from '../../src/jobs/make-job.ts';
import { type Plan, planHash } from '../../src/plan/plan.ts';
import { readPlan } from '../../src/plan/read-plan.ts';
import { Finished } from '../../src/results/finished.ts';
import { Journal } from '../../src/results/journal.ts';
import { readJournals } from '../../src/results/read-journals.ts';
import { differenceOf } from '../../src/run-sweep.ts';
import { testFolder } from '../folder.ts';
import { flockPlan } from '../scenes.ts';

/** Runs are sampled at their start and end. */
const ENDS = { every: 100 };
const plan = readPlan(flockPlan(ENDS));

/** An invented result of a run. */
function resultOf(index: number, { of = plan, hash = `${index}`, ms = 5 } = {}): JobResult {
  const { key, parameters, seed, ticks } = new JobMaker(of).make(index);
  const samples = [
    [0.5, null],
    [17, 17],
  ];
  const engine = of.engine;
  const sampleTicks = [0, ticks];
  return {
    key,
    index,
    parameters,
    seed,
    ticks,
    hash: hash.padStart(16, '0'),
    engine,
    ms,
    sampleTicks,
    samples,
  };
}

function failureOf(index: number, error: string): JobFailure {
  const { key, parameters, seed, ticks } = new JobMaker(plan).make(index);
  return { key, index, parameters, seed, ticks, engine: plan.engine, error };
}

async function write(
  folder: string,
  entries: (JobResult | JobFailure)[],
  of: Plan = plan,
): Promise<string> {
  const journal = new Journal(folder, planHash(of));
  for (const entry of entries) await journal.append(entry);
  await journal.close();
  return journal.path;
}

async function entriesOf(folder: string): Promise<unknown[]> {
  const entries = [];
  for await (const { entry } of readJournals(folder)) entries.push(entry);
  return entries;
}

describe('a journal', () => {
  it('has a line for each run, and is created with the first one', async () => {
    const folder = testFolder();
    await new Journal(folder, planHash(plan)).close();
    expect(readdirSync(folder)).toEqual([]);
    const entries = [resultOf(3), failureOf(1, 'no\nmemory'), resultOf(1)];
    const path = await write(folder, entries);
    const text = readFileSync(path, 'utf8');
    expect(text.split('\n').map((line) => line && JSON.parse(line))).toEqual([...entries, '']);
    expect(await entriesOf(folder)).toEqual(entries);
  });

  it('has a unique name, even if one process writes several at once', async () => {
    const folder = testFolder();
    await Promise.all([1, 2, 3].map((index) => write(folder, [resultOf(index)])));
    expect(readdirSync(join(folder, 'journal'))).toHaveLength(3);
  });

  it('counts a line only if its line feed is there, for a cut at any byte', async () => {
    const folder = testFolder();
    const path = await write(folder, [resultOf(0), resultOf(1), resultOf(2)]);
    const whole = readFileSync(path);
    const ends = [...whole.entries()].filter(([, byte]) => byte === 10).map(([at]) => at + 1);
    // Each byte from the second line feed on; `npm test` leaves out most of those of the third line.
    const step = (length: number) => {
      if (length <= ends[1] - 3) return LONG ? 37 : 97;
      return LONG || length < ends[1] + 3 || length > ends[2] - 5 ? 1 : 31;
    };
    for (let length = 0; length <= whole.length; length += step(length)) {
      writeFileSync(path, whole.subarray(0, length));
      expect(await entriesOf(folder)).toHaveLength(ends.filter((end) => end <= length).length);
    }
  });

  it('is read past an invalid line, and reports where it is', async () => {
    const folder = testFolder();
    const path = await write(folder, [resultOf(0), resultOf(1), resultOf(2)]);
    const lines = readFileSync(path, 'utf8').split('\n');
    lines[1] = '\u0000\u0000\u0000';
    writeFileSync(path, lines.join('\n'));
    const notices: string[] = [];
    const finished = await Finished.read(folder, plan, (text) => notices.push(text));
    expect([0, 1, 2].map((index) => finished.has(index))).toEqual([true, false, true]);
    expect(notices).toEqual([
      `${path}, line 2: found "\\u0000\\u0000\\u0000", expected a result; the line is ignored`,
    ]);
    expect(finished.result(2)).toEqual(resultOf(2));
    finished.close();
  });

  it.each([
    ['no parameters', { parameters: null }],
    ['a seed that is text', { seed: '1' }],
    ['fewer numbers than ticks', { samples: [[0.5], [17, 17]] }],
    ['no list of numbers', { samples: [null, [17, 17]] }],
    [
      'a text among its numbers',
      {
        samples: [
          [0.5, '1'],
          [17, 17],
        ],
      },
    ],
    ['a tick that is not whole', { sampleTicks: [0, 2.5] }],
    ['no time', { ms: null }],
  ])('does not count a line with %s', async (_, change) => {
    const folder = testFolder();
    const path = await write(folder, [resultOf(0), resultOf(1)]);
    const lines = [JSON.stringify({ ...resultOf(0), ...change }), JSON.stringify(resultOf(1)), ''];
    writeFileSync(path, lines.join('\n'));
    const notices: string[] = [];
    const finished = await Finished.read(folder, plan, (text) => notices.push(text));
    expect([finished.has(0), finished.has(1)]).toEqual([false, true]);
    expect(notices).toEqual([expect.stringContaining(', line 1: found ')]);
  });

  it('does not count a result whose measures differ from those of the plan', async () => {
    const folder = testFolder();
    const fewer = readPlan(flockPlan({ ...ENDS, measures: ['polarization'] }));
    const { samples, ...result } = resultOf(3, { of: fewer });
    const own = { ...resultOf(5), samples: samples.slice(1) };
    await write(folder, [{ ...result, samples: samples.slice(1) }, resultOf(4), own]);
    const finished = await Finished.read(folder, plan);
    expect([3, 4, 5].map((index) => finished.has(index))).toEqual([false, true, false]);
  });

  it.each([
    ['none', () => ({ sampleTicks: [], samples: [[], []] })],
    ['those of other ticks', ({ sampleTicks }) => ({ sampleTicks: [...sampleTicks].reverse() })],
    [
      'too many',
      ({ sampleTicks, samples }) => ({
        sampleTicks: [...sampleTicks, 1e6],
        samples: samples.map((column) => [...column, 2]),
      }),
    ],
  ] as [string, (result: JobResult) => Partial<JobResult>][])(
    'does not count a result whose samples are %s',
    async (_, change) => {
      const folder = testFolder();
      const result = resultOf(3);
      await write(folder, [{ ...result, ...change(result) }, resultOf(4)]);
      const finished = await Finished.read(folder, plan);
      expect([3, 4].map((index) => finished.has(index))).toEqual([false, true]);
      expect(differenceOf({ ...result, sampleTicks: [], samples: [[], []] }, result)).toContain(
        'samples',
      );
    },
  );

  const half = 40;
  it.each([
    ['ENOSPC', 'found no space left on device (ENOSPC), expected free space on the disk'],
    ['EROFS', 'found read-only file system (EROFS), expected a writable disk'],
    ['EIO', 'found i/o error (EIO), expected a file that can be written'],
  ])('keeps whole lines on a disk that fails with %s, and takes no more', async (code, said) => {
    const folder = testFolder();
    const errno = { ENOSPC: -28, EROFS: -30, EIO: -5 }[code];
    let writes = 0;
    const open = async (path: string, flags: string) => {
      const file = await realFs.open(path, flags);
      const write = file.write.bind(file) as (
        ...args: unknown[]
      ) => Promise<{ bytesWritten: number }>;
      Object.assign(file, {
        write: async (line: Buffer, at: number, length: number) => {
          // It takes a part of the third line, and fails at the rest; it would take the next one.
          if (++writes === 3) return write(line, at, half);
          if (writes === 4) throw Object.assign(new Error(code), { code, errno });
          return write(line, at, length);
        },
      });
      return file;
    };
    const fs = { mkdir: realFs.mkdir, open: open as unknown as typeof realFs.open };
    const journal = new Journal(folder, planHash(plan), fs);
    await journal.append(resultOf(0));
    await journal.append(resultOf(1));
    const message = `cannot write ${journal.path}: ${said}`;
    await expect(journal.append(resultOf(2))).rejects.toMatchObject({ name: 'FileError', message });
    await expect(journal.append(resultOf(3))).rejects.toThrow(message);
    await expect(journal.close()).rejects.toThrow(message);
    const lines = [resultOf(0), resultOf(1)].map((entry) => `${JSON.stringify(entry)}\n`);
    expect(readFileSync(journal.path, 'utf8')).toBe(lines.join(''));
  });

  it('syncs long runs to the disk at once, short ones within a second', async () => {
    const calls: string[] = [];
    const open = async (path: string, flags: string) => {
      const file = await realFs.open(path, flags);
      const { write, datasync } = file;
      Object.assign(file, {
        write: (...args: unknown[]) => {
          calls.push('write');
          return (write as (...all: unknown[]) => unknown).apply(file, args);
        },
        datasync: () => {
          calls.push('sync');
          return datasync.call(file);
        },
      });
      return file;
    };
    const fs = { mkdir: realFs.mkdir, open: open as unknown as typeof realFs.open };
    const journal = new Journal(testFolder(), planHash(plan), fs);
    for (let index = 0; index < 5; index++) await journal.append(resultOf(index));
    expect(calls).toEqual(['write', 'sync', 'write', 'write', 'write', 'write']);
    await journal.append(resultOf(5, { ms: 1001 }));
    expect(calls.slice(6)).toEqual(['write', 'sync']);
    await journal.append(resultOf(6));
    await new Promise((resolve) => setTimeout(resolve, 1200));
    expect(calls.slice(8)).toEqual(['write', 'sync']);
    await journal.close();
  });
});

describe('the finished runs', () => {
  it('are found in any journal, and read back', async () => {
    const folder = testFolder();
    await write(folder, [resultOf(11), resultOf(3)]);
    await write(folder, [resultOf(7)]);
    const finished = await Finished.read(folder, plan);
    const there = [...Array(12).keys()].filter((index) => finished.has(index));
    expect(there).toEqual([3, 7, 11]);
    expect(finished.count).toBe(3);
    for (const index of there) expect(finished.result(index)).toEqual(resultOf(index));
    expect(finished.result(0)).toBe(undefined);
    finished.close();
  });

  it('have the first of two results, and report when they contradict', async () => {
    const folder = testFolder();
    await write(folder, [resultOf(3), resultOf(3, { ms: 99 }), resultOf(4)]);
    const finished = await Finished.read(folder, plan);
    expect([finished.count, finished.contradictions]).toEqual([2, []]);
    expect(finished.result(3)?.ms).toBe(5);
    finished.close();
    const path = await write(folder, [resultOf(4, { hash: 'dead' })]);
    const { contradictions } = await Finished.read(folder, plan);
    expect(contradictions).toMatchObject([
      { index: 4, hashes: ['0000000000000004', '000000000000dead'] },
    ]);
    expect(contradictions[0].files[1]).toBe(path);
  });

  it('drop a failure once there is a result, and not the other way round', async () => {
    const folder = testFolder();
    await write(folder, [failureOf(1, 'a'), failureOf(2, 'b'), resultOf(1), failureOf(1, 'c')]);
    const { failures, count } = await Finished.read(folder, plan);
    expect([[...failures], count]).toEqual([[[2, 'b']], 1]);
  });

  it('include the runs of another plan that are also in this one, by their keys', async () => {
    const folder = testFolder();
    const more = readPlan(flockPlan({ ...ENDS, seeds: '0..2' }));
    await write(folder, [resultOf(0), resultOf(11)]);
    const finished = await Finished.read(folder, more);
    // Seeds 1 and 2 of three: run 0 had combination 0 and seed 1, run 11 combination 5 and seed 2.
    const there = [...Array(more.runs).keys()].filter((index) => finished.has(index));
    expect(there).toEqual([1, 17]);
    expect(finished.result(17)).toEqual({ ...resultOf(11), index: 17 });
    finished.close();
    const other = readPlan(flockPlan({ ...ENDS, ticks: 24 }));
    const none = await Finished.read(folder, other);
    expect([...Array(12).keys()].filter((index) => none.has(index))).toEqual([]);
  });
});
