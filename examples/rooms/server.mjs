// A battle of 500 units that the server decides and every client predicts, over plain WebSockets.
//
//   node examples/rooms/server.mjs [--port 8124] [--no-bots] [--verbose]
import { createServer } from 'node:http';
import { parseArgs } from 'node:util';
import { WebSocketServer } from 'ws';
import { ADVANCE_MS, openRoom, sendUnlessBusy } from './host.mjs';
import { buildPage } from './page/build.mjs';

const { values } = parseArgs({
  allowNegative: true,
  options: {
    port: { type: 'string', default: '8124' },
    bots: { type: 'boolean', default: true },
    verbose: { type: 'boolean', default: false },
  },
});

const { room, advance } = openRoom(values);
const server = createServer(await buildPage('ws'));
// No message of a guest is longer than 64 KiB.
const sockets = new WebSocketServer({ server, maxPayload: 0x1_0000 });
sockets.on('connection', (socket) => {
  const connection = room.connect(
    (bytes) => sendUnlessBusy(socket, () => socket.send(bytes)),
    () => socket.close(),
  );
  socket.on('message', (data) => connection.receive(/** @type {Buffer} */ (data)));
  socket.on('close', () => connection.close());
  // The end of a connection follows.
  socket.on('error', () => {});
});
setInterval(advance, ADVANCE_MS);

server.listen(Number(values.port), '127.0.0.1', () => {
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  console.log(`page: http://127.0.0.1:${port}/`);
});
