// A client in a process of its own, which a test forks. Messages call functions by name.
//
// arguments: kind of the server, its address, window, and what it lies about: "nothing" or "positions"
import { stateHash, tick } from '@skein/core';
import { WebSocket } from 'ws';
import { sideOf } from '../battle.mjs';
import { Client } from '../client.mjs';
import { openColyseusLink } from '../colyseus-link.mjs';
import { openSocketLink } from '../socket-link.mjs';

// Node 20 has none.
globalThis.WebSocket ??= /** @type {any} */ (WebSocket);

const [kind, url, window, lie] = process.argv.slice(2);
/** The hashes of the compared ticks, by tick. Corrections write them again. @type {Record<number, string>} */
const hashes = {};
/** How often each event came. @type {Record<string, number>} */
const events = {};
let given = 0;
const client = new Client({
  openLink: kind === 'colyseus' ? openColyseusLink : openSocketLink,
  url: kind === 'colyseus' ? url : url.replace('http', 'ws'),
  window: Number(window),
  onEvent: ({ type }) => {
    events[type] = (events[type] ?? 0) + 1;
  },
  run: (world, ticks) => {
    tick(world, ticks);
    if (lie === 'positions') world.views.position.x[3] += 0.5;
    if (world.tick % 30 === 0) hashes[world.tick] = stateHash(world);
  },
});

setInterval(() => client.advance(), 5);

/** @type {Record<string, (input: any) => unknown>} */
const calls = {
  network: (input) => Object.assign(client.network, input),
  cut: () => client.link.cut(),
  /** Gives an order whose position says whose it is, and which. */
  order: () => {
    const { number } = client.guest;
    const position = [10 + number, 10 + ++given];
    client.guest.command({ type: 'go', species: sideOf(number).name, position });
  },
  /** Gives a command that it may not give. */
  wrong: () => client.guest.command({ type: 'remove', ids: [0] }),
  read: () => ({
    ...{ number: client.guest.number, ended: client.guest.ended, given, events, hashes },
    ...{ tick: client.guest.world.tick, confirmed: client.guest.confirmed },
    ...{ traffic: client.traffic, latencyMs: client.guest.latencyMs },
  }),
};
process.on('message', (/** @type {{ id: number, call: string, input: any }} */ message) => {
  const { id, call, input } = message;
  process.send?.({ id, result: calls[call](input) });
});
process.on('disconnect', () => process.exit());
