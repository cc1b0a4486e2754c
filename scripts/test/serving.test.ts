import { type ChildProcess, spawn } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { long, someOf } from '../../packages/core/test/helpers/long.ts';
import { HEADERS, ISOLATION, POLICY } from '../serving/headers.mjs';

const VIEWER = fileURLToPath(new URL('../../packages/viewer', import.meta.url));

/** A file outside of everything that is served. An editor that is asked to open it leaves a mark next to it. */
const folder = mkdtempSync(join(tmpdir(), 'skein-serving-'));
const secret = join(folder, 'secret.txt');
const mark = join(folder, 'mark');
const editor = join(folder, 'editor.sh');
writeFileSync(secret, 'the words of the secret\n');
writeFileSync(editor, `#!/bin/sh\necho "$@" >> ${mark}\n`);
chmodSync(editor, 0o755);
afterAll(() => rmSync(folder, { recursive: true }));

const SERVED = ['/', '/index.html', '/favicon.svg', '/thumbnails/beams.webp'];

/** Requests that Vite, this server, or careless file servers would answer. */
const PATHS = [
  ...SERVED,
  ...['/licenses.txt', '/service-worker.js', '/?scene=beams', '/?file=/etc/passwd'],
  // These would start the editor of Vite's user; the router ignores case and everything after the path.
  ...['', '/', '/any', '.js'].map((end) => `/__open-in-editor${end}?file=${secret}`),
  ...[`/__OPEN-IN-EDITOR?file=${secret}`, `//__open-in-editor?file=${secret}`],
  `/__open-in-editor?file=${join(VIEWER, 'index.html')}:1:1`,
  // Files of this machine, as Vite serves them to its own pages.
  ...['', '?raw', '?import&raw', '?url&inline', '?raw??', '?.svg?.wasm?init'].map(
    (query) => `/@fs${secret}${query}`,
  ),
  ...[`/@fs//${secret}`, `/@fs/x/x/../../..${secret}`, `/@id/${secret}?raw`, `/${secret}`],
  ...[
    '/@vite/client',
    '/@vite/env',
    '/__vite_ping',
    '/__inspect/',
    '/__devtools/',
    '/@vite-plugin',
  ],
  ...[
    '/src/main.ts',
    '/src/main.ts?raw',
    '/vite.config.ts',
    '/package.json',
    '/node_modules/.vite/',
  ],
  ...['/.git/config', '/.env', '/dist/site.stamp', '/site.stamp', '/tasks', '/report'],
  ...['/../site.stamp', '/..%2fsite.stamp', '/%2e%2e/site.stamp', '/..%5csite.stamp'],
  ...['/assets/../../site.stamp', '/..\\site.stamp', '/%00', '/%', '/assets', '/assets/'],
  ...Array.from({ length: 3 }, (_, at) => `${'/..'.repeat(at + 8)}${secret}`),
  ...['http://127.0.0.1/', `file://${secret}`, `/${encodeURIComponent(`../../../..${secret}`)}`],
];

type Fields = Readonly<Record<string, string>>;
interface Answer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: string;
}

interface Serving {
  child: ChildProcess;
  port: number;
  ask(path: string, headers?: Fields, method?: string): Promise<Answer>;
  close(): Promise<void>;
}

async function serve(command: 'start' | 'dev'): Promise<Serving> {
  const script = fileURLToPath(new URL(`../serving/${command}.mjs`, import.meta.url));
  const { NODE_ENV: _, VITEST: __, ...env } = process.env;
  const child = spawn(process.execPath, [script, '--port', '0'], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...env, LAUNCH_EDITOR: editor, EDITOR: editor, VISUAL: editor },
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  // Collects the output: Vite prints a line for each path that it refuses.
  let said = '';
  child.stderr!.on('data', (text) => {
    said += text;
  });
  const port = await new Promise<number>((resolve, reject) => {
    child.stdout!.on('data', (text) => {
      const [, found] = /http:\/\/127\.0\.0\.1:(\d+)\//.exec(text) ?? [];
      if (found !== undefined) resolve(Number(found));
    });
    child.once('exit', () => reject(new Error(`${command} has ended: ${said}`)));
  });
  return {
    child,
    port,
    ask: (path, headers = {}, method = 'GET') =>
      new Promise((resolve, reject) => {
        const asking = request({ port, host: '127.0.0.1', path, method, headers }, (answer) => {
          let body = '';
          answer.setEncoding('latin1').on('data', (part) => {
            body += part;
          });
          answer.on('end', () => {
            resolve({ status: answer.statusCode!, headers: answer.headers, body });
          });
        });
        asking.on('upgrade', (answer, socket) => {
          socket.destroy();
          resolve({ status: answer.statusCode!, headers: answer.headers, body: '' });
        });
        asking.on('error', reject).end();
      }),
    close: async () => {
      child.kill();
      await ended;
    },
  };
}

