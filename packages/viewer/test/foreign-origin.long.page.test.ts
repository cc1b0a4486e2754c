import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { createWorld, parseScenario, stateHash, tick } from '@skein/core';
import { chromium } from 'playwright';
import { rolldown } from 'rolldown';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ISOLATION } from '../../../scripts/serving/headers.mjs';
import { browserArguments, requireBrowser } from '../../../scripts/setup/browser.mjs';

const SCENARIO = {
  name: 'flock',
  seed: 5,
  species: [
    {
      name: 'boid',
      count: 37,
      maxSpeed: 9,
      spawn: { type: 'sphere', center: [0, 0, 0], radius: 9, velocity: { speed: 3 } },
      behaviors: [{ type: 'separation' }, { type: 'cohesion' }],
    },
  ],
};
const TICKS = 20;

/** The page, built by a bundler that does not move the script of the threads. */
const PAGE = `
import { createWorld, parseScenario, stateHash } from '@skein/core';
import { createTeam } from '@skein/worker';
globalThis.run = async (options) => {
  const world = createWorld(parseScenario(${JSON.stringify(SCENARIO)}));
  const team = await createTeam(world, { workers: 2, ...options });
  await team.run(${TICKS});
  const { threaded, notice } = team;
  await team.dispose();
  return { hash: stateHash(world), threaded, notice };
};`;

const script = readFileSync(new URL('../../worker/dist/browser/thread.js', import.meta.url));
const servers: Server[] = [];

/** Serves files by path, to pages of any origin. */
async function serve(
  files: Readonly<Record<string, string | Buffer>>,
  isolation: Readonly<Record<string, string>> = ISOLATION,
): Promise<string> {
  const open = {
    'Access-Control-Allow-Origin': '*',
    'Cross-Origin-Resource-Policy': 'cross-origin',
  };
  const server = createServer(({ url = '' }, response) => {
    const type = url === '/' ? 'text/html' : 'text/javascript';
    response.writeHead(url in files ? 200 : 404, { ...isolation, ...open, 'Content-Type': type });
    response.end(files[url]);
  });
  servers.push(server);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

let page: string;
beforeAll(async () => {
  const bundle = await rolldown({
    input: 'page',
    platform: 'browser',
    plugins: [
      {
        name: 'page',
        resolveId: (id) =>
          id === 'page' ? fileURLToPath(new URL('page.js', import.meta.url)) : null,
        load: (id) => (id.endsWith('/test/page.js') ? PAGE : null),
      },
    ],
  });
  const { output } = await bundle.generate({ format: 'esm' });
  page = output[0].code;
});
afterAll(() => {
  for (const server of servers) server.close();
});

it('threads load from beside the bundle or from another origin, with the hash of Node', async () => {
  const world = createWorld(parseScenario(SCENARIO));
  tick(world, TICKS);
  const expected = { hash: stateHash(world), threaded: true };
  const html = '<script type="module" src="/page.js"></script>';
  const own = await serve({ '/': html, '/page.js': page, '/thread.js': script });
  const without = await serve({ '/': html, '/page.js': page });
  // The module of createTeam comes from another origin, like a content delivery network.
  const by = (origin: string): string => html.replace('/page.js', `${origin}/page.js`);
  const network = await serve({ '/page.js': page, '/thread.js': script });
  const networked = await serve({ '/': by(network) });
  const plain = await serve({ '/': html, '/page.js': page, '/thread.js': script }, {});
  const bare = await serve({ '/page.js': page });
  const barely = await serve({ '/': by(bare), '/copy.js': script });
  const executablePath = requireBrowser();
  await using browser = await chromium.launch({ executablePath, args: browserArguments() });
  /** @returns the result of a team, or why it could not start */
  const runAt = async (origin: string, options: object): Promise<unknown> => {
    const tab = await browser.newPage();
    await tab.goto(origin);
    await tab.waitForFunction(() => 'run' in globalThis);
    return tab.evaluate(async (given) => {
      const { run } = globalThis as unknown as { run(options: object): Promise<unknown> };
      return run(given).catch((error: Error) => error.message);
    }, options);
  };
  expect(await runAt(own, {})).toEqual(expected);
  expect(await runAt(without, { threadUrl: `${own}/thread.js` })).toEqual(expected);
  expect(await runAt(without, {})).toMatch(/could not be loaded: thread\.js beside .*threadUrl/);
  expect(await runAt(networked, {})).toEqual(expected);
  expect(await runAt(barely, {})).toContain(`could not be loaded: ${bare}/thread.js.`);
  expect(await runAt(barely, { threadUrl: 'copy.js' })).toEqual(expected);
  expect(await runAt(plain, {})).toEqual({
    ...expected,
    threaded: false,
    notice: expect.stringMatching(/^The world is stepped by one worker, in a copy.*isolated/),
  });
});
