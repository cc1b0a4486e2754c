import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  createWorld,
  command as enqueue,
  parseScenarioText,
  snapshot,
  stateHash,
  tick,
  type World,
} from '@skein/core';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type ClientOptions, WebSocket } from 'ws';
import { LONG } from '../../../packages/core/test/helpers/long.ts';
import { fingerprint } from '../peer/fingerprint.mjs';
import { MAX_COMMAND, MAX_NUMBER, MAX_TEXT, PROTOCOL } from '../protocol/limits.mjs';
import { writeSnapshot } from '../protocol/snapshot-frame.mjs';
import { createRelay } from '../server/relay.mjs';

interface Message {
  kind?: string;
  you?: number;
  turns?: unknown[][];
  found?: string;
  expected?: string;
  [key: string]: unknown;
}

let server: Server;
let relay: ReturnType<typeof createRelay>;
let url: string;

async function start(options: Parameters<typeof createRelay>[1] = {}) {
  server = createServer();
  relay = createRelay(server, { turnMs: 10, turnTicks: 4, ...options });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `ws://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function stop() {
  relay.close();
  server.close();
  await once(server, 'close');
}

beforeEach(() => start());

afterEach(stop);

/** A connection that can send anything. */
async function connect(options: ClientOptions = {}) {
  const socket = new WebSocket(url, options);
  const heard: Message[] = [];
  socket.on('message', (data) => heard.push(JSON.parse(data.toString())));
  await once(socket, 'open');
  const closed = once(socket, 'close');
  const hear = async (kind: string): Promise<Message> => {
    for (;;) {
      const at = heard.findIndex((message) => message.kind === kind);
      if (at >= 0) return heard.splice(0, at + 1)[at];
      await once(socket, 'message');
    }
  };
  const say = (message: unknown) =>
    socket.send(typeof message === 'string' ? message : JSON.stringify(message));
  return { say, hear, closed, socket };
}

function hello(id: number, others: Message = {}) {
  const scenario = 'abcdef0123456789';
  const own = { id: id.toString(16).padStart(32, '0'), session: '', version: '1.2.3', scenario };
  return { kind: 'hello', protocol: PROTOCOL, ...own, ...others };
}

async function join(id: number) {
  const peer = await connect();
  peer.say(hello(id));
  return { ...peer, welcome: await peer.hear('welcome') };
}

async function entriesUntil(peer: Awaited<ReturnType<typeof connect>>, count: number) {
  const entries: unknown[] = [];
  while (entries.length < count) entries.push(...((await peer.hear('turns')).turns ?? []).flat());
  return entries;
}

const command = (n: number, type = `c${n}`) => ({ kind: 'command', n, command: { type } });

describe('commands', () => {
  test('of a peer are in turns in their order, each once, in any order of arrival', async () => {
    const peer = await join(1);
    for (const n of [2, 1, 1, 3, 2, 4, 3, 1, 4]) peer.say(command(n));
    peer.say(command(3));
    const entries = await entriesUntil(peer, 3);
    expect(entries.slice(0, 3)).toEqual([
      [1, 1, { type: 'c1' }],
      [1, 2, { type: 'c2' }],
      [1, 3, { type: 'c3' }],
    ]);
  });

  test('already in a turn are answered with its number', async () => {
    const peer = await join(1);
    peer.say(command(1));
    await entriesUntil(peer, 1);
    peer.say(command(1, 'another'));
    expect(await peer.hear('got')).toEqual({ kind: 'got', n: 1 });
  });

  test('of a peer that returns under its id have its number, and their count continues', async () => {
    const peer = await join(1);
    peer.say(command(1));
    await entriesUntil(peer, 1);
    const again = await join(1);
    await peer.closed;
    expect(again.welcome.you).toBe(1);
    again.say(command(1));
    again.say(command(2));
    expect(await entriesUntil(again, 1)).toEqual([[1, 2, { type: 'c2' }]]);
  });
});

test('a peer that differs again and again adds one note to a turn', async () => {
  const [good, liar] = [await join(1), await join(2)];
  const first = { since: 0, first: 1, kind: 'hashes' };
  while (((await good.hear('turns')).first as number) < 2);
  good.say({ ...first, life: 1, hashes: ['0123456789abcdef'] });
  const lives = LONG ? 3000 : 1000;
  for (let life = 1; life <= lives; life++)
    liar.say({ ...first, life, hashes: ['ffffffffffffffff'] });
  liar.say(command(1));
  const notes: unknown[][] = [];
  for (let done = false; !done; ) {
    const [entries] = (await good.hear('turns')).turns as [number, number, { life: number }][][];
    const noted = entries.filter(([peer]) => peer === 0);
    expect(noted.length).toBeLessThanOrEqual(1);
    notes.push(...noted);
    done = noted.some(([, , { life }]) => life === lives);
  }
  expect(notes[0]).toMatchObject([0, 1, { peer: 2, tick: 1, expected: '0123456789abcdef' }]);
});

test('the commands of a turn fit into a message, however short they are', async () => {
  const peer = await join(1);
  for (let n = 1; n <= (LONG ? 40_000 : 20_000); n++) peer.say({ kind: 'command', n, command: {} });
  const lengths: number[] = [];
  peer.socket.on('message', (data) => lengths.push(data.toString().length));
  await entriesUntil(peer, 10_000);
  expect(Math.max(...lengths)).toBeLessThan(MAX_TEXT);
});

describe('a snapshot', () => {
  const scenario = parseScenarioText(
    readFileSync(new URL('scenario.json', import.meta.url), 'utf8'),
  );
  const others = { scenario: fingerprint(createWorld(scenario)) };
  const turnTicks = 4;

  /** A peer that has sent the hashes of a world up to the turn at which it is asked for a snapshot. */
  async function asked() {
    await stop();
    await start({ turnTicks, snapshotTurns: 1 });
    const peer = await connect();
    peer.say(hello(1, others));
    await peer.hear('wantSnapshot');
    const world = createWorld(scenario);
    const hashes: string[] = [];
    while (world.tick < 4 * turnTicks) {
      tick(world);
      hashes.push(stateHash(world));
    }
    while (relay.log.end < 4) await new Promise((resolve) => setTimeout(resolve, 5));
    peer.say({ kind: 'hashes', life: 1, since: 0, first: 1, hashes });
    return { ...peer, world };
  }

  test('is kept if it is of the world that all have', async () => {
    const { world, socket } = await asked();
    const bytes = snapshot(world);
    socket.send(writeSnapshot({ turn: 4, bytes }));
    while (relay.log.snapshot === undefined) await new Promise((resolve) => setTimeout(resolve, 5));
    expect(Buffer.compare(relay.log.snapshot.bytes, bytes)).toBe(0);
  });

  test.each<[string, (bytes: Uint8Array, world: World) => Uint8Array, string]>([
    ['is none', () => new Uint8Array(100).fill(65), 'snapshot, bytes'],
    [
      'is damaged',
      (bytes) => bytes.map((byte, at) => (at === bytes.length >> 1 ? byte ^ 1 : byte)),
      'snapshot, bytes',
    ],
    [
      'is of another tick',
      (_, world) => {
        tick(world);
        return snapshot(world);
      },
      'snapshot, tick',
    ],
    [
      'is of another state',
      (_, world) => {
        world.views.velocity.x[3] += 1;
        return snapshot(world);
      },
      'snapshot, hash',
    ],
    [
      'is of another scenario',
      (_, world) => {
        const other = createWorld({ ...scenario, name: 'another' });
        tick(other, world.tick);
        return snapshot(other);
      },
      'snapshot, scenario',
    ],
    [
      'has a command that is in no turn yet',
      (_, world) => {
        enqueue(world, { type: 'go', ids: [0], position: [1, 1] });
        return snapshot(world);
      },
      'snapshot, log',
    ],
  ])('that %s is refused, and not kept', async (_, wrong, where) => {
    const { world, socket, hear } = await asked();
    socket.send(writeSnapshot({ turn: 4, bytes: wrong(snapshot(world), world) }));
    expect(await hear('refused')).toMatchObject({ where, final: false });
    expect(relay.log.snapshot).toBeUndefined();
  });

  test('that the server did not ask for is refused', async () => {
    const peer = await join(1);
    peer.socket.send(writeSnapshot({ turn: 1, bytes: new Uint8Array(9) }));
    expect(await peer.hear('refused')).toMatchObject({ where: 'snapshot', found: 'one' });
  });
});

describe('the relay refuses', () => {
  const wrong: [string, unknown, Message][] = [
    ['no JSON', 'go!', { where: '$', found: '"go!"', expected: 'JSON' }],
    ['no object', '[1]', { where: '$', found: 'an array of 1', expected: 'an object' }],
    [
      'an unknown kind',
      { kind: 'toString' },
      { where: '$.kind', found: '"toString"', expected: 'one of hello, command, want, hashes' },
    ],
    [
      'a missing key',
      { kind: 'want' },
      { where: '$.from', found: 'nothing', expected: `a whole number from 0 to ${MAX_NUMBER}` },
    ],
    [
      'a number that is none',
      { kind: 'want', from: -1 },
      { where: '$.from', found: '-1', expected: `a whole number from 0 to ${MAX_NUMBER}` },
    ],
    [
      'a key too many',
      { kind: 'want', from: 1, to: 2 },
      { where: '$', found: 'the key "to"', expected: 'only kind, from' },
    ],
    [
      'a command that is too long',
      { kind: 'command', n: 1, command: { type: 'x'.repeat(MAX_COMMAND) } },
      { where: '$.command', found: 'an object' },
    ],
    [
      'a command that is too deep',
      `{"kind":"command","n":1,"command":{"a":${'['.repeat(30_000)}${']'.repeat(30_000)}}}`,
      { where: '$.command', found: 'an object' },
    ],
    [
      'a message that is too long',
      `"${'x'.repeat(MAX_TEXT)}"`,
      { where: '$', found: `${MAX_TEXT + 2} characters` },
    ],
    [
      'another id on the same connection',
      hello(2),
      {
        where: '$.id',
        found: `"${hello(2).id}"`,
        expected: `"${hello(1).id}", as on this connection before`,
      },
    ],
    [
      'hashes of what was not yet',
      { kind: 'hashes', life: 1, since: 0, first: 4e6, hashes: ['0123456789abcdef'] },
      { where: '$.hashes', found: 'one of tick 4000000' },
    ],
    [
      'a world that begins later than now',
      { kind: 'hashes', life: 2, since: MAX_NUMBER, first: 1, hashes: [] },
      { where: '$.since', found: `${MAX_NUMBER}` },
    ],
    [
      'a number without a bound',
      { kind: 'hashes', life: 2, since: Number.MAX_SAFE_INTEGER - 1, first: 1, hashes: [] },
      { where: '$.since', found: '9007199254740990' },
    ],
  ];

  test.each(wrong)('%s, and the connection stays', async (_, message, refusal) => {
    const peer = await join(1);
    peer.say(message);
    expect(await peer.hear('refused')).toMatchObject({ ...refusal, final: false });
    peer.say(command(1));
    expect(await entriesUntil(peer, 1)).toEqual([[1, 1, { type: 'c1' }]]);
  });

  test.each([
    ['version', '1.2.4'],
    ['scenario', 'abcdef0123456788'],
    ['session', 'f'.repeat(32)],
    ['protocol', PROTOCOL + 1],
  ])('a peer of another %s, with both', async (key, value) => {
    const first = await join(1);
    const peer = await connect();
    peer.say(hello(2, { [key]: value }));
    const refused = await peer.hear('refused');
    expect(refused).toMatchObject({ where: `$.${key}`, final: true });
    expect(refused.found).toContain(`${value}`);
    const greeting: Message = hello(1);
    const expected = key === 'session' ? first.welcome.session : greeting[key];
    expect(refused.expected).toContain(`${expected}`);
    expect((await peer.closed)[0]).toBe(1008);
  });

  test('a page from elsewhere', async () => {
    const origin = 'https://example.com';
    await expect(connect({ headers: { origin } })).rejects.toThrow('403');
    await expect(connect({ headers: { host: 'example.com' } })).rejects.toThrow('403');
    const own = await connect({ headers: { origin: url.replace('ws', 'http') } });
    own.socket.close();
  });
});
