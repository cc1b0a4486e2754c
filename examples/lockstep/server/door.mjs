// Accepts connections, enforces limits, and closes connections that are silent or do not read their messages.
import { WebSocketServer } from 'ws';
import { MAX_CONNECTIONS, MAX_SNAPSHOT_BYTES } from '../protocol/limits.mjs';
import { Refusal } from '../protocol/refusal.mjs';
import { isOwnOrigin } from './own-origin.mjs';

/** @import { Server } from 'node:http' */
/** @import { RawData, WebSocket } from 'ws' */

/**
 * @typedef {object} Visitor the handlers of a connection
 * @property {(text: string) => void} onText may throw a Refusal, as may onBytes
 * @property {(bytes: Uint8Array) => void} onBytes
 * @property {(refusal: Refusal) => void} onRefusal
 * @property {() => void} onClose
 *
 * @typedef {object} Connection
 * @property {(data: string | Uint8Array) => void} send
 * @property {(refusal: Refusal, final: boolean) => void} refuse sends the reason; if `final`, it also closes the
 * connection
 * @property {() => void} close
 */

/**
 * A peer that does not read is disconnected when this much data waits for it. After reconnecting, it requests what it
 * lacks.
 */
const MAX_BUFFERED_BYTES = 2 * MAX_SNAPSHOT_BYTES;
/** Peers send a message with every turn. A peer that is silent for this long, in ms, is considered gone. */
const SILENT_MS = 10_000;
/** Close codes of WebSockets: policy violation, and try again later. */
const CLOSE = { refused: 1008, full: 1013 };

/**
 * Handles the WebSockets of an HTTP server.
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
    // An error also closes the connection, which is handled there.
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
