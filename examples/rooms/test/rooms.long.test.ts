import { type Browser, chromium } from 'playwright';
import { afterEach, expect, it, onTestFinished, vi } from 'vitest';
import { browserArguments, requireBrowser, skipBrowser } from '../../../scripts/setup/browser.mjs';
import {
  ClientProcess,
  commonHashes,
  type Kind,
  ordersOf,
  ServerProcess,
  sleep,
  until,
} from './drivers.ts';

const BAD = { delayMs: 200, jitterMs: 200, loss: 0.1 };
const GOOD = { delayMs: 0, jitterMs: 0, loss: 0 };

vi.setConfig({ testTimeout: 120_000 });

const running: { kill(): Promise<void> }[] = [];
afterEach(async () => {
  await Promise.all(running.splice(0).map((one) => one.kill()));
});

function start(kind: Kind, port = 0, ...args: string[]): ServerProcess {
  const server = new ServerProcess(kind, port, ...args);
  running.push(server);
  return server;
}

async function join(...[kind, url, window, lie]: ConstructorParameters<typeof ClientProcess>) {
  const client = new ClientProcess(kind, url, window, lie);
  running.push(client);
  const { number } = await until('the welcome of the server', async () => {
    const reading = await client.read();
    return reading.number > 0 ? reading : undefined;
  });
  return { client, number };
}

it('processes agree with the server under loss, delay and reordering, and a liar is named', async () => {
  const server = start('ws');
  const url = await server.url;
  const honest = [await join('ws', url, 30), await join('ws', url, 12), await join('ws', url, 0)];
  const liar = await join('ws', url, 30, 'positions');
  for (const { client } of [...honest, liar]) await client.network(BAD);
  const orders = 12;
  for (let n = 0; n < orders; n++) {
    await sleep(300);
    for (const { client } of honest) await client.order();
    if (n === 4) await honest[0]!.client.cut();
    if (n === 7) await honest[1]!.client.cut();
    if (n === 9) await honest[2]!.client.wrong();
  }
  const late = await join('ws', url, 30);
  await late.client.network(BAD);
  await until(
    'all orders',
    async () =>
      honest.every(({ number }) => ordersOf(server, number).length >= orders) || undefined,
  );
  await until('the name of the liar', async () =>
    server.lines.find((line) => line.startsWith(`guest ${liar.number} cheat`)),
  );
  const all = [...honest, late];
  for (const { client } of all) await client.network(GOOD);
  const { at, hashes } = await commonHashes(
    server,
    all.map(({ client }) => client),
  );
  expect(new Set(hashes).size, `hashes of tick ${at}: ${hashes}`).toBe(1);
  // Each once, and in order.
  for (const { number } of honest) {
    expect(ordersOf(server, number)).toEqual(Array.from({ length: orders }, (_, n) => n + 1));
  }
  const readings = await Promise.all(all.map(({ client }) => client.read()));
  expect(readings.map(({ ended }) => ended)).toEqual(all.map(() => undefined));
  expect(readings[0]!.events.corrected).toBeGreaterThan(0);
  expect(readings[2]!.events.corrected).toBeUndefined();
  expect(readings[2]!.events.refused).toBe(1);
  expect(readings[3]!.events.loaded).toBe(1);
  // A liar that did not hear why comes back, and is found again.
  const ended = await until('the end of the liar', async () => (await liar.client.read()).ended);
  expect(ended).toMatch(/hashes are false/);
  const named = server.lines.filter((line) => /differs|cheat/.test(line));
  expect(named.every((line) => line.startsWith(`guest ${liar.number} `))).toBe(true);
});

it('after a restart of the server, its clients begin again, and no input is lost or doubled', async () => {
  const first = start('ws', 0, '--no-bots');
  const url = await first.url;
  const clients = [await join('ws', url, 30), await join('ws', url, 0)];
  for (const { client } of clients) await client.order();
  await until('the first orders', async () => first.inputs.length === 2 || undefined);
  await first.kill();
  const second = start('ws', Number(new URL(url).port), '--no-bots');
  await until(
    'both clients',
    async () =>
      second.lines.filter((line) => line.endsWith('has joined')).length === 2 || undefined,
  );
  await until('new guests', async () => {
    const readings = await Promise.all(clients.map(({ client }) => client.read()));
    return readings.every(({ events }) => events.welcome! >= 2) || undefined;
  });
  for (const { client } of clients) await client.order();
  await until('the second orders', async () => second.inputs.length >= 2 || undefined);
  const { hashes } = await commonHashes(
    second,
    clients.map(({ client }) => client),
  );
  expect(new Set(hashes).size).toBe(1);
  for (const number of [1, 2]) expect(ordersOf(second, number)).toEqual([2]);
});

