import type { RequestListener } from 'node:http';
import { gzipSync } from 'node:zlib';
import { createWorld, parseScenarioText, stateHash, tick as step } from '@skein/core';
import { type Browser, chromium, type Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { ISOLATION } from '../../../scripts/serving/headers.mjs';
import { browserArguments, requireBrowser } from '../../../scripts/setup/browser.mjs';
import { COARSE } from './open-page.ts';
import { ownScene } from './own-scene.ts';
import { waitForTick } from './replay.ts';
import { SLOW } from './slow.ts';
import { serveFolder } from './static-host.ts';

const OWN = ownScene('fetched');

type Host = Awaited<ReturnType<typeof serveFolder>>;

describe('a file named in the address', () => {
  let host: Host;
  let other: Host;
  let browser: Browser;
  let page: Page;
  /** Requests to the other host, and requests to the own host with their cookies. */
  const asked = { other: 0, cookies: [] as (string | undefined)[] };
  /** Bytes that the endless response has sent. */
  let sent = 0;

  beforeAll(async () => {
    const own: RequestListener = (request, response) => {
      asked.cookies.push(request.headers.cookie);
      response.end(OWN);
    };
    other = await serveFolder(
      '/nowhere',
      '/',
      {},
      {
        '/own.json': (_, response) => {
          asked.other++;
          response.writeHead(200, { 'Access-Control-Allow-Origin': '*' }).end(OWN);
        },
      },
    );
    host = await serveFolder(inject('site'), '/', ISOLATION, {
      '/mine/own.json': own,
      '/away.json': (_, response) => {
        response.writeHead(302, { Location: `${other.url}own.json` }).end();
      },
      '/large.json': (_, response) => {
        const more = () => {
          while (!response.destroyed && response.write(' '.repeat(0x10000))) sent += 0x10000;
        };
        response.on('drain', more);
        more();
      },
      // Announces a smaller size than it sends.
      '/lies.json': (_, response) => {
        response.writeHead(200, { 'Content-Length': '20' });
        response.end(OWN);
      },
      '/endless.json': (_, response) => {
        response.write('{');
      },
      // Sends a byte now and then, so there is always something to read.
      '/drips.json': (_, response) => {
        response.write('{');
        const drip = setInterval(() => response.write(' '), 100);
        response.on('close', () => clearInterval(drip));
      },
      // 64 MiB compressed to 64 KiB: small on the network, and large when read.
      '/packed.json': (_, response) => {
        response.writeHead(200, { 'Content-Encoding': 'gzip' });
        response.end(gzipSync(Buffer.alloc(64 * 2 ** 20, ' ')));
      },
      '/empty.json': (_, response) => {
        response.writeHead(204).end();
      },
      // Announces a larger size than it sends.
      '/cut.json': (_, response) => {
        response.writeHead(200, { 'Content-Length': '100000' });
        response.write(OWN, () => response.destroy());
      },
      '/page.json': (_, response) => {
        response.writeHead(200, { 'Content-Type': 'text/html' }).end('<!doctype html><p>Hello</p>');
      },
    });
    browser = await chromium.launch({ executablePath: requireBrowser(), args: browserArguments() });
    page = await browser.newPage({ viewport: { width: 320, height: 200 }, ...COARSE });
  });
  afterAll(async () => {
    await browser?.close();
    await host?.close();
    await other?.close();
  });

  const open = (address: string, more = '') =>
    page.goto(`${host.url}?scene=flock-yuka&workers=1&file=${encodeURIComponent(address)}${more}`);
  const running = () => page.evaluate(() => window.skein!.world!.scenario.name);

  it('runs with the seed in the link, which is kept, and has the hash of Node', async () => {
    await page.context().addCookies([{ name: 'who', value: 'me', url: host.url }]);
    await open('mine/own.json', '&seed=9');
    await waitForTick(page, 5);
    expect(await running()).toBe('fetched');
    await page.evaluate(() => window.skein!.pause());
    const { tick, hash } = await page.evaluate(() => window.skein!.hash());
    const world = createWorld(parseScenarioText(OWN), { seed: 9 });
    step(world, tick);
    expect(hash).toBe(stateHash(world));
    expect(asked.cookies).toEqual([undefined]);
    const { searchParams } = new URL(page.url());
    expect(searchParams.get('file')).toBe('mine/own.json');
    expect(searchParams.get('seed')).toBe('9');
    expect(await page.locator('.notice').allTextContents()).toEqual([]);
  });

  type Refusal = [string, () => string, RegExp];

  const refusals: Refusal[] = [
    ['is of another host', () => `${other.url}own.json`, /expected a file on http:\/\/127/],
    ['is text in the address', () => `data:application/json,${OWN}`, /Found a file on null/],
    ['is led to another host', () => 'away.json', /fetch/i],
    ['is not there', () => 'none.json', /found HTTP status 404/],
    ['is a page', () => 'page.json', /not JSON/],
    ['is longer than it says', () => 'lies.json', /not JSON/],
    ['has no end', () => 'large.json', /more than 16777216 bytes/],
    ['is packed, and large', () => 'packed.json', /more than 16777216 bytes/],
    ['is nothing', () => 'empty.json', /an empty text/],
    ['is cut off', () => 'cut.json', /network/i],
  ];
  const late: Refusal[] = [
    ['does not come', () => 'endless.json', /timed out/],
    ['comes byte by byte', () => 'drips.json', /timed out/],
  ];
  const told = [...refusals, ...(SLOW ? late : [])];

  it.each(told)('is refused, and the scene runs, when it %s', async (_, address, words) => {
    const begin = Date.now();
    await open(address(), '&seed=9&set=walker.maxSpeed:1');
    const report = page.locator('#report');
    await report.waitFor();
    expect(Date.now() - begin).toBeLessThan(30_000);
    expect(await report.textContent()).toMatch(words);
    await waitForTick(page, 2);
    expect(await running()).toBe('flock-yuka');
    expect(new URL(page.url()).searchParams.has('file')).toBe(false);
    expect(asked.other).toBe(0);
    expect(sent).toBeLessThan(64 * 2 ** 20);
  });
});