/** How a browser's request for another page declares its origin. */
const FOREIGN: Readonly<Record<string, (port: number) => Fields>> = {
  'a script of another page': () => fetched('cross-site', 'cors', 'empty', 'http://evil.example'),
  'a script that asks without CORS': () => fetched('cross-site', 'no-cors', 'empty'),
  'a picture of another page': () => fetched('cross-site', 'no-cors', 'image'),
  'a script element': () => fetched('cross-site', 'no-cors', 'script'),
  'a frame': () => fetched('cross-site', 'navigate', 'iframe'),
  'a form': () => fetched('cross-site', 'navigate', 'document', 'http://evil.example'),
  'a page with no origin': () => ({ Origin: 'null' }),
  'a browser that says its origin alone': () => ({ Origin: 'http://evil.example' }),
  'another server of this machine': () =>
    fetched('same-site', 'cors', 'empty', 'http://127.0.0.1:9'),
  'a name of that page that leads here': (port) => ({
    ...fetched('same-origin', 'cors', 'empty', `http://evil.example:${port}`),
    Host: `evil.example:${port}`,
  }),
  'a name that begins like ours': (port) => ({ Host: `localhost.evil.example:${port}` }),
  'a name that ends like ours': (port) => ({ Host: `evil.localhost:${port}` }),
};

function fetched(site: string, mode: string, destination: string, origin?: string): Fields {
  return {
    'Sec-Fetch-Site': site,
    'Sec-Fetch-Mode': mode,
    'Sec-Fetch-Dest': destination,
    ...(origin && { Origin: origin }),
  };
}

const METHODS = ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND'];

/** The names, sizes and times of all files that could be changed. */
function filesOfViewer(): string[] {
  return ['src', 'public', 'dist/site', 'index.html', 'vite.config.ts']
    .flatMap((name) => {
      const path = join(VIEWER, name);
      if (!statSync(path).isDirectory()) return [path];
      return readdirSync(path, { recursive: true, encoding: 'utf8' }).map((one) => join(path, one));
    })
    .map((path) => `${path} ${statSync(path).size} ${statSync(path).mtimeMs}`);
}

/** The running child processes of a process; available only on Linux. */
function childrenOf({ pid }: ChildProcess): string {
  const list = `/proc/${pid}/task/${pid}/children`;
  return existsSync(list) ? readFileSync(list, 'utf8') : '';
}

