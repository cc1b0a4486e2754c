import { fileURLToPath } from 'node:url';
import { createServer, preview } from 'vite';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const vite = { root, configFile: `${root}vite.config.ts`, logLevel: 'error' } as const;
const anyPort = { host: '127.0.0.1', port: 0 };

const ISOLATING = {
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-embedder-policy': 'require-corp',
};

/** What a browser is told that asks for a file, and asks again whether it has changed. */
async function askTwice(url: string) {
  const first = await fetch(url);
  const etag = first.headers.get('etag')!;
  const second = await fetch(url, { headers: { 'If-None-Match': etag } });
  return [first, second].map(({ status, headers }) => ({
    status,
    ...Object.fromEntries(Object.keys(ISOLATING).map((name) => [name, headers.get(name)])),
  }));
}

const BOTH = [
  { status: 200, ...ISOLATING },
  { status: 304, ...ISOLATING },
];

/** WebKit refuses the script of a thread that comes without, and asks again for each. */
describe('the headers that isolate the page are on every answer', () => {
  it('of the server of npm start', async () => {
    const server = await createServer({ ...vite, server: { ...anyPort, hmr: false } });
    try {
      await server.listen();
      expect(await askTwice(`${server.resolvedUrls?.local[0]}src/main.ts`)).toEqual(BOTH);
    } finally {
      await server.close();
    }
  });

  it('of the server of the built page', async () => {
    const build = { outDir: 'public' };
    const server = await preview({ ...vite, build, preview: anyPort });
    try {
      expect(await askTwice(`${server.resolvedUrls?.local[0]}favicon.svg`)).toEqual(BOTH);
    } finally {
      await server.close();
    }
  });
});
