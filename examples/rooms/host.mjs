// The room of both servers. It knows nothing of sockets.
import { stateHash, tick } from '@skein/core';
import { Room } from '@skein/rooms';
import { newWorld, orderOfServer, whyNot } from './battle.mjs';

/** How often a server calls `advance`, in ms: a few times in every tick. */
export const ADVANCE_MS = 8;
const ORDER_EVERY_TICKS = 50;
const HASH_EVERY_TICKS = 30;

/**
 * @param {{ bots?: boolean, verbose?: boolean }} [options] whether the server leads the sides without a guest, and whether
 *   it prints every input and every compared hash
 */
export function openRoom({ bots = true, verbose = false } = {}) {
  const world = newWorld();
  const room = new Room({
    world,
    hashEvery: HASH_EVERY_TICKS,
    // Who comes later than 5 seconds gets a snapshot instead of the turns that it lacks.
    keepTurns: 150,
    allow: whyNot,
    run: (ticks) => {
      tick(world, ticks);
      if (bots && world.tick % ORDER_EVERY_TICKS === 0) {
        const order = orderOfServer(room.guests);
        if (order !== undefined) room.command(order);
      }
      if (verbose && world.tick % HASH_EVERY_TICKS === 0) {
        console.log(`tick ${world.tick} ${stateHash(world)}`);
      }
    },
    onEvent: (event) => {
      if (event.type === 'joined' || event.type === 'left') {
        console.log(`guest ${event.guest} has ${event.type}`);
      } else if (event.type === 'differs') {
        const { guest, tick: at, found, expected } = event;
        console.log(`guest ${guest} differs at tick ${at}: ${found}, not ${expected}`);
      } else if (event.type === 'refused' || event.type === 'cheat') {
        console.log(`guest ${event.guest} ${event.type}: ${event.reason}`);
      }
    },
  });
  let printed = 0;
  return {
    room,
    async advance() {
      await room.advance();
      if (!verbose) return;
      for (; printed < room.tick; printed++) {
        for (const [, guest, n, command] of room.turn(printed) ?? []) {
          console.log(`input ${guest} ${n} ${JSON.stringify(command)}`);
        }
      }
    },
  };
}

/**
 * Sends bytes, unless too many wait already: a room sends again what a guest lacks, and a slow connection gets no slower.
 *
 * @param {import('ws').WebSocket} socket
 * @param {() => void} send
 */
export function sendUnlessBusy(socket, send) {
  if (socket.bufferedAmount < 0x10_0000) send();
}
