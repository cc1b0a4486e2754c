import { type CommandInput, createWorld, stateHash } from '@skein/core';
import { expect, it } from 'vitest';
import { Guest } from '../src/index.ts';
import { PERFECT, SCENARIO, VirtualSession } from './virtual-session.ts';

const TOKEN = '0123456789abcdef0123456789abcdef';
const GO: CommandInput = { type: 'go', species: 'unit', position: [3, 3] };

it('a new guest with the token of another has its number, and its inputs count', async () => {
  const session = new VirtualSession(21, PERFECT);
  const first = session.join({ token: TOKEN });
  await session.pass(300);
  first.guest.command(GO);
  first.guest.command({ type: 'go', species: 'bird', position: [3, 3] });
  await session.pass(300);
  // As a page does that is loaded again.
  first.leave();
  const second = session.join({ token: TOKEN });
  expect(second.guest.command(GO)).toBe(1);
  await session.pass(300);
  expect(second.guest.command({ type: 'go', species: 'bird', position: [3, 3] })).toBe(2);
  await session.pass(500);
  expect(second.guest.number).toBe(first.guest.number);
  // Birds have no goals. That of the first guest is not told to the second.
  const refused = (player: typeof first) =>
    player.events.flatMap((event) => (event.type === 'refused' ? [event.input] : []));
  expect([refused(first), refused(second)]).toEqual([[2], [2]]);
  expect(session.turns.flat().map(([, guest, n]) => [guest, n])).toEqual([
    [first.guest.number, 1],
    [first.guest.number, 3],
  ]);
  const { tick } = second.guest.world;
  while (session.turns.length < tick) session.turns.push([]);
  expect(stateHash(second.guest.world)).toBe(session.expectedHash(tick));
});

it('a guest that reconnects keeps its number', async () => {
  const session = new VirtualSession(22, PERFECT);
  const { guest, reconnect } = session.join();
  await session.pass(300);
  const { number } = guest;
  reconnect();
  expect(guest.number).toBe(number);
  await session.pass(300);
  expect(guest.number).toBe(number);
});

it('a room that was started again ends its old guests, and takes new ones', async () => {
  const session = new VirtualSession(23, PERFECT);
  const old = session.join({ token: TOKEN });
  await session.pass(300);
  old.guest.command(GO);
  await session.pass(500);
  session.start();
  old.reconnect();
  old.guest.command(GO);
  await session.pass(300);
  expect(old.guest.ended).toMatch(/a guest of another session/);
  expect(session.turns.flat()).toEqual([]);
  const { guest } = session.join({ token: TOKEN });
  await session.pass(300);
  guest.command(GO);
  await session.pass(500);
  expect(guest.ended).toBeUndefined();
  expect(session.turns.flat()).toHaveLength(1);
});

it('a connection has the number of its guest', async () => {
  const session = new VirtualSession(24, PERFECT);
  const { guest } = session.join();
  const world = createWorld(SCENARIO);
  const connection = session.room.connect((bytes) => other.receive(bytes));
  const other = new Guest({
    world,
    now: () => session.nowMs,
    send: (bytes) => connection.receive(bytes),
  });
  expect(connection.guest).toBe(0);
  await session.pass(100);
  await other.advance();
  expect(connection.guest).toBe(other.number);
  expect(connection.guest).not.toBe(guest.number);
});

it('a guest is told that it was refused, also if the message is lost', async () => {
  const session = new VirtualSession(25, PERFECT);
  const { guest } = session.join({ world: createWorld(SCENARIO, { seed: 5, history: 12 }) });
  session.network = { ...PERFECT, loss: 0.8 };
  await session.pass(15_000);
  expect(guest.ended).toMatch(/world: found/);
});

it('connections that the program has closed are silent', () => {
  const session = new VirtualSession(26, PERFECT);
  let sent = 0;
  const connection = session.room.connect(() => sent++);
  connection.close();
  connection.receive(new Uint8Array([7]));
  expect(sent).toBe(0);
});
