import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { LONG } from '../../../core/test/helpers/long.ts';
import type { Job, JobResult } from '../../src/jobs/job.ts';
import { JobPool, type JobPoolOptions } from '../../src/jobs/job-pool.ts';
import { JobMaker } from '../../src/jobs/make-job.ts';
import { runJob } from '../../src/jobs/run-job.ts';
import { readPlan } from '../../src/plan/read-plan.ts';
import { FolderStore } from '../../src/stores/folder.ts';
import { folderSource } from '../../src/stores/store-source.ts';
import { testFolder } from '../folder.ts';
import { flock, flockPlan } from '../scenes.ts';

/** Long enough to be killed midway. */
const long = new JobMaker(
  readPlan(flockPlan({ scenario: flock(LONG ? 300 : 200), ticks: LONG ? 1200 : 600, every: 200 })),
);
const short = new JobMaker(readPlan(flockPlan()));

function job(maker: JobMaker, index: number): Job {
  const made = maker.make(index);
  if ('error' in made) throw made.error;
  return made;
}

const bitsOf = ({ ms: _, ...bits }: JobResult) => bits;

let pool: JobPool;
afterEach(() => pool.close());

function poolOf(options: Partial<JobPoolOptions> = {}): { notices: string[] } {
  const notices: string[] = [];
  pool = new JobPool({ processes: 1, onNotice: (text) => notices.push(text), ...options });
  return { notices };
}

/** Waits until a condition holds. */
async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 5));
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

