import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { test as base, describe } from 'vitest';
import { aJob, hashesOf, Journal, someJobs } from './jobs.ts';
import { leftOut, RedisServer } from './redis-server.ts';

const SKEIN = fileURLToPath(new URL('../../cli/bin/skein.js', import.meta.url));

/** A running skein command, and its output. */
class Command implements AsyncDisposable {
  readonly #child: ChildProcess;
  said = '';

  constructor(args: readonly string[], env: NodeJS.ProcessEnv = {}) {
    this.#child = spawn(process.execPath, [SKEIN, ...args], {
      env: { ...process.env, ...env },
    });
    for (const stream of [this.#child.stdout, this.#child.stderr]) {
      stream?.on('data', (text) => {
        this.said += text;
      });
    }
  }

  async end(signal?: NodeJS.Signals): Promise<number | NodeJS.Signals | null> {
    const { exitCode, signalCode } = this.#child;
    if (exitCode === null && signalCode === null) {
      const closed = once(this.#child, 'close');
      if (signal !== undefined) this.#child.kill(signal);
      await closed;
    }
    return this.#child.exitCode ?? this.#child.signalCode;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.end('SIGKILL');
  }
}

/** A job that takes some seconds, and its hash. */
const long = aJob({ ticks: 15_000 });
const longHashes = hashesOf([long]);

const test = base.extend<{ server: RedisServer; folder: string }>({
  // biome-ignore lint/correctness/noEmptyPattern: what vitest reads the dependencies of a fixture from
  server: async ({}, use) => {
    await using server = await RedisServer.start({ password: 'se/cret' });
    await use(server);
  },
  // biome-ignore lint/correctness/noEmptyPattern: as above
  folder: async ({}, use) => {
    const folder = await mkdtemp(join(tmpdir(), 'skein-store-'));
    await use(folder);
    await rm(folder, { recursive: true, force: true });
  },
});

