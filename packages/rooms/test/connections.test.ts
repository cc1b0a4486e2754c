import { createWorld } from '@skein/core';
import { expect, it } from 'vitest';
import { Base } from '../src/base.ts';
import { Guest, Room } from '../src/index.ts';
import { PROTOCOL } from '../src/limits.ts';
import { encodeMessage } from '../src/messages.ts';
import { PERFECT, SCENARIO, VirtualSession } from './virtual-session.ts';

/** A room and guests that hear each other at once. */
function open() {
  let nowMs = 0;
  const now = () => nowMs;
  const start = () => new Room({ world: createWorld(SCENARIO), now, authority: 'guests' });
  let room = start();
  const ended: string[] = [];
  const join = (name: string, token?: string) => {
    const line = () =>
      room.connect(
        (bytes) => guest.receive(bytes),
        () => ended.push(name),
      );
    let connection = line();
    const guest = new Guest({
      world: createWorld(SCENARIO),
      window: 0,
      send: (bytes) => connection.receive(bytes),
      now,
      ...(token === undefined ? {} : { token }),
    });
    const reconnect = () => {
      connection = line();
      guest.reconnect();
    };
    return { guest, reconnect, say: (bytes: Uint8Array) => connection.receive(bytes) };
  };
  const pass = async (ms: number, guests: Guest[]) => {
    for (const end = nowMs + ms; nowMs < end; nowMs += 5) {
      await room.advance();
      for (const guest of guests) await guest.advance();
    }
  };
  const { fingerprint } = new Base(createWorld(SCENARIO));
  const hello = (token: string) =>
    encodeMessage({ kind: 'hello', protocol: PROTOCOL, fingerprint, token });
  const restart = () => {
    room = start();
  };
  return { join, pass, ended, hello, restart, room: () => room };
}

it('a program is told which connection the room has ended', async () => {
  const { join, pass, ended } = open();
  const token = '0123456789abcdef'.repeat(2);
  const [one, two] = [join('one'), join('two', token)];
  await pass(100, [one.guest, two.guest]);
  one.say(new Uint8Array(1));
  expect(ended).toEqual(['one']);
  // The same guest on another connection.
  const again = join('again', token);
  await pass(100, [again.guest]);
  expect(ended).toEqual(['one', 'two']);
});

it('a guest ends if the room was started again, since its turns are others', async () => {
  const { join, pass, restart } = open();
  const one = join('one');
  await pass(300, [one.guest]);
  one.reconnect();
  await pass(300, [one.guest]);
  expect(one.guest.ended).toBeUndefined();
  restart();
  one.reconnect();
  await pass(300, [one.guest]);
  expect(one.guest.ended).toMatch('another session');
});

it('tokens of many others do not make a room forget a guest that is there', async () => {
  const { join, pass, hello, room } = open();
  const one = join('one');
  await pass(100, [one.guest]);
  for (let k = 0; k < 1100; k++) {
    const connection = room().connect(() => {});
    connection.receive(hello(k.toString(16).padStart(32, '0')));
    connection.close();
  }
  one.reconnect();
  await pass(100, [one.guest]);
  expect([one.guest.ended, one.guest.number]).toEqual([undefined, 1]);
});

it('a guest in lockstep steps by its clock, and not as messages come', async () => {
  const session = new VirtualSession(30, PERFECT);
  const { guest } = session.join({ window: 0 });
  await session.pass(3000);
  let [frames, waiting] = [0, 0];
  await session.pass(5000, () => {
    frames++;
    if (guest.world.tick === guest.confirmed) waiting++;
  });
  expect(waiting / frames).toBeLessThan(0.3);
});
