import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { JobMaker, readPlan, runJob } from '@skein/sweep';
import { expect, it } from 'vitest';
import { LONG } from '../../core/test/helpers/long.ts';
import { flock } from './scenes.ts';
import { ended, startSkein, testFolder, write } from './skein.ts';

/** `SKEIN_SWEEP_KILLS=100 npx vitest run --project node packages/cli/test/sweep-killed.test.ts` */
const KILLS = Number(process.env.SKEIN_SWEEP_KILLS ?? (LONG ? 4 : 1));
const SEEDS = LONG ? 4 : 2;
const TICKS = LONG ? 700 : 400;
const SEED = Number(process.env.SKEIN_SWEEP_SEED ?? 1);
const MAIN = fileURLToPath(new URL('../../sweep/dist/jobs/process.js', import.meta.url));

const plan = {
  scenario: flock(120),
  ticks: TICKS,
  seeds: `1..${SEEDS}`,
  parameters: { 'bird.separation.weight': [2, 12] },
  measures: ['polarization', 'nearest'],
  every: 100,
  trajectories: { format: 'parquet', every: 9, only: '3..40,hawk' },
};

/** Numbers from 0 to 1, the same for the same seed. */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

/** The processes that a process has started. */
function childrenOf(pid: number): number[] {
  try {
    return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
      .split(' ')
      .filter(Boolean)
      .map(Number);
  } catch {
    return [];
  }
}

function isJobProcess(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(MAIN);
  } catch {
    return false;
  }
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** The result of each run if nothing disturbs it. Its trajectories are written to a folder. */
async function undisturbed(trajectories: string): Promise<unknown[]> {
  const read = readPlan(plan);
  const maker = new JobMaker(read);
  const results = [];
  for (let index = 0; index < read.runs; index++) {
    const job = maker.make(index);
    if ('error' in job) throw job.error;
    const { ms: _, ...bits } = await runJob(job, { trajectories });
    results.push(bits);
  }
  return results;
}

it.runIf(LONG && process.platform === 'linux')(
  `a sweep has each run once after ${KILLS} kills of it and its processes, seed ${SEED}`,
  { timeout: 60_000 + KILLS * 10_000 },
  async () => {
    const random = randomOf(SEED);
    const whole = testFolder();
    const expected = await undisturbed(whole);
    const folder = testFolder();
    const file = write(folder, 'plan.json', plan);
    const counts = { sweeps: 0, processes: 0, resumed: 0, rounds: 0 };
    while (counts.sweeps + counts.processes < KILLS) {
      const out = join(folder, `out-${counts.rounds++}`);
      const args = ['sweep', file, '--out', out, '--format', 'jsonl', '--checkpoint-ms', '30'];
      let isDone = false;
      while (!isDone) {
        const child = startSkein([...args, '--jobs', LONG ? '2' : '1']);
        const end = ended(child);
        let isOver = false;
        void end.then(() => {
          isOver = true;
        });
        const own = (): number[] => childrenOf(child.pid!).filter(isJobProcess);
        // Some are killed while they load, most while they work.
        const isEarly = random() < 0.2;
        while (!isOver && !isEarly && own().length === 0) await pause(5);
        while (!isOver && counts.sweeps + counts.processes < KILLS) {
          await pause(random() * 700);
          const pids = own();
          if (isOver || random() < 0.5) break;
          if (pids.length === 0) continue;
          process.kill(pids[Math.floor(random() * pids.length)], 'SIGKILL');
          counts.processes++;
        }
        const orphans = own();
        const isKilled =
          !isOver && counts.sweeps + counts.processes < KILLS && child.kill('SIGKILL');
        if (isKilled) counts.sweeps++;
        // They end with the sweep, even though it had no time to notify them.
        for (let waited = 0; isKilled && orphans.some(isJobProcess); waited += 10) {
          expect(waited).toBeLessThan(10_000);
          await pause(10);
        }
        const { code, stderr } = await end;
        if (stderr.includes('retrying in another process')) counts.resumed++;
        isDone = code === 0;
        if (code !== null && !isDone) throw new Error(`exit code ${code}:\n${stderr}`);
      }
      const read = (name: string): Record<string, unknown>[] =>
        readFileSync(join(out, name), 'utf8')
          .split('\n')
          .flatMap((line) => (line === '' ? [] : [JSON.parse(line)]));
      // Nothing that was cut off at the end of a journal is in the tables.
      const rows = read('runs.jsonl');
      expect(rows.map(({ run, hash, key }) => [run, hash, key])).toEqual(
        (expected as { index: number; hash: string; key: string }[]).map(({ index, hash, key }) => [
          index,
          hash,
          key,
        ]),
      );
      expect(read('samples.jsonl')).toHaveLength((TICKS / 100 + 1) * 2 * SEEDS);
      const lines = readdirSync(join(out, 'journal')).flatMap((name) =>
        readFileSync(join(out, 'journal', name), 'utf8')
          .split('\n')
          .slice(0, -1),
      );
      const results = lines.map((line) => JSON.parse(line)).sort((a, b) => a.index - b.index);
      expect(results.map(({ ms: _, ...bits }) => bits)).toEqual(expected);
      const names = readdirSync(whole).sort();
      expect(names).toHaveLength(2 * SEEDS);
      const written = readdirSync(join(out, 'trajectories')).filter(
        (name) => !name.startsWith('.'),
      );
      expect(written.sort()).toEqual(names);
      for (const name of names) {
        const bytes = readFileSync(join(out, 'trajectories', name));
        expect(bytes.equals(readFileSync(join(whole, name)))).toBe(true);
      }
      const checkpoints = join(out, 'checkpoints');
      const left = existsSync(checkpoints) ? readdirSync(checkpoints) : [];
      expect(left.filter((name) => !name.endsWith('.tmp'))).toEqual([]);
    }
    if (KILLS >= 20) console.log(counts);
  },
);

it.runIf(LONG && process.platform === 'linux')(
  'the processes of a sweep end when it is killed',
  async () => {
    const folder = testFolder();
    // Their runs take much longer than the test.
    const file = write(folder, 'plan.json', { ...plan, ticks: 100_000_000, every: 100_000_000 });
    const child = startSkein(['sweep', file, '--out', join(folder, 'out'), '--jobs', '2']);
    const own = (): number[] => childrenOf(child.pid!).filter(isJobProcess);
    while (own().length < 2) await pause(5);
    await pause(500);
    const orphans = own();
    child.kill('SIGKILL');
    for (let waited = 0; orphans.some(isJobProcess); waited += 10) {
      expect(waited).toBeLessThan(10_000);
      await pause(10);
    }
  },
);
