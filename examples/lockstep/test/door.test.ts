import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createWorld, parseScenarioText, stateHash } from '@skein/core';
import { Guest, type RoomEvent } from '@skein/rooms';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type ClientOptions, WebSocket } from 'ws';
import { openSession } from '../server/session.mjs';

const SCENARIO = parseScenarioText(readFileSync(new URL('scenario.json', import.meta.url), 'utf8'));

let server: Server;
let session: ReturnType<typeof openSession>;
let events: RoomEvent[];
let url: string;
let guests: { guest: Guest; leave(): void }[];

beforeEach(async () => {
  events = [];
  guests = [];
  server = createServer();
  session = openSession(server, SCENARIO, (event) => events.push(event));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `ws://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterEach(async () => {
  for (const { leave } of guests) leave();
  session.close();
  server.close();
  await once(server, 'close');
});

/** A connection that can send anything. */
async function connect(options: ClientOptions = {}) {
  const socket = new WebSocket(url, options);
  const notes: { type: string; peers?: number[] }[] = [];
  socket.on('message', (data, isBinary) => {
    if (!isBinary) notes.push(JSON.parse(data.toString()));
  });
  await once(socket, 'open');
  const closed = once(socket, 'close');
  return { socket, notes, closed };
}

/** An honest guest. */
async function join() {
  const { socket, notes, closed } = await connect();
  const world = createWorld(SCENARIO, { kernel: 'ts' });
  const guest = new Guest({ world, window: 0, send: (bytes) => socket.send(bytes) });
  socket.on('message', (data: Buffer, isBinary) => {
    if (isBinary) guest.receive(new Uint8Array(data));
  });
  const timer = setInterval(() => void guest.advance(), 4);
  guests.push({ guest, leave: () => clearInterval(timer) });
  await expect.poll(() => guest.number).toBeGreaterThan(0);
  return { guest, socket, notes, closed };
}

test.each<[string, (socket: WebSocket) => void, number]>([
  ['a text', (socket) => socket.send('{"kind":"hello"}'), 1008],
  ['nothing', (socket) => socket.send(new Uint8Array(0)), 1008],
  ['bytes without a meaning', (socket) => socket.send(new Uint8Array(99).fill(7)), 1008],
  ['a snapshot that is not wanted', (socket) => socket.send(new Uint8Array(1e6).fill(2)), 1008],
  ['more than 64 MiB', (socket) => socket.send(new Uint8Array(0x400_0001)), 1009],
  [
    'a flood',
    (socket) => {
      for (let k = 0; k < 20_000; k++) socket.send('\u0001{}', { binary: true });
    },
    1008,
  ],
])('a peer that sends %s is expelled, and the others play on', async (_, lie, code) => {
  const [one, two] = [await join(), await join()];
  const { socket, closed } = await connect();
  lie(socket);
  expect((await closed)[0]).toBe(code);
  const at = session.room.tick;
  one.guest.command({ type: 'go', species: 'walker', position: [9, 9] });
  await expect
    .poll(() => Math.min(one.guest.confirmed, two.guest.confirmed))
    .toBeGreaterThan(at + 60);
  expect(session.room.guests).toEqual([one.guest.number, two.guest.number]);
  expect(two.guest.world.log).toMatchObject([{ type: 'go' }]);
  expect(events.some(({ type }) => type === 'differs')).toBe(false);
});

test('a guest that floods with messages that are valid is disconnected', async () => {
  const [one, liar] = [await join(), await join()];
  const send = liar.socket.send.bind(liar.socket) as (bytes: Uint8Array) => void;
  const input = new TextEncoder().encode(
    `\u0001${JSON.stringify({ kind: 'input', at: 1e9, have: 0, life: 0, inputs: [], hashes: [] })}`,
  );
  for (let k = 0; k < 3000; k++) send(input);
  expect((await liar.closed)[0]).toBe(1006);
  await expect.poll(() => session.room.guests).toEqual([one.guest.number]);
});

test('a guest of another scenario hears why, and its connection ends', async () => {
  await join();
  const { socket, closed } = await connect();
  const world = createWorld(parseScenarioText(JSON.stringify({ ...SCENARIO, seed: 78 })));
  const guest = new Guest({ world, window: 0, send: (bytes) => socket.send(bytes) });
  socket.on('message', (data: Buffer, isBinary) => {
    if (isBinary) guest.receive(new Uint8Array(data));
  });
  await guest.advance();
  expect((await closed)[0]).toBe(1008);
  expect(guest.ended).toMatch('world: found');
});

test('peers hear who is there, and end in the same state', async () => {
  const one = await join();
  const two = await join();
  await expect.poll(() => one.notes.at(-1)?.peers).toEqual([1, 2]);
  one.guest.command({ type: 'go', species: 'walker', position: [50, 12] });
  await expect.poll(() => Math.min(one.guest.world.tick, two.guest.world.tick)).toBeGreaterThan(90);
  const [a, b] = [one.guest.world, two.guest.world];
  await expect.poll(() => a.tick === b.tick && stateHash(a) === stateHash(b)).toBe(true);
  two.socket.terminate();
  await expect.poll(() => one.notes.at(-1)?.peers).toEqual([1]);
});

test('a page from elsewhere is not let in, and not more than 32 connections', async () => {
  const origin = 'https://example.com';
  await expect(connect({ headers: { origin } })).rejects.toThrow('403');
  await expect(connect({ headers: { host: 'example.com' } })).rejects.toThrow('403');
  await connect({ headers: { origin: url.replace('ws', 'http') } });
  for (let k = 1; k < 32; k++) await connect();
  const { closed } = await connect();
  expect((await closed)[0]).toBe(1013);
});
