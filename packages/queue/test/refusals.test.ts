import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base, describe } from 'vitest';
import { LONG } from '../../core/test/helpers/long.ts';
import {
  enqueueSweep,
  openStore,
  probeStore,
  readAddress,
  startWorker,
  type WorkerOptions,
} from '../src/index.ts';
import { aJob, hashesOf, Journal, someJobs } from './jobs.ts';
import { freePort, leftOut, RedisServer } from './redis-server.ts';
import { stepJob } from './step-job.mjs';
import { WorkerProcess } from './worker-process.ts';

const test = base.extend<{ folder: string }>({
  // biome-ignore lint/correctness/noEmptyPattern: what vitest reads the dependencies of a fixture from
  folder: async ({}, use) => {
    const folder = await mkdtemp(join(tmpdir(), 'skein-store-'));
    await use(folder);
    await rm(folder, { recursive: true, force: true });
  },
});

const PASSWORD = 'pa/ss@wörd?';

/** The error with which both a worker and the caller of a sweep end. */
async function refusalOf(url: string, more: Partial<WorkerOptions> = {}): Promise<string> {
  const store = { load: async () => undefined, save: async () => {}, remove: async () => {} };
  const options = { url, connectMs: 1500, ...more };
  const messages: string[] = [];
  try {
    const worker = await startWorker({ store, run: stepJob, ...options });
    await worker.stop();
    messages.push('none');
  } catch (error) {
    messages.push(`${(error as { code?: string }).code}: ${(error as Error).message}`);
  }
  try {
    for await (const _ of enqueueSweep([], options)) throw new Error('an outcome of nothing');
    messages.push('none');
  } catch (error) {
    messages.push(`${(error as { code?: string }).code}: ${(error as Error).message}`);
  }
  if (messages[0] !== messages[1])
    throw new Error(`worker and caller differ: ${messages.join('\n')}`);
  return messages[0] ?? '';
}

describe.concurrent('the address of a queue', () => {
  for (const [url, found] of [
    ['', 'a text that is not an address'],
    ['localhost:6379', 'localhost://'],
    ['http://localhost', 'http://'],
    ['redis://', 'no host'],
    ['redis://h:99999', 'a text that is not an address'],
    ['redis://h/queue', '/queue as the database'],
    ['redis://h/0?tls=1', 'something after the database'],
    ['redis://:se%cret@h', 'a % that is not followed by two hexadecimal digits'],
    [`redis://:${PASSWORD}@h`, 'a text that is not an address'],
    ['redis://:secret@h:x', 'a text that is not an address'],
  ] as const) {
    test(`${url || 'nothing'}: ${found}`, async ({ expect }) => {
      const refusal = await refusalOf(url);
      expect(refusal).toMatch(/^QUEUE_URL_INVALID: queue: found /);
      expect(refusal).toContain(found);
      expect(refusal).toContain('expected redis://HOST:PORT/DB');
      expect(refusal).not.toMatch(/se.?cret|wörd/);
    });
  }

  test('is read with an encoded password, and shown without it', ({ expect }) => {
    const { options, shown, hide } = readAddress(
      `rediss://me:${encodeURIComponent(PASSWORD)}@[::1]:7000/12`,
    );
    expect(options).toEqual({
      ...{ host: '::1', port: 7000, db: 12, username: 'me', password: PASSWORD },
      tls: {},
    });
    expect(shown).toBe('rediss://me@[::1]:7000/12');
    expect(hide(`AUTH ${PASSWORD}, as ${encodeURIComponent(PASSWORD)}`)).toBe('AUTH ***, as ***');
    expect(readAddress('redis://h').options).toEqual({ host: 'h', port: 6379, db: 0 });
  });

  test('is refused with a name or a number out of range', async ({ expect }) => {
    expect(await refusalOf('redis://h', { name: 'a:b' })).toMatch(
      /^QUEUE_NAME_INVALID: queue: found the name "a:b", expected /,
    );
    const store = await openStore(tmpdir());
    for (const concurrency of [0, 1.5, 1e9]) {
      await expect(
        startWorker({ url: 'redis://h', store, run: stepJob, concurrency }),
      ).rejects.toThrow(
        `concurrency: found ${concurrency}, expected a whole number from 1 to 1024`,
      );
    }
    for (const ahead of [0, 0.5, Number.NaN]) {
      await expect(enqueueSweep([], { url: 'redis://h', ahead }).next()).rejects.toThrow(
        `ahead: found ${ahead}, expected a whole number, at least 1`,
      );
    }
  });
});

