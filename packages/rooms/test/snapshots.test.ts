import { stateHash } from '@skein/core';
import { expect, it } from 'vitest';
import { encodeMessage, readFromGuest } from '../src/messages.ts';
import { PERFECT, type Player, VirtualSession } from './virtual-session.ts';

const GUESTS = { authority: 'guests', keepTurns: 60 } as const;

function expectSame(session: VirtualSession, { guest }: Player): void {
  const { tick } = guest.world;
  while (session.turns.length < tick) session.turns.push([]);
  expect(stateHash(guest.world)).toBe(session.expectedHash(tick));
}

it('a session without a world of its own outlives a time without guests', async () => {
  const session = new VirtualSession(20, PERFECT, GUESTS);
  await session.pass(3000);
  expect(session.room.tick).toBe(0);
  const first = session.join({ window: 0 });
  await session.pass(1000);
  first.guest.command({ type: 'go', species: 'unit', position: [3, 4] });
  await session.pass(4000);
  first.leave();
  const { tick } = session.room;
  await session.pass(20_000);
  expect(session.room.tick).toBe(tick);
  const next = session.join({ window: 0 });
  await session.pass(2000);
  expect(next.events.filter(({ type }) => type === 'loaded')).toHaveLength(1);
  expect(next.guest.world.tick).toBeGreaterThan(tick + 60);
  expectSame(session, next);
});

it('a guest that does not give its snapshot is passed over', async () => {
  const session = new VirtualSession(21, PERFECT, GUESTS);
  // It is the first that is asked.
  session.join({}, (bytes) => {
    const message = readFromGuest(bytes, 1e6);
    return message.kind === 'snapshot'
      ? encodeMessage({ ...message, hash: '0123456789abcdef', tick: 7 })
      : bytes;
  });
  session.join();
  await session.pass(9000);
  const late = session.join();
  await session.pass(2000);
  expect(late.events.filter(({ type }) => type === 'loaded')).toHaveLength(1);
  expectSame(session, late);
});

it('guests that predict give snapshots without the commands that they predict', async () => {
  const session = new VirtualSession(22, { ...PERFECT, delayMs: 80 }, GUESTS);
  const [one] = [session.join({ window: 12 }), session.join({ window: 12 })];
  let n = 0;
  await session.pass(4000, () => {
    if (++n % 20 === 0)
      one.guest.command({ type: 'spawn', species: 'unit', position: [5, n % 29] });
  });
  const late = session.join();
  await session.pass(2000);
  expect(session.events.filter(({ type }) => type === 'cheat' || type === 'differs')).toEqual([]);
  expect(late.events.filter(({ type }) => type === 'loaded')).toHaveLength(1);
  expectSame(session, late);
});