describe('a pool of processes', () => {
  it.runIf(LONG)(
    'does more runs than it has processes, to the same bits as this process',
    async () => {
      poolOf({ processes: 2 });
      const all = await Promise.all([0, 1, 2, 3, 4].map((index) => pool.run(job(short, index))));
      const pids = new Set(all.map(({ pid }) => pid));
      expect(pids.size).toBe(2);
      expect([...pids].sort()).toEqual(pool.pids.sort());
      for (const [index, { result }] of all.entries()) {
        expect(bitsOf(result)).toEqual(bitsOf(await runJob(job(short, index))));
      }
    },
  );

  it.runIf(LONG)(
    'continues a run from its checkpoint in another process if its own is killed',
    async () => {
      const folder = testFolder();
      const { notices } = poolOf({ store: folderSource(folder), checkpointMs: 20 });
      const run = pool.run(job(long, 5));
      await until(
        () => existsSync(folder) && readdirSync(folder).some((name) => name.endsWith('nt')),
      );
      const [killed] = pool.pids;
      process.kill(killed, 'SIGKILL');
      const { result, pid } = await run;
      expect(pid).not.toBe(killed);
      expect(notices).toEqual([
        `run 5 (${result.key.slice(0, 12)}): its process was ended by SIGKILL; retrying in another process`,
      ]);
      expect(bitsOf(result)).toEqual(bitsOf(await runJob(job(long, 5))));
      // The checkpoint stays until the result is kept.
      expect(readdirSync(folder)).toEqual([`${result.key}.checkpoint`]);
    },
  );

  it.runIf(LONG)('replaces a process that was killed while it had nothing to do', async () => {
    const { notices } = poolOf();
    const { pid } = await pool.run(job(short, 0));
    process.kill(pid, 'SIGKILL');
    const { result } = await pool.run(job(short, 1));
    expect(bitsOf(result)).toEqual(bitsOf(await runJob(job(short, 1))));
    expect(notices.length).toBeLessThanOrEqual(1);
    expect(pool.pids).not.toContain(pid);
  });

  it.runIf(LONG).each(['SIGKILL', 'SIGTERM'] as const)(
    'gives up a run whose process ends by %s each time, and does the next one',
    async (signal) => {
      const { notices } = poolOf({ retries: 1 });
      const killed = new Set<number>();
      const run = pool.run(job(long, 0), {
        onTick: () => {
          const [pid] = pool.pids;
          if (!killed.has(pid)) process.kill(pid, signal);
          killed.add(pid);
        },
      });
      const where = `run 0 (${job(long, 0).key.slice(0, 12)}): its process was ended by`;
      const how = signal === 'SIGKILL' ? 'SIGKILL' : 'exit code 143';
      await expect(run).rejects.toMatchObject({
        code: 'JOB_LOST',
        message: `${where} ${how}, 2 times; expected a result`,
      });
      expect(notices).toEqual([`${where} ${how}; retrying in another process`]);
      expect((await pool.run(job(short, 0))).result.hash).toMatch(/^[0-9a-f]{16}$/);
    },
  );

  it.runIf(LONG)(
    'fails a run at once if it throws, and quotes the last output of a lost process',
    async () => {
      poolOf({ retries: 0 });
      const wrong = { ...job(short, 0), measures: ['nonsense'] };
      await expect(pool.run(wrong)).rejects.toMatchObject({
        code: 'JOB_FAILED',
        message: expect.stringMatching(
          /^"nonsense": found "nonsense", expected one of polarization/,
        ),
      });
      const store = {
        module: `data:text/javascript,console.error('the last words'); process.abort()`,
        options: 0,
      };
      const dying = new JobPool({ processes: 1, retries: 0, store });
      await expect(dying.run(job(short, 0))).rejects.toMatchObject({
        code: 'JOB_LOST',
        message: expect.stringMatching(/its process was ended by SIGABRT: .*the last words/s),
      });
      await dying.close();
    },
  );

  it.runIf(LONG)('reports a damaged checkpoint, and a store that cannot be read', async () => {
    const folder = testFolder();
    const { notices } = poolOf({ store: folderSource(folder) });
    const { key } = job(short, 0);
    writeFileSync(join(folder, `${key}.checkpoint`), 'half');
    const { result } = await pool.run(job(short, 0));
    expect(result.hash).toBe((await runJob(job(short, 0))).hash);
    expect(notices).toEqual([
      'run 0 starts at tick 0: checkpoint: found 4 bytes, expected at least 44',
    ]);
    const file = join(folder, 'file');
    writeFileSync(file, '');
    const other = new JobPool({ processes: 1, store: folderSource(file) });
    await expect(other.run(job(short, 0))).rejects.toMatchObject({
      code: 'FILE_FAILED',
      message: `cannot read ${file}/${key}.checkpoint: found not a directory (ENOTDIR), expected a folder`,
    });
    await other.close();
  });

  it.runIf(LONG)(
    'does a fresh run from tick 0 in another process, even if it has only one',
    async () => {
      for (const processes of [2, 1]) {
        await pool?.close();
        poolOf({ processes });
        const first = await pool.run(job(short, 0));
        const again = await pool.run(job(short, 0), {
          fresh: true,
          kernel: 'ts',
          notBy: first.pid,
        });
        expect(again.pid).not.toBe(first.pid);
        expect(bitsOf(again.result)).toEqual(bitsOf(first.result));
      }
    },
  );

  it.runIf(LONG)(
    'does a run in another process once one is free, and other runs meanwhile',
    async () => {
      poolOf({ processes: 2 });
      const first = await pool.run(job(short, 0));
      const busy = pool.run(job(long, 1), { notBy: first.pid });
      const picky = pool.run(job(short, 0), { notBy: first.pid });
      const next = pool.run(job(short, 2));
      expect((await next).pid).toBe(first.pid);
      const { pid } = await picky;
      expect([pid !== first.pid, pid]).toEqual([true, (await busy).pid]);
    },
  );

  it.runIf(LONG)(
    'stops: runs save their state, the processes end, and the runs continue elsewhere',
    async () => {
      const folder = testFolder();
      poolOf({ processes: 2, store: folderSource(folder), checkpointMs: 50 });
      const under = new Set<number>();
      const runs = [0, 1, 2].map((index) =>
        pool.run(job(long, index), { onTick: () => under.add(index) }).catch((error) => error.code),
      );
      await until(() => under.size === 2);
      const { pids } = pool;
      await pool.stop();
      expect(await Promise.all(runs)).toEqual(['JOB_ABORTED', 'JOB_ABORTED', 'JOB_ABORTED']);
      expect(pids.map(isAlive)).toEqual([false, false]);
      const saved = readdirSync(folder).filter((name) => name.endsWith('.checkpoint'));
      expect(saved.length).toBeGreaterThan(0);
      const checkpoints = new FolderStore({ folder });
      const index = [0, 1].find((at) => saved[0].startsWith(job(long, at).key))!;
      const continued = await runJob(job(long, index), { checkpoints });
      expect(bitsOf(continued)).toEqual(bitsOf(await runJob(job(long, index))));
    },
  );

  it.runIf(LONG)('stops a single run', async () => {
    poolOf({ processes: 2 });
    const controller = new AbortController();
    const one = pool.run(job(long, 0), { signal: controller.signal });
    const other = pool.run(job(short, 0));
    setTimeout(() => controller.abort(), 300);
    await expect(one).rejects.toMatchObject({ code: 'JOB_ABORTED' });
    expect((await other).result.index).toBe(0);
    await expect(pool.run(job(short, 1), { signal: controller.signal })).rejects.toMatchObject({
      code: 'JOB_ABORTED',
    });
  });

  it.each([0, 1.5, Number.NaN])('of %d processes is refused', (processes) => {
    expect(() => poolOf({ processes })).toThrow('expected a whole number, at least 1');
    poolOf();
  });
});
