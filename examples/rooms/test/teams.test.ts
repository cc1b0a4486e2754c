import { stateHash, tick } from '@skein/core';
import { Guest, Room } from '@skein/rooms';
import { createTeam } from '@skein/worker';
import { expect, it } from 'vitest';
import { newWorld, sideOf, whyNot } from '../battle.mjs';

it('a room and guests that step with threads agree with a guest that does not', async () => {
  let nowMs = 0;
  const now = () => nowMs;
  const worlds = [newWorld(), newWorld(12), newWorld(12)];
  const teams = await Promise.all(
    worlds.slice(0, 2).map((world) => createTeam(world, { workers: 2 })),
  );
  const differs: unknown[] = [];
  const room = new Room({
    world: worlds[0]!,
    run: (ticks) => teams[0]!.run(ticks),
    allow: whyNot,
    onEvent: (event) => {
      if (event.type !== 'joined') differs.push(event);
    },
    now,
  });
  let corrections = 0;
  /** Messages on their way, and when they arrive. */
  const flights: { readonly at: number; readonly deliver: () => void }[] = [];
  const guests = [1, 2].map((which) => {
    const connection = room.connect((bytes) => {
      flights.push({ at: nowMs + 80, deliver: () => guest.receive(bytes) });
    });
    const guest: Guest = new Guest({
      world: worlds[which]!,
      window: 12,
      ...(which === 1 ? { run: (ticks: number) => teams[1]!.run(ticks) } : {}),
      send: (bytes) => {
        flights.push({ at: nowMs + 80, deliver: () => connection.receive(bytes) });
      },
      onEvent: ({ type }) => {
        if (type === 'corrected') corrections++;
      },
      now,
    });
    return guest;
  });
  for (let n = 0; n < 480; n++) {
    nowMs += 10;
    for (let k = 0; k < flights.length; k++) {
      if (flights[k]!.at <= nowMs) flights.splice(k--, 1)[0]!.deliver();
    }
    for (const guest of guests) {
      if (guest.number > 0 && n < 400 && n % 60 === 20 * guest.number) {
        const position = [10 + (n % 100), 40];
        guest.command({ type: 'go', species: sideOf(guest.number).name, position });
      }
      await guest.advance();
    }
    await room.advance();
  }
  expect(corrections).toBeGreaterThan(2);
  expect(differs).toEqual([]);
  // All step to the same tick. Nothing was commanded since.
  const last = 1 + Math.max(...worlds.map((world) => world.tick));
  await teams[0]!.run(last - worlds[0]!.tick);
  await teams[1]!.run(last - worlds[1]!.tick);
  tick(worlds[2]!, last - worlds[2]!.tick);
  expect(new Set(worlds.map((world) => stateHash(world))).size).toBe(1);
  for (const team of teams) await team.dispose();
});
