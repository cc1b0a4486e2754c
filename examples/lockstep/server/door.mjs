// Who comes in: connections that are held to limits, and closed when they say nothing, or take nothing in.
import { WebSocketServer } from 'ws';
import { MAX_SNAPSHOT_BYTES } from '../protocol/limits.mjs';
import { Refusal } from '../protocol/refusal.mjs';
import { isOwnOrigin } from './own-origin.mjs';

/** @import { Server } from 'node:http' */
/** @import { RawData, WebSocket } from 'ws' */

/**
 * @typedef {object} Visitor what becomes of a connection
 * @property {(text: string) => void} onText may throw a Refusal, as may the next
 * @property {(bytes: Uint8Array) => void} onBytes
 * @property {(refusal: Refusal) => void} onRefusal
 * @property {() => void} onClose
 *
 * @typedef {object} Connection
 * @property {(data: string | Uint8Array) => void} send
 * @property {(refusal: Refusal, final: boolean) => void} refuse says why; `final`: and closes it
 * @property {() => void} close
 */

const MAX_CONNECTIONS = 32;
/** A peer that takes nothing in is cut off with so much before it; when it comes back it asks for what it lacks. */
const MAX_BUFFERED_BYTES = 2 * MAX_SNAPSHOT_BYTES;
/** Peers say something with every turn, and ask for the next: one that is silent for so long is gone, ms. */
const SILENT_MS = 10_000;
/** Codes of WebSockets: a policy is violated, or try again later. */
const CLOSE = { refused: 1008, full: 1013 };

/**
 * Takes the WebSockets of an HTTP server.
 *
 * @param {Server} server
 * @param {(connection: Connection) => Visitor} serve
 */
export function openDoor(server, serve) {
  const sockets = new WebSocketServer({ noServer: true, maxPayload: 4 + MAX_SNAPSHOT_BYTES });
  server.on('upgrade', (request, socket, head) => {
    if (isOwnOrigin(request.headers)) sockets.handleUpgrade(request, socket, head, admit);
    else socket.end('HTTP/1.1 403 Forbidden\r\nConnection: close\r\n\r\n');
  });

  /** @param {WebSocket} socket */
  function admit(socket) {
    // What is wrong with a connection closes it.
    socket.on('error', () => {});
    const connection = connectionOver(socket);
    if (sockets.clients.size > MAX_CONNECTIONS) {
      connection.refuse(new Refusal('$', 'a full session', `${MAX_CONNECTIONS} peers`), false);
      socket.close(CLOSE.full);
      return;
    }
    const visitor = serve(connection);
    const giveUp = () => socket.terminate();
    let silence = setTimeout(giveUp, SILENT_MS);
    socket.on('message', (data, isBinary) => {
      clearTimeout(silence);
      silence = setTimeout(giveUp, SILENT_MS);
      try {
        if (isBinary) visitor.onBytes(bytesOf(data));
        else visitor.onText(data.toString());
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        visitor.onRefusal(error);
      }
    });
    socket.on('close', () => {
      clearTimeout(silence);
      visitor.onClose();
    });
  }

  return {
    close() {
      for (const socket of sockets.clients) socket.terminate();
      sockets.close();
    },
  };
}

/** @param {WebSocket} socket @returns {Connection} */
function connectionOver(socket) {
  return {
    send(data) {
      socket.send(data);
      if (socket.bufferedAmount > MAX_BUFFERED_BYTES) socket.terminate();
    },
    refuse({ where, found, expected }, final) {
      socket.send(JSON.stringify({ kind: 'refused', where, found, expected, final }));
      if (final) socket.close(CLOSE.refused);
    },
    close: () => socket.close(),
  };
}

/** @param {RawData} data */
function bytesOf(data) {
  return Array.isArray(data) ? Buffer.concat(data) : new Uint8Array(data);
}
