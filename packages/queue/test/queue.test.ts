import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { LONG, long } from '../../core/test/helpers/long.ts';
import {
  enqueueSweep,
  openStore,
  type QueueWorker,
  startWorker,
  type WorkerEvent,
} from '../src/index.ts';
import { aJob, hashesOf, Journal, someJobs } from './jobs.ts';
import { leftOut, RedisServer } from './redis-server.ts';
import { stepJob } from './step-job.mjs';

describe.skipIf(leftOut() !== undefined)('a queue on Redis', () => {
  let server: RedisServer;
  let folder: string;
  let events: WorkerEvent[];
  const workers: QueueWorker[] = [];

  beforeEach(async () => {
    server = await RedisServer.start();
    folder = await mkdtemp(join(tmpdir(), 'skein-store-'));
    events = [];
  });

  afterEach(async () => {
    for (const worker of workers.splice(0)) await worker.stop();
    await server[Symbol.asyncDispose]();
    await rm(folder, { recursive: true, force: true });
  });

  async function work(how: Parameters<typeof stepJob>[2] = {}, concurrency = 2) {
    const worker = await startWorker({
      url: server.url,
      store: await openStore(folder),
      concurrency,
      run: (job, options) =>
        stepJob(job, options, job.parameters.fails === undefined ? how : { ...how, failAt: 7 }),
      onEvent: (event) => events.push(event),
    });
    workers.push(worker);
    return worker;
  }

  const keysLeft = async () =>
    (await server.ask((redis) => redis.keys('bull:*'))).filter((key) => /[0-9a-f]{64}/.test(key));

  test('does each job once, and leaves nothing behind', async () => {
    await work();
    const jobs = someJobs(LONG ? 50 : 12);
    const journal = await new Journal().take(jobs, { url: server.url });
    expect(journal.hashes).toEqual(hashesOf(jobs));
    expect(events.filter(({ type }) => type === 'taken')).toHaveLength(jobs.length);
    expect(await keysLeft()).toEqual([]);
    expect(await readdir(folder)).toEqual([]);
  });

  long('puts no more jobs into Redis ahead than it is allowed', async () => {
    let read = 0;
    async function* lazily() {
      for (const job of someJobs(40)) {
        read++;
        yield job;
      }
    }
    const queue = { url: server.url, ahead: 7 };
    const journal = new Journal().take(lazily(), queue);
    await expect.poll(async () => (await keysLeft()).length, { timeout: 30_000 }).toBe(7);
    await work();
    await journal;
    expect(read).toBe(40);
    expect((await journal).hashes).toEqual(hashesOf(someJobs(40)));
  });

  test('tries a failing job again, then reports it; the next call tries it again', async () => {
    await work();
    const [bad, good] = [aJob({ parameters: { fails: true } }), aJob({ index: 1, seed: 2 })];
    const journal = await new Journal().take([bad, good], { url: server.url, attempts: 2 });
    expect(journal.hashes).toEqual(hashesOf([good]));
    expect(journal.failures).toEqual([
      { type: 'failed', job: bad, error: 'tick 7 went wrong', attempts: 2 },
    ]);
    const failed = events.filter((event) => event.type === 'failed');
    expect(failed.map(({ final }) => final)).toEqual([false, true]);
    expect(await keysLeft()).toEqual([]);
    const again = await new Journal().take([bad], { url: server.url, attempts: 1 });
    expect(again.failures).toHaveLength(1);
  });

  long('does not try a scenario that is refused twice, nor a malformed job', async () => {
    await work();
    const scenario = { ...aJob().scenario, dt: -1 };
    const jobs = [
      aJob({ scenario }),
      { ...aJob(), key: 'f'.repeat(64), ticks: 1.5 },
      { ...aJob(), key: '../../etc/passwd' },
    ];
    const { failures } = await new Journal().take(jobs, { url: server.url });
    expect(failures.map(({ job, error, attempts }) => [job.key.length, error, attempts])).toEqual(
      expect.arrayContaining([
        [64, expect.stringContaining('$.dt: found -1, expected'), 1],
        [
          64,
          expect.stringMatching(/^job.ticks: found 1.5, expected a whole number from 0 to \d+$/),
          1,
        ],
        [16, expect.stringContaining('job.key: found "../../etc/passwd", expected'), 1],
      ]),
    );
    expect(await readdir(folder)).toEqual([]);
  });

  long('gives no result that a journal could not hold, whoever wrote it', async () => {
    const forged: [change: object | null, error: string][] = [
      [{ hash: 'a'.repeat(17) }, 'result.hash: found "aaaaaaaaaaaaaaaaa", expected 16 hex'],
      [{ hash: 12_345 }, 'result.hash: found 12345, expected 16 hexadecimal digits'],
      [{ samples: [['=1+1', 1]] }, 'result.samples[0]: found ["=1+1",1], expected lists of 2'],
      [{ samples: [[1]] }, 'result.samples[0]: found [1], expected lists of 2 numbers or null'],
      [{ samples: [] }, 'result.samples: found [], expected a list for each of 1 measures'],
      [{ sampleTicks: [0, 49] }, 'result.sampleTicks: found [0,49], expected 2 ticks'],
      [{ seed: 99 }, 'result.seed: found 99, expected'],
      [{ ms: '5' }, 'result.ms: found "5", expected a number from 0'],
      [{ key: 'b'.repeat(64) }, 'result.key: found'],
    ];
    const jobs = someJobs(forged.length + 1);
    const controller = new AbortController();
    const begun = new Journal().take(jobs, { url: server.url, signal: controller.signal });
    await expect.poll(async () => (await keysLeft()).length, { timeout: 30_000 }).toBe(jobs.length);
    controller.abort();
    await begun;
    for (const [k, [change]] of forged.entries()) {
      const { key, index, parameters, seed, ticks } = jobs[k];
      const samples = { sampleTicks: [0, ticks], samples: [[1, 1]] };
      const made = { hash: '0'.repeat(16), engine: '0.1.0', ms: 1, ...samples };
      const result = { key, index, parameters, seed, ticks, ...made, ...change };
      await server.ask(async (redis) => {
        const [name] = await redis.keys(`bull:*:${key}`);
        await redis.hset(name, 'data', JSON.stringify({ result }));
      });
    }
    await work();
    const { hashes, failures } = await new Journal().take(jobs, { url: server.url });
    expect(hashes).toEqual(hashesOf(jobs.slice(-1)));
    const errors = [...failures]
      .sort((a, b) => a.job.index - b.job.index)
      .map(({ error }) => error);
    expect(errors).toEqual(forged.map(([, error]) => expect.stringContaining(error)));
  });

  long('adds jobs again whose data Redis has evicted, waiting or done', async () => {
    const jobs = someJobs(6);
    const controller = new AbortController();
    const begun = new Journal().take(jobs, { url: server.url, signal: controller.signal });
    await expect.poll(async () => (await keysLeft()).length, { timeout: 30_000 }).toBe(6);
    controller.abort();
    await begun;
    const evict = (some: readonly { key: string }[]) =>
      server.ask(async (redis) => {
        for (const { key } of some) await redis.del(await redis.keys(`bull:*:${key}`));
      });
    await evict(jobs.slice(0, 2));
    await work();
    await expect
      .poll(() => events.filter(({ type }) => type === 'done').length, { timeout: 30_000 })
      .toBe(4);
    await evict(jobs.slice(2, 4));
    const journal = await new Journal().take(jobs, { url: server.url });
    expect(journal.failures).toEqual([]);
    expect(journal.hashes).toEqual(hashesOf(jobs));
    expect(journal.told.join()).toMatch(/Redis has evicted \d jobs; adding them again/);
    expect(await keysLeft()).toEqual([]);
  });

  long(
    'gives a caller that stopped and returned what was done meanwhile, nothing twice',
    async () => {
      const jobs = someJobs(40, 30);
      const journal = new Journal();
      const killed = enqueueSweep(jobs, { url: server.url });
      await work();
      for await (const outcome of killed) {
        if (outcome.type !== 'done') continue;
        journal.results.push(outcome.result);
        // The last one is in the journal, but Redis was never told.
        if (journal.results.length === 11) break;
      }
      await expect
        .poll(() => events.filter(({ type }) => type === 'done').length, { timeout: 30_000 })
        .toBe(40);
      const taken = new Set(journal.results.map(({ key }) => key));
      const rest = jobs.filter(({ key }) => !taken.has(key));
      await journal.take(rest, { url: server.url, isTaken: ({ key }) => taken.has(key) });
      expect(journal.hashes).toEqual(hashesOf(jobs));
      expect(events.filter(({ type }) => type === 'taken')).toHaveLength(40);
      expect(await keysLeft()).toEqual([]);
    },
  );

  long('gives two callers that share some jobs all of their own', async () => {
    await work();
    const jobs = someJobs(15, 30);
    const [a, b] = [jobs.slice(0, 10), jobs.slice(5)];
    const journals = await Promise.all(
      [a, b].map((some) => new Journal().take(some, { url: server.url })),
    );
    expect(journals[0]?.hashes).toEqual(hashesOf(a));
    expect(journals[1]?.hashes).toEqual(hashesOf(b));
  });

  long('leaves the jobs of an aborted call to the workers and to the next call', async () => {
    const controller = new AbortController();
    const journal = new Journal();
    const jobs = someJobs(12, 30);
    const ended = journal.take(jobs, { url: server.url, signal: controller.signal });
    await expect.poll(async () => (await keysLeft()).length, { timeout: 30_000 }).toBe(12);
    controller.abort();
    await ended;
    expect(journal.results).toEqual([]);
    await work();
    await expect
      .poll(() => events.filter(({ type }) => type === 'done').length, { timeout: 30_000 })
      .toBe(12);
    // The next call may come from another plan, in which the same runs have other indices and parameters.
    const others = jobs.map((job) => ({
      ...job,
      index: job.index + 100,
      parameters: { named: 7 },
    }));
    expect((await journal.take(others, { url: server.url })).hashes).toEqual(hashesOf(jobs));
    for (const { index, parameters, seed } of journal.results) {
      expect({ index, parameters }).toEqual({ index: seed + 99, parameters: { named: 7 } });
    }
  });

  long('reports that no worker is connected, and how many are', async () => {
    const seen: number[] = [];
    const journal = new Journal();
    const taken = journal.take(someJobs(2, 2000), {
      url: server.url,
      onProgress: ({ workers: count }) => seen.push(count),
    });
    const shown = `redis://127.0.0.1:${server.port}/0`;
    await expect
      .poll(() => journal.told, { timeout: 5000 })
      .toEqual([`waiting for workers: none is connected to ${shown}`]);
    await expect.poll(() => seen.length, { timeout: 10_000 }).toBeGreaterThan(2);
    await work({ restMs: 20 });
    await taken;
    expect(seen.slice(0, 3)).toEqual([0, 0, 0]);
    expect(seen.at(-1)).toBe(1);
    expect(journal.told).toHaveLength(1);
  });
});