describe.concurrent('a port without a Redis', () => {
  test('is unreachable if nothing listens there', async ({ expect }) => {
    const port = await freePort();
    const told: string[] = [];
    const refusal = await refusalOf(`redis://:secret@127.0.0.1:${port}`, {
      tell: (text) => told.push(text),
    });
    expect(refusal).toBe(
      `QUEUE_UNREACHABLE: queue: redis://127.0.0.1:${port}/0 cannot be reached: connection refused, tried for 1.5 s`,
    );
    // The worker and the caller each report it once.
    expect(told).toEqual(
      Array(2).fill(`waiting for Redis at redis://127.0.0.1:${port}/0: connection refused`),
    );
  });

  test('is refused if another server answers', async ({ expect }) => {
    await using server = createServer((socket) => {
      socket.on('error', () => {}).resume();
      socket.end('HTTP/1.1 400 Bad Request\r\n\r\n');
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as { port: number };
    expect(await refusalOf(`redis://127.0.0.1:${port}`)).toContain(
      'cannot be reached: it is not a Redis server',
    );
    expect(await refusalOf(`rediss://127.0.0.1:${port}`)).toContain(
      'refuses: it does not speak TLS',
    );
  });
});

describe
  .skipIf(leftOut() !== undefined)
  .concurrent('a server that refuses', { timeout: 120_000 }, () => {
    test.runIf(LONG)('refuses a wrong password, and none', async ({ expect }) => {
      await using server = await RedisServer.start({ password: PASSWORD });
      const at = `redis://127.0.0.1:${server.port}/0`;
      expect(await refusalOf(at)).toBe(`QUEUE_REFUSED: queue: ${at} refuses: a password is needed`);
      expect(await refusalOf(`redis://:secret@127.0.0.1:${server.port}`)).toBe(
        `QUEUE_REFUSED: queue: ${at} refuses: wrong user or password`,
      );
      expect(await refusalOf(`redis://me:secret@127.0.0.1:${server.port}`)).toBe(
        `QUEUE_REFUSED: queue: redis://me@127.0.0.1:${server.port}/0 refuses: wrong user or password`,
      );
      expect(await refusalOf(server.url)).toBe('none');
      expect(await refusalOf(`${server.url.slice(0, -1)}99`)).toMatch(/^QUEUE_REFUSED: .*index/);
    });

    test.runIf(LONG)(
      'is reached over TLS only if its certificate is known',
      async ({ expect, folder }) => {
        const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')];
        execFileSync('openssl', [
          ...[
            'req',
            '-x509',
            '-newkey',
            'ec',
            '-pkeyopt',
            'ec_paramgen_curve:prime256v1',
            '-nodes',
          ],
          ...['-keyout', key, '-out', certificate, '-days', '2', '-subj', '/CN=localhost'],
          ...['-addext', 'subjectAltName=IP:127.0.0.1'],
        ]);
        const settings = [
          ...[
            '--tls-cert-file',
            certificate,
            '--tls-key-file',
            key,
            '--tls-ca-cert-file',
            certificate,
          ],
          ...['--tls-auth-clients', 'no'],
        ];
        await using server = await RedisServer.start({ tls: true, password: PASSWORD, settings });
        expect(await refusalOf(server.url)).toMatch(/^QUEUE_REFUSED: .*self-signed certificate/);
        expect(await refusalOf(server.url.replace('rediss', 'redis'))).toMatch(
          /^QUEUE_UNREACHABLE: /,
        );
        await using worker = new WorkerProcess(
          server.url,
          folder,
          {},
          { NODE_EXTRA_CA_CERTS: certificate },
        );
        await worker.ready();
        expect(await worker.end('SIGTERM')).toBe(0);
      },
    );

    test.runIf(LONG)(
      'has no memory left: a sweep waits for room, and is refused if one job cannot fit',
      async ({ expect, folder }) => {
        await using server = await RedisServer.start({ settings: ['--maxmemory', '4mb'] });
        const parameters = { large: 'x'.repeat(100_000) };
        const jobs = Array.from({ length: 45 }, (_, index) =>
          aJob({ index, seed: index, parameters }),
        );
        const journal = new Journal();
        const taken = journal.take(jobs, { url: server.url });
        await expect
          .poll(() => journal.told.join(), { timeout: 30_000 })
          .toMatch(/has no memory left \(maxmemory\): \d+ jobs at a time from now on/);
        await using _worker = new WorkerProcess(server.url, folder);
        await taken;
        expect(journal.hashes).toEqual(hashesOf(jobs));

        const large = aJob({ parameters: { large: 'x'.repeat(8_000_000) } });
        await server.ask(async (redis) => redis.config('SET', 'maxmemory', '1mb'));
        await expect(new Journal().take([large], { url: server.url })).rejects.toThrow(
          /has no memory left/,
        );
      },
    );
  });

describe.concurrent('a store that cannot be written', () => {
  test('is refused with what stands in its way', async ({ expect, folder }) => {
    const file = join(folder, 'file');
    await writeFile(file, '');
    const store = await openStore(join(file, 'store'));
    const refusal = await probeStore(store).catch((error) => error.message);
    expect(refusal).toContain(`cannot write ${join(file, 'store')}`);
    expect(refusal).toContain(': found not a directory (ENOTDIR), expected a folder');
    await expect(openStore('')).rejects.toThrow('store: found nothing, expected a folder or s3://');
  });

  test.skipIf(!LONG || leftOut() !== undefined)(
    'is refused at the start if it is read-only or full',
    async ({ expect, folder }) => {
      await using server = await RedisServer.start();
      for (const [reason, words] of [
        ['EROFS', 'read-only file system'],
        ['ENOSPC', 'no space left on device'],
      ]) {
        await using worker = new WorkerProcess(server.url, folder, {}, broken(folder, reason, 0));
        await expect(worker.ready()).rejects.toThrow(`.checkpoint: found ${words}`);
      }
      expect(await readdir(folder)).toEqual([]);
    },
  );

  test.skipIf(!LONG || leftOut() !== undefined)(
    'is reported once if it fills up, and costs no job',
    async ({ expect, folder }) => {
      await using server = await RedisServer.start();
      const jobs = someJobs(3, 400);
      await using worker = new WorkerProcess(
        server.url,
        folder,
        { restMs: 5, checkpointMs: 20, concurrency: 1 },
        broken(folder, 'ENOSPC', 3),
      );
      const journal = await new Journal().take(jobs, { url: server.url });
      expect(journal.hashes).toEqual(hashesOf(jobs));
      expect(worker.lines.filter(({ type }) => type === 'told').map(({ text }) => text)).toEqual([
        expect.stringMatching(
          /^checkpoints cannot be saved, so a job that loses its worker restarts at its last saved checkpoint \(cannot write .*no space left/,
        ),
      ]);
      expect(await readdir(folder)).toEqual([]);
    },
  );
});

/** An environment in which a folder takes `writes` files, and no more. */
function broken(folder: string, reason = '', writes = 0): NodeJS.ProcessEnv {
  const script = new URL('broken-store.mjs', import.meta.url);
  return {
    NODE_OPTIONS: `--import ${script}`,
    SKEIN_BROKEN: folder,
    SKEIN_WRITES: `${writes}`,
    SKEIN_REASON: reason,
  };
}
