import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base, describe } from 'vitest';
import { aJob, hashesOf, Journal, someJobs } from './jobs.ts';
import { leftOut, RedisServer } from './redis-server.ts';
import { WorkerProcess } from './worker-process.ts';

/** What else the caller may report while Redis starts: its worker is not back yet. */
const MEANWHILE = /^waiting for workers: none is connected to /;

/** Each test has its own server, and its own folder for its workers. The tests mostly wait, so they run together. */
const test = base.extend<{ server: RedisServer; folder: string }>({
  // biome-ignore lint/correctness/noEmptyPattern: what vitest reads the dependencies of a fixture from
  server: async ({}, use) => {
    await using server = await RedisServer.start();
    await use(server);
  },
  // biome-ignore lint/correctness/noEmptyPattern: as above
  folder: async ({}, use) => {
    const folder = await mkdtemp(join(tmpdir(), 'skein-store-'));
    await use(folder);
    await rm(folder, { recursive: true, force: true });
  },
});

/** The tests wait for locks to expire, on a machine that may be busy. */
const PATIENCE = { timeout: 120_000 };

/** Workers that take half a minute for the long job, so that it is not done before the next worker starts. */
const slow = { restMs: 200 };
const longJob = () => aJob({ ticks: 1500 });

describe
  .skipIf(leftOut() !== undefined)
  .concurrent('a queue that things happen to', PATIENCE, () => {
    test('a job of a killed worker continues elsewhere within seconds, to the same bits', async ({
      server,
      folder,
      expect,
    }) => {
      const job = longJob();
      await using first = new WorkerProcess(server.url, folder, { ...slow, concurrency: 1 });
      const journal = new Journal().take([job], { url: server.url });
      await first.line(({ tick = 0 }) => tick >= 100);
      await using second = await new WorkerProcess(server.url, folder).ready();
      const killedMs = performance.now();
      await first.end('SIGKILL');
      const { atMs } = await second.line(({ type, begun }) => type === 'taken' && begun === 1);
      expect(atMs - killedMs).toBeLessThan(15_000);
      const { tick } = await second.line(({ type }) => type === 'tick');
      // It had reached at least 100, and loses only what it did since its last checkpoint.
      expect(tick).toBeGreaterThan(80);
      expect((await journal).hashes).toEqual(hashesOf([job]));
      expect(await readdir(folder)).toEqual([]);
    });

    test('a worker that is asked to end hands its jobs back, and they are taken at once', async ({
      server,
      folder,
      expect,
    }) => {
      const job = longJob();
      // It saves no checkpoints on a timer: only the last one counts.
      const first = new WorkerProcess(server.url, folder, { ...slow, checkpointMs: 1e6 });
      await using _first = first;
      const journal = new Journal().take([job], { url: server.url });
      await first.line(({ tick = 0 }) => tick >= 50);
      await using second = await new WorkerProcess(server.url, folder).ready();
      const askedMs = performance.now();
      expect(await first.end('SIGTERM')).toBe(0);
      expect(first.lines.filter(({ type }) => type === 'handed back')).toHaveLength(1);
      const { atMs } = await second.line(({ type, begun }) => type === 'taken' && begun === 1);
      expect(atMs - askedMs).toBeLessThan(2500);
      const at = Math.max(...first.lines.map(({ tick = 0 }) => tick));
      expect((await second.line(({ type }) => type === 'tick')).tick).toBe(at + 10);
      expect((await journal).hashes).toEqual(hashesOf([job]));
    });

    test('a worker that is asked to end while Redis is down saves its jobs, and ends', async ({
      server,
      folder,
      expect,
    }) => {
      // The short one ends while Redis cannot take its result, and is done again.
      const [long, short] = [longJob(), aJob({ index: 1, seed: 2, ticks: 100 })];
      const how = { ...slow, checkpointMs: 1e6, concurrency: 2 };
      await using busy = new WorkerProcess(server.url, folder, how);
      const journal = new Journal().take([long, short], { url: server.url });
      await busy.line(({ key, tick = 0 }) => key === long.key && tick >= 50);
      await using idle = await new WorkerProcess(server.url, folder, how).ready();
      await server.kill();
      await busy.line(({ key, tick = 0 }) => key === long.key && tick >= 150);
      const askedMs = performance.now();
      expect(await Promise.all([busy.end('SIGTERM'), idle.end('SIGTERM')])).toEqual([0, 0]);
      expect(performance.now() - askedMs).toBeLessThan(16_000);
      expect(await readdir(folder)).toEqual([`${long.key}.checkpoint`]);
      const at = Math.max(...busy.lines.map(({ tick = 0 }) => tick));
      await server.start();
      await using second = new WorkerProcess(server.url, folder);
      const { tick } = await second.line(({ type, key }) => type === 'tick' && key === long.key);
      expect(tick).toBe(at + 10);
      expect((await journal).hashes).toEqual(hashesOf([long, short]));
    });

    test('each job is done once when Redis is killed and started again', async ({
      server,
      folder,
      expect,
    }) => {
      const jobs = someJobs(24, 200);
      await using worker = await new WorkerProcess(server.url, folder, { restMs: 5 }).ready();
      const journal = new Journal();
      const taken = journal.take(jobs, { url: server.url });
      await expect.poll(() => journal.results.length, { timeout: 20_000 }).toBeGreaterThan(4);
      await server.kill();
      await expect
        .poll(() => journal.told.join(), { timeout: 20_000 })
        .toContain('waiting for Redis');
      // If it came back before the worker missed it, only the caller would report a wait.
      await worker.line(({ text }) => text?.startsWith('waiting') === true);
      await server.start();
      await taken;
      expect(journal.hashes).toEqual(hashesOf(jobs));
      expect(journal.failures).toEqual([]);
      await worker.line(({ text }) => text?.includes('is back') === true);
      const shown = `Redis at redis://127.0.0.1:${server.port}/0`;
      const away = new RegExp(
        `^waiting for ${shown}: (?:connection refused|the connection broke|no answer)$`,
      );
      const back = new RegExp(`^${shown} is back after [0-9.]+ s$`);
      const told = worker.lines.flatMap(({ type, text = '' }) => (type === 'told' ? [text] : []));
      // Once each; on a busy machine a connection may break once more while Redis starts.
      for (const lines of [journal.told, told.filter((text) => text.includes(shown))]) {
        const waits = lines.filter((line) => away.test(line)).length;
        expect([1, 2]).toContain(waits);
        expect(lines.filter((line) => back.test(line))).toHaveLength(waits);
        const others = lines.filter((line) => !away.test(line) && !back.test(line));
        expect(others.filter((line) => !MEANWHILE.test(line))).toEqual([]);
        expect(lines.filter((line) => !MEANWHILE.test(line)).at(-1)).toMatch(back);
      }
      expect(worker.errors).toBe('');
    });

    test('a job keeps running while Redis is down for longer than a lock lasts', async ({
      server,
      folder,
      expect,
    }) => {
      const jobs = [aJob({ ticks: 4500 }), aJob({ index: 1, seed: 2, ticks: 600 })];
      await using worker = new WorkerProcess(server.url, folder, { restMs: 20, concurrency: 2 });
      const journal = new Journal();
      const taken = journal.take(jobs, { url: server.url });
      await worker.line(({ tick = 0 }) => tick >= 100);
      await server.kill();
      const before = worker.lines.length;
      // The short job ends meanwhile, and the long one gets far.
      await new Promise((resolve) => setTimeout(resolve, 6500));
      const far = worker.lines.slice(before).filter(({ tick }) => tick !== undefined).length;
      expect(far).toBeGreaterThan(20);
      expect(journal.results).toEqual([]);
      await server.start();
      await taken;
      expect(journal.hashes).toEqual(hashesOf(jobs));
      // Nothing was done twice, except what came after the last checkpoint.
      const ticks = worker.lines.filter(
        ({ tick, key }) => tick !== undefined && key === jobs[0]?.key,
      );
      expect(ticks.length).toBeLessThan(450 + 20);
      expect(await readdir(folder)).toEqual([]);
    });

    test('a Redis that loses all its data gets the jobs again', async ({
      server,
      folder,
      expect,
    }) => {
      const jobs = someJobs(9, 200);
      const journal = new Journal();
      const taken = journal.take(jobs, { url: server.url });
      await expect
        .poll(() => server.ask((redis) => redis.dbsize()), { timeout: 20_000 })
        .toBeGreaterThan(9);
      await server.kill();
      await rm(join(server.folder, 'appendonlydir'), { recursive: true });
      await server.start();
      await using _worker = new WorkerProcess(server.url, folder);
      await taken;
      expect(journal.hashes).toEqual(hashesOf(jobs));
      expect(journal.told.join()).toContain('Redis has lost 9 jobs; adding them again');
    });
  });
