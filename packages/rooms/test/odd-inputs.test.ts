import { command, createWorld, stateHash } from '@skein/core';
import { expect, it } from 'vitest';
import { Guest, Room } from '../src/index.ts';
import { PERFECT, SCENARIO, VirtualSession } from './virtual-session.ts';

function expectSame(session: VirtualSession): void {
  for (const { guest } of session.players) {
    const { tick } = guest.world;
    while (session.turns.length < tick) session.turns.push([]);
    expect(stateHash(guest.world)).toBe(session.expectedHash(tick));
  }
}

it('a command is copied as it is sent, whatever a program does with it later', async () => {
  const session = new VirtualSession(41, { ...PERFECT, delayMs: 50 });
  const { guest } = session.join();
  session.join();
  await session.pass(800);
  const input = { type: 'go' as const, species: 'unit', position: [3, 3] };
  guest.command(input);
  Object.assign(input, { position: [20, 20] });
  const typed = { type: 'go', ids: [3], position: new Float32Array([9, 9]) };
  guest.command(typed as never);
  guest.command({ type: 'remove', ids: [4], more: () => 3 } as never);
  await session.pass(1500);
  session.network = PERFECT;
  await session.pass(500);
  expect(session.turns.flat().map(([, , , one]) => one)).toEqual([
    { type: 'go', species: 'unit', position: [3, 3] },
    { type: 'go', ids: [3], position: [9, 9] },
    { type: 'remove', ids: [4] },
  ]);
  expect(session.events.some(({ type }) => type === 'differs')).toBe(false);
  expectSame(session);
});

const circle: { self?: unknown } = {};
circle.self = circle;
const deep = JSON.parse(`${'{"a":'.repeat(9)}1${'}'.repeat(9)}`);

it.each([
  ['nothing', undefined],
  ['null', null],
  ['a text', 'go'],
  ['a list', []],
  ['an object in itself', circle],
  ['a large whole number', { type: 'go', at: 3n }],
  ['nine levels', deep],
  ['20,000 characters', { type: 'x'.repeat(20_000) }],
])(
  'a command that is %s is refused where it is given, and the session goes on',
  async (_, input) => {
    for (const authority of ['room', 'guests'] as const) {
      const session = new VirtualSession(42, PERFECT, { authority });
      const { guest } = session.join();
      await session.pass(200);
      const refused = expect.objectContaining({ code: 'ROOM_COMMAND' });
      expect(() => guest.command(input as never)).toThrow(refused);
      expect(() => session.room.command(input as never)).toThrow(refused);
      const { tick } = session.room;
      await session.pass(300);
      expect(guest.ended).toBeUndefined();
      expect(guest.confirmed).toBeGreaterThan(tick + 10);
    }
  },
);

it('many large inputs reach the room, a part at a time', async () => {
  const session = new VirtualSession(43, PERFECT);
  const { guest } = session.join();
  await session.pass(300);
  const ids = Array.from({ length: 24 }, (_, k) => k);
  const positions = ids.flatMap(() => [1.123_456_789, 2.123_456_789, 0]);
  for (let n = 0; n < 64; n++) {
    guest.command({ type: 'go', ids, positions: [...positions, ...positions].slice(0, 72) });
  }
  await session.pass(1500);
  expect(guest.ended).toBeUndefined();
  expect(session.turns.flat()).toHaveLength(64);
  expectSame(session);
});

it('an error in "allow" refuses the command, and the room goes on', async () => {
  const session = new VirtualSession(44, PERFECT, {
    allow: (input) => (input as unknown as { ids: number[] }).ids.at(0)?.toString() && undefined,
  });
  const { guest, events } = session.join();
  await session.pass(300);
  guest.command({ type: 'go', species: 'unit', position: [3, 3] });
  guest.command({ type: 'go', ids: [2], position: [3, 3] });
  await session.pass(500);
  expect(session.turns.flat()).toHaveLength(1);
  expect(events.filter(({ type }) => type === 'refused')).toHaveLength(1);
  expect(session.events.find(({ type }) => type === 'refused')).toMatchObject({
    reason: expect.stringContaining('"allow" has thrown'),
  });
});

it.each([1, 10])(
  'a world that differs is found over a slow network, with hashes every %d ticks',
  async (hashEvery) => {
    const session = new VirtualSession(45, { ...PERFECT, delayMs: 400 }, { hashEvery });
    const { guest } = session.join({ window: 64, history: 64 });
    session.join({ window: 64, history: 64 });
    await session.pass(3000);
    command(guest.world, { type: 'place', ids: [33], position: [1, 1], velocity: [1, 1] });
    await session.pass(4000);
    expect(session.events.find(({ type }) => type === 'differs')).toMatchObject({
      guest: guest.number,
    });
  },
);

it('options that are unknown or of another kind are refused', () => {
  const world = createWorld(SCENARIO);
  const send = () => {};
  const room = (options: object) => () => new Room({ world, ...options } as never);
  const guest = (options: object) => () => new Guest({ world, send, ...options } as never);
  expect(room({ hashevery: 3 })).toThrow(
    'hashevery: found an unknown option, expected one of world,',
  );
  expect(room({ allow: true })).toThrow('allow: found true, expected a function');
  expect(room({ tickMs: '33' })).toThrow('tickMs: found "33"');
  expect(room({ authority: 'me' })).toThrow('authority: found "me", expected "room" or "guests"');
  expect(room({ world: SCENARIO })).toThrow(expect.objectContaining({ code: 'WORLD_UNKNOWN' }));
  expect(() => new Room(undefined as never)).toThrow('options: found nothing, expected an object');
  expect(guest({ windw: 3 })).toThrow('windw');
  expect(guest({ window: '3' })).toThrow('window: found "3"');
  expect(guest({ send: undefined })).toThrow('send: found nothing, expected a function');
});