it('a room of Colyseus does the same in short', async () => {
  const server = start('colyseus', 0, '--no-bots');
  const url = await server.url;
  const players = [await join('colyseus', url, 30), await join('colyseus', url, 0)];
  for (const { client } of players) await client.network(BAD);
  for (let n = 0; n < 6; n++) {
    await sleep(300);
    for (const { client } of players) await client.order();
    if (n === 2) await players[0]!.client.cut();
  }
  await sleep(5000);
  const late = await join('colyseus', url, 30);
  const liar = await join('colyseus', url, 30, 'positions');
  await until('the name of the liar', async () =>
    server.lines.find((line) => line.startsWith(`guest ${liar.number} cheat`)),
  );
  const all = [...players, late];
  for (const { client } of all) await client.network(GOOD);
  const { at, hashes } = await commonHashes(
    server,
    all.map(({ client }) => client),
  );
  expect(new Set(hashes).size, `hashes of tick ${at}: ${hashes}`).toBe(1);
  for (const { number } of players) expect(ordersOf(server, number)).toEqual([1, 2, 3, 4, 5, 6]);
  expect((await late.client.read()).events.loaded).toBe(1);
});

/** What a page has of its example; see the last lines of page.mjs. */
declare const client: import('../client.mjs').Client;
declare const stateHash: typeof import('@skein/core').stateHash;
declare function orderOf(): import('../page/field.mjs').Order;

it.skipIf(skipBrowser).each(['ws', 'colyseus'] as const)(
  'a page of the server over %s sends its units at once, under 200 ms of delay, and heals a cheat',
  async (kind) => {
    const server = start(kind);
    const options = { executablePath: requireBrowser(), args: browserArguments() };
    const browser: Browser = await chromium.launch(options);
    onTestFinished(() => browser.close());
    const page = await browser.newPage({ viewport: { width: 1000, height: 720 } });
    const errors: string[] = [];
    page.on('pageerror', (error) => errors.push(String(error)));
    await page.goto(`${await server.url}/`);
    await page.getByText('You lead coral.').waitFor();
    for (const name of ['delay', 'jitter']) await page.locator(`#${name}`).fill('200');
    await page.locator('#loss').fill('10');
    // Until the clock of the guest knows how bad the network is.
    await sleep(3000);
    await page.locator('#field').click({ position: { x: 300, y: 200 } });
    await page.waitForFunction(() => orderOf().confirmedMs !== undefined);
    const order = await page.evaluate(() => orderOf());
    expect(order.confirmedMs).toBeGreaterThan(300);
    expect(order.seenMs).toBeLessThan(0.5 * order.confirmedMs!);
    // The server leads the other sides, which no page predicts.
    await expect.poll(() => page.locator('#corrections').textContent()).not.toBe('0.0 a second');
    await page.getByRole('button', { name: 'Cheat' }).click();
    await page.getByText('took the state of the server.').waitFor();
    expect(server.lines.filter((line) => /guest 1 differs/.test(line))).toHaveLength(1);
    await page.getByRole('button', { name: 'Cut' }).click();
    await page.getByRole('checkbox').uncheck();
    // Without prediction, its world is never ahead of the word of the server.
    const { at, hash } = await until('a compared tick', () =>
      page.evaluate(() => {
        const { world, number } = client.guest;
        const isCompared = number > 0 && world.tick > 0 && world.tick % 30 === 0;
        return isCompared ? { at: world.tick, hash: stateHash(world) } : undefined;
      }),
    );
    await until('the hash of the server', async () => server.hashes[at]);
    expect(hash).toBe(server.hashes[at]);
    expect(errors).toEqual([]);
  },
);
