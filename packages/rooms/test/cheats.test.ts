import { command, createWorld, stateHash, tick } from '@skein/core';
import { expect, it } from 'vitest';
import { encodeMessage, readFromGuest } from '../src/messages.ts';
import { PERFECT, SCENARIO, VirtualSession } from './virtual-session.ts';

const SLOW = { delayMs: 60, jitterMs: 40, loss: 0.1, twice: 0.1 };

it.each(['room', 'guests'] as const)(
  'a world that differs is found and healed, and named, if %s decides',
  async (authority) => {
    const session = new VirtualSession(5, SLOW, { authority });
    for (let k = 0; k < 3; k++) session.join({ window: 6 });
    await session.pass(1200);
    const [, odd] = session.players;
    // As a bug or a cheat would: this world alone has another agent in another place.
    odd.guest.world.views.position.x[3] += 1;
    await session.pass(2500);
    session.network = PERFECT;
    await session.pass(1000);
    expect(session.events.filter(({ type }) => type === 'differs')).toMatchObject([
      { guest: odd.guest.number },
    ]);
    expect(odd.events.filter(({ type }) => type === 'loaded')).toHaveLength(1);
    for (const { guest, events } of session.players) {
      const { tick } = guest.world;
      while (session.turns.length < tick) session.turns.push([]);
      expect(stateHash(guest.world)).toBe(session.expectedHash(tick));
      if (guest !== odd.guest) expect(events.some(({ type }) => type === 'loaded')).toBe(false);
    }
  },
);

it('a guest that keeps sending false hashes is named and expelled; the others play on', async () => {
  const session = new VirtualSession(6, PERFECT);
  session.join();
  const liar = session.join({}, (bytes) => {
    const message = readFromGuest(bytes, 1e6);
    if (message.kind !== 'input') return bytes;
    const hashes = message.hashes.map(([at]) => [at, '0123456789abcdef'] as [number, string]);
    return encodeMessage({ ...message, hashes });
  });
  await session.pass(6000);
  expect(liar.guest.ended).toMatch(/hashes are false/);
  expect(session.events.filter(({ type }) => type === 'cheat')).toMatchObject([
    { guest: liar.guest.number },
  ]);
  expect(session.room.guests).toEqual([session.players[0].guest.number]);
  expect(session.players[0].events.some(({ type }) => type === 'loaded')).toBe(false);
});

it('a guest that gives a wrong snapshot is named, and another is asked', async () => {
  const session = new VirtualSession(7, PERFECT, { authority: 'guests', keepTurns: 60 });
  // The first that can be asked.
  const forger = session.join({}, (bytes) => {
    const message = readFromGuest(bytes, 1e6);
    if (message.kind !== 'snapshot') return bytes;
    const packed = message.packed.slice();
    packed[packed.length >> 1] ^= 1;
    return encodeMessage({ ...message, packed });
  });
  for (let k = 0; k < 2; k++) session.join();
  await session.pass(2000);
  const late = session.join();
  await session.pass(4000);
  expect(late.events.some(({ type }) => type === 'damaged')).toBe(false);
  expect(late.events.filter(({ type }) => type === 'loaded')).toHaveLength(1);
  expect(session.events.filter(({ type }) => type === 'cheat')).toMatchObject([
    { guest: forger.guest.number },
  ]);
  const { tick: at } = late.guest.world;
  while (session.turns.length < at) session.turns.push([]);
  expect(stateHash(late.guest.world)).toBe(session.expectedHash(at));
});

it('two that disagree are a split, of which nothing is decided', async () => {
  const session = new VirtualSession(8, PERFECT, { authority: 'guests' });
  for (let k = 0; k < 2; k++) session.join();
  await session.pass(500);
  session.players[0].guest.world.views.position.x[3] += 1;
  await session.pass(1000);
  expect(session.events.map(({ type }) => type)).toContain('split');
  expect(session.events.some(({ type }) => type === 'differs')).toBe(false);
});

