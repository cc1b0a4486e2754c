// Accepts connections for a room, enforces limits, and closes connections that are silent, flood the server, or do not
// read their messages.
import { WebSocketServer } from 'ws';
import { isOwnOrigin } from './own-origin.mjs';

/** @import { Server } from 'node:http' */
/** @import { Room } from '@skein/rooms' */
/** @import { RawData, WebSocket } from 'ws' */

const MAX_CONNECTIONS = 32;
/** A snapshot may be as large. The room refuses other messages that are larger than 64 KiB. */
const MAX_BYTES = 0x400_0000;
/** A peer that does not read is disconnected when this much data waits for it. It is brought up to date when it is back. */
const MAX_BUFFERED_BYTES = 2 * MAX_BYTES;
/** Peers send a message in every tick. A peer that is silent for this long, in ms, is considered gone. */
const SILENT_MS = 10_000;
/** How many messages a peer may send per second, and how many more after a pause, in which they may have piled up. */
const MAX_RATE = 240;
const MAX_PILE = 1200;
/** Close codes of WebSockets: policy violation, and try again later. */
const CLOSE = { refused: 1008, full: 1013 };

/**
 * Handles the WebSockets of an HTTP server.
 *
 * @param {Server} server
 * @param {Room} room
 */
export function openDoor(server, room) {
  const sockets = new WebSocketServer({ noServer: true, maxPayload: MAX_BYTES });
  server.on('upgrade', (request, socket, head) => {
    if (isOwnOrigin(request.headers)) sockets.handleUpgrade(request, socket, head, admit);
    else socket.end('HTTP/1.1 403 Forbidden\r\nConnection: close\r\n\r\n');
  });

  /** @param {WebSocket} socket */
  function admit(socket) {
    // An error also closes the connection, which is handled there.
    socket.on('error', () => {});
    if (sockets.clients.size > MAX_CONNECTIONS) {
      socket.close(CLOSE.full, `more than ${MAX_CONNECTIONS} connections`);
      return;
    }
    const giveUp = () => socket.terminate();
    const connection = room.connect(
      (bytes) => {
        socket.send(bytes);
        if (socket.bufferedAmount > MAX_BUFFERED_BYTES) giveUp();
      },
      () => socket.close(CLOSE.refused),
    );
    let silence = setTimeout(giveUp, SILENT_MS);
    let left = MAX_PILE;
    let heardAt = performance.now();
    socket.on('message', (data, isBinary) => {
      clearTimeout(silence);
      silence = setTimeout(giveUp, SILENT_MS);
      const now = performance.now();
      left = Math.min(MAX_PILE, left + (MAX_RATE * (now - heardAt)) / 1000) - 1;
      heardAt = now;
      if (left < 0) giveUp();
      else if (isBinary) connection.receive(bytesOf(data));
      else socket.close(CLOSE.refused, 'a text');
    });
    socket.on('close', () => {
      clearTimeout(silence);
      connection.close();
    });
  }

  return {
    /** Tells all peers what the room does not: a text, for people. @param {object} note */
    tell(note) {
      const text = JSON.stringify(note);
      for (const socket of sockets.clients) socket.send(text);
    },
    close() {
      for (const socket of sockets.clients) socket.terminate();
      sockets.close();
    },
  };
}

/** @param {RawData} data */
function bytesOf(data) {
  return Array.isArray(data) ? Buffer.concat(data) : new Uint8Array(data);
}