// `npm test` serves the built page only.
describe.each(someOf(['start', 'dev'] as const, 2))('npm run %s', (command) => {
  let server: Serving;
  let before: string[];

  beforeAll(async () => {
    server = await serve(command);
    before = filesOfViewer();
  });
  afterAll(() => server?.close());

  it.each(someOf(Object.entries(FOREIGN), 5))(
    'refuses %s, for every path',
    async (_, headersAt) => {
      const headers = headersAt(server.port);
      for (const path of PATHS) {
        const { status, headers: got, body } = await server.ask(path, headers);
        expect([path, status]).toEqual([path, 403]);
        expect(got['access-control-allow-origin']).toBe(undefined);
        expect(body).not.toContain('words of the secret');
      }
      expect((await server.ask('/', headers, 'HEAD')).status).toBe(403);
    },
  );

  it('refuses all methods but GET and HEAD, also of its own page', async () => {
    for (const method of someOf(METHODS, 4)) {
      for (const path of PATHS) {
        const { status, headers, body } = await server.ask(path, {}, method);
        expect([method, path, status]).toEqual([method, path, 405]);
        expect(headers['access-control-allow-methods']).toBe(undefined);
        expect(body).not.toContain('words of the secret');
      }
    }
  });

  it('opens no socket for another page', async () => {
    const upgrade = {
      Connection: 'Upgrade',
      Upgrade: 'websocket',
      'Sec-WebSocket-Version': '13',
      'Sec-WebSocket-Key': 'dGhlIHNhbXBsZSBub25jZQ==',
      'Sec-WebSocket-Protocol': 'vite-hmr',
    };
    for (const origin of ['http://evil.example', 'null', 'http://127.0.0.1:9']) {
      const { status } = await server.ask('/', {
        ...upgrade,
        ...fetched('cross-site', 'websocket', 'websocket', origin),
      });
      expect([origin, status]).toEqual([origin, command === 'start' ? 403 : 400]);
    }
  });

  it('serves no file of this machine to links or its own page, and starts no process', async () => {
    const link = fetched('cross-site', 'navigate', 'document');
    for (const headers of [{}, link, fetched('same-origin', 'cors', 'empty')]) {
      for (const path of PATHS) {
        const { status, body } = await server.ask(path, headers);
        expect(body, path).not.toContain('words of the secret');
        if (/open-in-editor/i.test(path)) expect([path, status]).toEqual([path, 404]);
      }
      for (const path of SERVED) {
        expect([path, (await server.ask(path, headers)).status]).toEqual([path, 200]);
      }
    }
  });

  it('has started no process and changed no file during these tests', async () => {
    // If a server is vulnerable, its editor starts after a few milliseconds.
    await pause(500);
    expect(existsSync(mark) ? readFileSync(mark, 'utf8') : '').toBe('');
    expect(childrenOf(server.child)).toBe('');
    expect(filesOfViewer()).toEqual(before);
  });

  // WebKit refuses a script of a thread without these headers, and requests it again for each thread.
  it('isolates the page with every answer, also where a file has not changed', async () => {
    const path = command === 'start' ? '/favicon.svg' : '/src/main.ts';
    const { status, headers } = await server.ask(path);
    const again = await server.ask(path, { 'If-None-Match': String(headers.etag) });
    expect([status, again.status]).toEqual([200, 304]);
    for (const got of [headers, again.headers, (await server.ask('/none')).headers]) {
      expect(got).toMatchObject(lowerCase(ISOLATION));
    }
  });
});