it.each<[string, (bytes: Uint8Array<ArrayBuffer>) => Uint8Array<ArrayBuffer>, RegExp]>([
  ['nothing', () => new Uint8Array(0), /0 bytes/],
  ['another form', (bytes) => bytes.fill(7), /form 7/],
  ['too much', () => new Uint8Array(70_000).fill(1), /70000 bytes/],
  ['no JSON', () => new TextEncoder().encode('\u0001{]'), /not JSON/],
  ['many levels', () => new TextEncoder().encode(`\u0001${'['.repeat(40_000)}`), /40000 levels/],
  [
    'an unknown key',
    (bytes) => {
      const text = new TextDecoder().decode(bytes.subarray(1));
      return new TextEncoder().encode(`\u0001${text.replace('{', '{"admin":true,')}`);
    },
    /admin/,
  ],
  [
    'a million inputs',
    () => {
      const text = JSON.stringify({ kind: 'input', at: 1, have: 0, life: 0, hashes: [] });
      const inputs = `"inputs":[${'[1,1,{}],'.repeat(6000)}[1,1,{}]]`;
      return new TextEncoder().encode(`\u0001${text.slice(0, -1)},${inputs}}`);
    },
    /inputs/,
  ],
])('a guest that sends %s is expelled, and nothing of it is used', async (_, change, told) => {
  const session = new VirtualSession(9, PERFECT);
  let lies = false;
  const guest = session.join({}, (bytes) => (lies ? change(bytes) : bytes));
  session.join();
  await session.pass(300);
  lies = true;
  await session.pass(300);
  expect(guest.guest.ended).toMatch(told);
  expect(session.events.filter(({ type }) => type === 'cheat')).toHaveLength(1);
  expect(session.players[1].guest.ended).toBeUndefined();
  const before = session.room.tick;
  await session.pass(300);
  expect(session.room.tick).toBeGreaterThan(before + 10);
});

it('a guest with another scenario or seed is refused, and told why', async () => {
  const session = new VirtualSession(10, PERFECT);
  const other = session.join({ world: createWorld(SCENARIO, { seed: 5, history: 12 }) });
  await session.pass(300);
  expect(other.guest.ended).toMatch(/world: found [0-9a-f]{16}, expected/);
});

it('commands that a guest may not give have no effect, and both sides are told', async () => {
  const session = new VirtualSession(11, SLOW, {
    allow: (input, guest) => (input.type === 'remove' ? `not by guest ${guest}` : undefined),
  });
  const { guest, events } = session.join();
  session.join();
  await session.pass(800);
  const inputs = [
    guest.command({ type: 'remove', ids: [3] }),
    guest.command({ type: 'go', species: 'unit', position: [3, 3] }),
    guest.command({ type: 'remove', ids: [4] }),
  ];
  await session.pass(2500);
  expect(session.turns.flat()).toHaveLength(1);
  expect(session.events.filter(({ type }) => type === 'refused')).toMatchObject([
    { guest: guest.number, reason: `not by guest ${guest.number}` },
    { guest: guest.number },
  ]);
  const refused = events.filter(({ type }) => type === 'refused');
  expect(refused).toMatchObject([{ input: inputs[0] }, { input: inputs[2] }]);
  session.network = PERFECT;
  await session.pass(1000);
  for (const { guest } of session.players) {
    const { tick } = guest.world;
    while (session.turns.length < tick) session.turns.push([]);
    expect(stateHash(guest.world)).toBe(session.expectedHash(tick));
  }
});

it('options that are out of range are refused', () => {
  const world = createWorld(SCENARIO, { history: 4 });
  const session = new VirtualSession(12, PERFECT);
  expect(() => session.join({ world, window: 5 })).toThrow(
    'window: found 5, expected a whole number from 0 to 4',
  );
  expect(() => session.join({ world, delay: -1 })).toThrow('delay: found -1');
  expect(() => session.join({ world, token: 'x' })).toThrow('32 hexadecimal digits');
  const { guest } = session.join({ world });
  for (let n = 0; n < 64; n++) guest.command({ type: 'go', species: 'unit', position: [1, n % 9] });
  expect(() => guest.command({ type: 'go', species: 'unit', position: [1, 1] })).toThrow(
    '65 inputs',
  );
  command(world, { type: 'go', species: 'unit', position: [1, 1] });
  tick(world);
  expect(() => session.join({ world })).toThrow('world: found tick 1, expected tick 0');
});