describe.skipIf(leftOut() !== undefined).concurrent('skein worker', { timeout: 120_000 }, () => {
  test('does runs, and continues those of another worker that was killed', async ({
    server,
    folder,
    expect,
  }) => {
    const args = ['worker', '--queue', server.url, '--store', folder, '--checkpoint-ms', '300'];
    const jobs = someJobs(8, 20, 5);
    await using first = new Command([...args, '--concurrency', '2']);
    const journal = await new Journal().take(jobs, { url: server.url });
    expect(journal.hashes).toEqual(hashesOf(jobs));
    // The long run has begun last, so it is still far from its end when it has saved a checkpoint.
    const taken = journal.take([long], { url: server.url });
    await expect
      .poll(() => readdir(folder), { timeout: 60_000 })
      .toContain(`${long.key}.checkpoint`);
    expect(await first.end('SIGKILL')).toBe('SIGKILL');
    await using second = new Command([...args, '--idle', '1']);
    await taken;
    expect(journal.hashes).toEqual(hashesOf([long, ...jobs]));
    expect(journal.failures).toEqual([]);
    expect(await second.end()).toBe(0);
    expect(second.said).toContain(`run ${long.key.slice(0, 12)}: taken over from another worker`);
    expect(second.said).toContain('1 done, 0 failed, 0 returned to the queue');
    expect(await readdir(folder)).toEqual([]);
    expect(first.said + second.said).not.toContain('cret');
  });

  test('hands its jobs back at once on SIGTERM, and ends with 143', async ({
    server,
    folder,
    expect,
  }) => {
    const env = { SKEIN_QUEUE: server.url, SKEIN_STORE: folder };
    await using first = new Command(['worker', '--checkpoint-ms', '300'], env);
    const journal = new Journal();
    const taken = journal.take([long], { url: server.url });
    await expect
      .poll(() => readdir(folder), { timeout: 60_000 })
      .toContain(`${long.key}.checkpoint`);
    expect(await first.end('SIGTERM')).toBe(143);
    expect(first.said).toContain('0 done, 0 failed, 1 returned to the queue');
    expect(await readdir(folder)).toHaveLength(1);
    await using _second = new Command(['worker'], env);
    await taken;
    expect(journal.hashes).toEqual(longHashes);
    expect(await readdir(folder)).toEqual([]);
  });

  test('reports a run that fails, both where it ran and where it was requested', async ({
    server,
    folder,
    expect,
  }) => {
    await using command = new Command(['worker', '--queue', server.url, '--store', folder]);
    const job = aJob({ measures: ['polarisation'] });
    const journal = await new Journal().take([job], { url: server.url });
    const [failure] = journal.failures;
    expect(failure).toMatchObject({ job, attempts: 1 });
    expect(failure?.error).toContain('polarisation');
    await expect
      .poll(() => command.said, { timeout: 20_000 })
      .toContain(`run ${job.key.slice(0, 12)} failed: `);
  });

  test('ends at once on a wrong command line, with a code for each kind of error', async ({
    server,
    folder,
    expect,
  }) => {
    const file = join(folder, 'file');
    await writeFile(file, '');
    const wrong = server.url.replace('cret', 'crud');
    const cases = [
      [['--store', folder], 2, "required option '--queue <url>' not specified"],
      [['--queue', 'http://h', '--store', folder], 2, 'queue: found http://, expected redis://'],
      [['--queue', server.url, '--store', 's3://b?x=1'], 2, 'store: found ?x, expected s3://'],
      [['--queue', server.url, '--store', join(file, 'x')], 3, 'not a directory'],
      [['--queue', wrong, '--store', folder], 4, 'refuses: wrong user or password'],
    ] as const;
    for (const [args, code, text] of cases) {
      await using command = new Command(['worker', ...args]);
      expect([await command.end(), args]).toEqual([code, args]);
      expect(command.said).toContain(text);
      expect(command.said).not.toMatch(/cr[eu][dt]/);
    }
  });

  test('skein sweep --queue has the results of skein sweep, even if it is killed', async ({
    server,
    folder,
    expect,
  }) => {
    const scenario = join(folder, 'scenario.json');
    await writeFile(scenario, JSON.stringify(aJob().scenario));
    const [here, there] = [join(folder, 'here'), join(folder, 'there')];
    const plan = [
      ...['sweep', '--scenario', scenario, '--ticks', '60', '--every', '20', '--seeds', '1..20'],
      ...['--set', 'boid.cohesion.radius=4,6', '--measure', 'polarization,alive'],
    ];
    await using alone = new Command([...plan, '--out', here]);
    expect(await alone.end(), alone.said).toBe(0);

    const queued = [...plan, '--out', there, '--queue', '--verify', '0.2'];
    const env = { SKEIN_QUEUE: server.url };
    await using killed = new Command(queued, env);
    await expect.poll(() => killed.said, { timeout: 60_000 }).toContain('waiting for workers');
    await using worker = new Command(['worker', '--store', join(folder, 'store')], env);
    await expect.poll(() => killed.said, { timeout: 60_000 }).toContain('the first run took');
    await killed.end('SIGKILL');
    await using again = new Command(queued, env);
    expect(await again.end(), again.said).toBe(0);
    expect(again.said).toContain('40 of 40 runs are done');
    expect(again.said).toMatch(/runs repeated by another process, with the same result: \d+/);
    expect(await worker.end('SIGTERM')).toBe(143);
    expect(await results(there)).toEqual(await results(here));
    expect(await results(there)).toHaveLength(40);
    const keys = await server.ask((redis) => redis.keys('bull:*'));
    expect(keys.filter((key) => /[0-9a-f]{64}/.test(key))).toEqual([]);
    expect(killed.said + again.said + worker.said).not.toContain('cret');
  });
});

/** The key, hash and samples of each run in the journals of a folder. */
async function results(folder: string): Promise<[string, ...unknown[]][]> {
  const journal = join(folder, 'journal');
  const files = await Promise.all(
    (await readdir(journal)).map((name) => readFile(join(journal, name), 'utf8')),
  );
  const lines = files.flatMap((text) => text.split('\n').slice(0, -1));
  const runs = new Map(
    lines
      .map((line) => JSON.parse(line))
      .filter(({ key }) => key !== undefined)
      .map(({ key, index, hash, samples }) => [key, [key, index, hash, samples] as const]),
  );
  return [...runs.values()].map((run): [string, ...unknown[]] => [...run]).sort(byKey);
}

function byKey([a]: readonly [string, ...unknown[]], [b]: readonly [string, ...unknown[]]): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