describe('npm start', () => {
  let server: Serving;
  beforeAll(async () => {
    server = await serve('start');
  });
  afterAll(() => server?.close());

  it('serves only the files of the built page', async () => {
    const site = join(VIEWER, 'dist', 'site');
    const files = new Set(
      readdirSync(site, { recursive: true, encoding: 'utf8' }).map((path) => `/${path}`),
    );
    for (const path of PATHS) {
      const [name] = path.split('?');
      const isFile = name === '/' || (files.has(name) && statSync(join(site, name)).isFile());
      const { status, headers } = await server.ask(path);
      if (isFile) expect([path, status]).toEqual([path, 200]);
      else expect([400, 403, 404], path).toContain(status);
      expect(headers).toMatchObject(lowerCase(HEADERS));
    }
  });

  it('answers only under the names of this machine', async () => {
    for (const name of ['127.0.0.1', 'localhost', 'LOCALHOST']) {
      const headers = { Host: `${name}:${server.port}`, Origin: `http://${name}:${server.port}` };
      expect((await server.ask('/', headers)).status).toBe(200);
    }
    for (const Host of ['[::1]', '0.0.0.0', '127.0.0.1.evil.example', 'file:', '127.1']) {
      expect([Host, (await server.ask('/', { Host })).status]).toEqual([Host, 403]);
    }
  });

  it('lets a browser cache files with a hash in their name, and revalidate the rest', async () => {
    const { body, headers } = await server.ask('/');
    const [script] = /assets\/index-[^"]+\.js/.exec(body)!;
    expect(headers['cache-control']).toBe('no-cache');
    const kept = (await server.ask(`/${script}`)).headers;
    expect(kept['cache-control']).toBe('max-age=31536000, immutable');
    expect(kept['content-type']).toMatch(/^text\/javascript/);
  });

  it('sends texts compressed to browsers that accept it, and the same bytes to others', async () => {
    const { body } = await server.ask('/');
    const [script] = /assets\/index-[^"]+\.js/.exec(body)!;
    for (const path of ['/', '/index.html', `/${script}`, '/licenses.txt', '/service-worker.js']) {
      const plain = await server.ask(path, { 'Accept-Encoding': 'gzip;q=0, br' });
      const packed = await server.ask(path, { 'Accept-Encoding': 'br;q=1.0, gzip;q=0.8' });
      expect(packed.headers['content-encoding'], path).toBe('gzip');
      expect(plain.headers['content-encoding'], path).toBe(undefined);
      const bytes = Buffer.from(packed.body, 'latin1');
      expect(Number(packed.headers['content-length'])).toBe(bytes.length);
      expect(bytes.length).toBeLessThan(plain.body.length / 2);
      expect(gunzipSync(bytes).toString('latin1') === plain.body, path).toBe(true);
      for (const { headers } of [plain, packed]) {
        expect(headers).toMatchObject(lowerCase(HEADERS));
        expect(headers.vary).toBe('Accept-Encoding');
      }
      for (const name of ['content-type', 'cache-control']) {
        expect(packed.headers[name]).toBe(plain.headers[name]);
      }
      // Each form is revalidated as itself.
      expect(packed.headers.etag).not.toBe(plain.headers.etag);
      const again = { 'Accept-Encoding': 'gzip', 'If-None-Match': String(packed.headers.etag) };
      expect((await server.ask(path, again)).status).toBe(304);
      const other = { ...again, 'If-None-Match': String(plain.headers.etag) };
      expect((await server.ask(path, other)).status).toBe(200);
    }
  });

  it('sends as they are: pictures, ranges of bytes, small files, and what is refused', async () => {
    const accepts = { 'Accept-Encoding': 'gzip' };
    const picture = await server.ask('/thumbnails/beams.webp', accepts);
    expect([picture.headers['content-encoding'], picture.headers.vary]).toEqual([
      undefined,
      undefined,
    ]);
    const part = await server.ask('/licenses.txt', { ...accepts, Range: 'bytes=2-11' });
    const { body } = await server.ask('/licenses.txt');
    expect([part.status, part.body]).toEqual([206, body.slice(2, 12)]);
    expect((await server.ask('/favicon.svg', accepts)).headers['content-encoding']).toBe(undefined);
    for (const path of PATHS) {
      const [plain, packed] = [await server.ask(path), await server.ask(path, accepts)];
      expect([path, packed.status]).toEqual([path, plain.status]);
    }
    // The copies themselves are no files of the page.
    expect((await server.ask('/licenses.txt.gz', accepts)).status).toBe(404);
    expect((await server.ask('/licenses.txt', accepts, 'HEAD')).body).toBe('');
  });

  long('takes the next port when one is taken', async () => {
    const script = fileURLToPath(new URL('../serving/start.mjs', import.meta.url));
    const child = spawn(process.execPath, [script, '--port', `${server.port}`]);
    const text = await new Promise((resolve) => child.stdout.once('data', resolve));
    child.kill();
    const [, port] = /:(\d+)\//.exec(`${text}`)!;
    expect(Number(port)).toBeGreaterThan(server.port);
  });
});

it('docs/hosting.md has the headers of the code', () => {
  const page = readFileSync(new URL('../../docs/hosting.md', import.meta.url), 'utf8');
  const text = page.replace(/\s+/g, ' ');
  expect(text).toContain(` ${POLICY} `);
  const { 'Content-Security-Policy': policy, ...others } = HEADERS;
  expect(text).toContain(policy.replace(POLICY, 'Content-Security-Policy: (the policy)'));
  for (const [name, value] of Object.entries(others)) expect(text).toContain(`${name}: ${value} `);
});

function lowerCase(headers: Fields): Fields {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
  );
}
