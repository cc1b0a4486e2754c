import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { hashesOf, someJobs } from './jobs.ts';
import { leftOut, RedisServer } from './redis-server.ts';
import { WorkerProcess } from './worker-process.ts';

// `npm run tool -- chaos` sets how many things are killed; the seed decides which, and when.
const moments = Number(process.env.SKEIN_CHAOS ?? 0);
const seed = Number(process.env.SKEIN_SEED ?? 1);

const CALLER = fileURLToPath(new URL('caller-process.mjs', import.meta.url));
/** Jobs for each kill: enough that they do not run out before the kills do. */
const JOBS_PER_MOMENT = 8;

describe.skipIf(moments === 0 || leftOut() !== undefined)('a queue whose parts are killed', () => {
  test(`does each job once despite ${moments} kills, seed ${seed}`, {
    timeout: 3_600_000,
  }, async () => {
    const random = randomOf(seed);
    const jobs = someJobs(moments * JOBS_PER_MOMENT, 200);
    await using server = await RedisServer.start();
    const folder = await mkdtemp(join(tmpdir(), 'skein-chaos-'));
    const store = join(folder, 'store');
    const [jobsFile, journalFile] = [join(folder, 'jobs.json'), join(folder, 'journal.jsonl')];
    await writeFile(jobsFile, JSON.stringify(jobs));

    const startWorker = () => new WorkerProcess(server.url, store, { restMs: 40, concurrency: 2 });
    const workers = [startWorker(), startWorker()];
    let caller: ChildProcess;
    let said = '';
    let over = false;
    const startCaller = () => {
      const child = spawn(process.execPath, [CALLER, server.url, jobsFile, journalFile]);
      child.stdout.on('data', (text) => {
        said += text;
      });
      child.stderr.on('data', (text) => {
        said += text;
      });
      child.once('exit', (code) => {
        over ||= code === 0;
      });
      return child;
    };
    caller = startCaller();

    const counts = { worker: 0, 'worker, asked': 0, redis: 0, caller: 0 };
    let at = 0;
    for (; at < moments && !over; at++) {
      await pause(200 + random() * 2000);
      const dice = random();
      if (dice < 0.4) {
        const index = random() < 0.5 ? 0 : 1;
        await workers[index]?.end('SIGKILL');
        workers[index] = startWorker();
        counts.worker++;
      } else if (dice < 0.5) {
        const index = random() < 0.5 ? 0 : 1;
        await workers[index]?.end('SIGTERM');
        workers[index] = startWorker();
        counts['worker, asked']++;
      } else if (dice < 0.75) {
        await server.kill();
        await pause(random() * 3000);
        await server.start();
        counts.redis++;
      } else {
        const ended = once(caller, 'exit');
        caller.kill('SIGKILL');
        await ended;
        caller = startCaller();
        counts.caller++;
      }
    }
    expect(at, 'the jobs were over before the moments were').toBe(moments);
    const deadlineMs = performance.now() + 600_000;
    while (!over) {
      if (caller.exitCode !== null && caller.exitCode !== 0) throw new Error(said);
      if (performance.now() > deadlineMs) throw new Error(`it does not end: ${said.slice(-2000)}`);
      await pause(100);
    }
    for (const worker of workers) expect(await worker.end('SIGTERM')).toBe(0);

    const lines = (await readFile(journalFile, 'utf8')).split('\n').filter((line) => line !== '');
    const results = lines.flatMap((line) => {
      try {
        return [JSON.parse(line) as { key: string; hash: string }];
      } catch {
        return []; // The caller was killed while it wrote this line.
      }
    });
    const hashes = results.map(({ key, hash }): [string, string] => [key, hash]);
    expect(hashes.sort(([a], [b]) => (a < b ? -1 : 1))).toEqual(hashesOf(jobs));
    const keys = await server.ask((redis) => redis.keys('bull:*'));
    const left = keys.filter((key) => /[0-9a-f]{64}/.test(key));
    const files = await readdir(store);
    console.log(`${JSON.stringify(counts)}: ${results.length} results of ${jobs.length} jobs;`);
    console.log(`left: ${left.length} jobs in Redis, ${files.length} files in the store`);
    expect(left).toEqual([]);
    expect(files).toEqual([]);
    await rm(folder, { recursive: true, force: true });
  });
});

/** Numbers from 0 to 1 (mulberry32). */
function randomOf(start: number): () => number {
  let state = start;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
