import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type ClientOptions, WebSocket } from 'ws';
import { MAX_COMMAND, MAX_TEXT, PROTOCOL } from '../protocol/limits.mjs';
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

beforeEach(async () => {
  server = createServer();
  relay = createRelay(server, { turnMs: 10, turnTicks: 4 });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `ws://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterEach(async () => {
  relay.close();
  server.close();
  await once(server, 'close');
});

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
      { where: '$.from', found: 'nothing', expected: 'a whole number from 0' },
    ],
    [
      'a number that is none',
      { kind: 'want', from: -1 },
      { where: '$.from', found: '-1', expected: 'a whole number from 0' },
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
