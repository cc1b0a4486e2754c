// Measures the battle: bytes of messages, time of the server, time of a correction, bytes of a snapshot.
//
//   node examples/rooms/figures.mjs
import { rewind, snapshot, tick } from '@skein/core';
import { Guest, Room } from '@skein/rooms';
import { newWorld, sideOf, whyNot } from './battle.mjs';

const TICK_MS = 1000 / 30;
/** Servers and clients advance four times in a tick. */
const FRAME_MS = TICK_MS / 4;
const SECONDS = 20;

/** A session under a clock of its own, so that it takes no longer than its work. */
class Session {
  nowMs = 0;
  /** Bytes and messages to and from the room, and the largest message to a guest. */
  traffic = { toRoom: 0, fromRoom: 0, messages: 0, largest: 0 };
  roomMs = 0;
  world = newWorld();
  /** Messages on their way, so that the time of the room is not that of its guests. @type {(() => void)[]} */
  flights = [];
  /** @type {Guest[]} */
  guests = [];
  room = new Room({ world: this.world, now: () => this.nowMs, allow: whyNot, keepTurns: 60 });

  join() {
    const { traffic } = this;
    const connection = this.room.connect((bytes) => {
      traffic.fromRoom += bytes.length;
      traffic.messages++;
      traffic.largest = Math.max(traffic.largest, bytes.length);
      this.flights.push(() => guest.receive(bytes));
    });
    const guest = new Guest({
      world: newWorld(30),
      now: () => this.nowMs,
      send: (bytes) => {
        traffic.toRoom += bytes.length;
        this.flights.push(() => this.timed(() => connection.receive(bytes)));
      },
    });
    this.guests.push(guest);
  }

  /** Adds to the time of the room. @param {() => void | Promise<void>} work */
  async timed(work) {
    const begun = performance.now();
    await work();
    this.roomMs += performance.now() - begun;
  }

  /** @param {number} seconds @param {number} orders of each guest in a second */
  async pass(seconds, orders) {
    const frames = Math.round((1000 * seconds) / FRAME_MS);
    for (let n = 0; n < frames; n++) {
      this.nowMs += FRAME_MS;
      for (const deliver of this.flights.splice(0)) deliver();
      for (const guest of this.guests) {
        if (orders === 0 || guest.number === 0) continue;
        if (n % Math.round(120 / orders) !== 11 * guest.number) continue;
        const position = [10 + 100 * Math.random(), 10 + 60 * Math.random()];
        guest.command({ type: 'go', species: sideOf(guest.number).name, position });
      }
      await this.timed(() => this.room.advance());
      for (const guest of this.guests) await guest.advance();
    }
  }
}

for (const orders of [0, 2]) {
  const session = new Session();
  for (let n = 0; n < 4; n++) session.join();
  await session.pass(3, orders);
  Object.assign(session.traffic, { toRoom: 0, fromRoom: 0, messages: 0 });
  session.roomMs = 0;
  await session.pass(SECONDS, orders);
  const each = (/** @type {number} */ bytes) => Math.round(bytes / 4 / SECONDS);
  const { toRoom, fromRoom, messages } = session.traffic;
  console.log(`4 clients, ${orders} orders of each in a second:`);
  console.log(`  a client sends ${each(toRoom)} and receives ${each(fromRoom)} bytes in a second`);
  console.log(`  in ${each(messages)} messages in each direction`);
  // With the reading of what clients send.
  const perTick = session.roomMs / SECONDS / 30;
  console.log(`  the server works ${perTick.toFixed(2)} ms in a tick of ${TICK_MS.toFixed(1)} ms`);
  session.traffic.largest = 0;
  session.join();
  await session.pass(1, 0);
  console.log(`  the snapshot of a late joiner has ${session.traffic.largest} bytes`);
  console.log(`  (a snapshot of the world: ${snapshot(session.world).length} bytes)`);
}

const world = newWorld(30);
tick(world, 120);
const REPEATS = 100;
for (const ticks of [8, 24]) {
  const begun = performance.now();
  for (let n = 0; n < REPEATS; n++) {
    rewind(world, world.tick - ticks, { commands: 'drop' });
    tick(world, ticks);
  }
  const ms = (performance.now() - begun) / REPEATS;
  console.log(`a correction of ${ticks} ticks: ${ms.toFixed(1)} ms`);
}
