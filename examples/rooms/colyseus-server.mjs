// The battle of server.mjs as a room of Colyseus 0.18, which asks for Node 22 or newer.
//
//   node examples/rooms/colyseus-server.mjs [--port 2567] [--no-bots] [--verbose]
import { createServer } from 'node:http';
import { parseArgs } from 'node:util';
import { Room, Server } from '@colyseus/core';
import { WebSocketTransport } from '@colyseus/ws-transport';
import { ADVANCE_MS, openRoom, sendUnlessBusy } from './host.mjs';
import { buildPage } from './page/build.mjs';

/** @import { Client } from '@colyseus/core' */
/** @import { Connection } from '@skein/rooms' */

/** The name of all messages of a session, on both sides. */
const SKEIN = 'skein';
/** How long a room waits for guests that have lost their connection, in ms. */
const PATIENCE_MS = 20_000;

const { values } = parseArgs({
  allowNegative: true,
  options: {
    port: { type: 'string', default: '2567' },
    bots: { type: 'boolean', default: true },
    verbose: { type: 'boolean', default: false },
  },
});

class BattleRoom extends Room {
  /** Guests come back to the room in which they were. @override */
  autoDispose = false;
  #session = openRoom(values);
  /** @type {Map<string, Connection>} */
  #connections = new Map();

  /** @override */
  onCreate() {
    this.onMessageBytes(
      SKEIN,
      (/** @type {Client} */ { sessionId }, /** @type {Uint8Array} */ bytes) => {
        this.#connections.get(sessionId)?.receive(bytes);
      },
    );
    // The room has no state that Colyseus would send.
    this.patchRate = null;
    this.setTimestep(() => this.#session.advance(), ADVANCE_MS);
  }

  /** @override @param {Client} client */
  onJoin(client) {
    const socket = /** @type {import('ws').WebSocket} */ (client.ref);
    const send = (/** @type {Uint8Array} */ bytes) => client.sendBytes(SKEIN, bytes);
    const connection = this.#session.room.connect(
      (bytes) => sendUnlessBusy(socket, () => send(bytes)),
      () => client.leave(),
    );
    this.#connections.set(client.sessionId, connection);
  }

  /** @override @param {Client} client */
  onLeave({ sessionId }) {
    this.#connections.get(sessionId)?.close();
    this.#connections.delete(sessionId);
    this.clock.setTimeout(() => {
      if (this.clients.length === 0) this.disconnect();
    }, PATIENCE_MS);
  }
}

const http = createServer();
const page = await buildPage('colyseus');
const server = new Server({
  greet: false,
  // By default, Colyseus ends connections with messages of more than 4 KiB. Those of a guest have up to 64 KiB.
  transport: new WebSocketTransport({ server: http, maxPayload: 0x1_0100 }),
  express: (app) => {
    app.get('/', page);
    app.use(page);
  },
});
server.define('battle', BattleRoom);
await server.listen(Number(values.port), '127.0.0.1');
const { port } = /** @type {import('node:net').AddressInfo} */ (http.address());
console.log(`page: http://127.0.0.1:${port}/`);
