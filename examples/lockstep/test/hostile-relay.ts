import {
  createServer,
  type IncomingMessage,
  type ServerResponse,
  request as send,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { WebSocket, WebSocketServer } from 'ws';

/** What happens to messages between a peer and the server: fractions of all messages, and times in ms. */
export interface Weather {
  readonly lost: number;
  readonly doubled: number;
  /** Each message is delayed separately, so that later ones can overtake it. */
  readonly maxDelayMs: number;
}

export interface HostileRelay {
  /** The address that peers and pages use instead of the server's. */
  readonly url: string;
  /** What has happened to messages so far. */
  readonly count: { passed: number; lost: number; doubled: number; overtaken: number; cut: number };
  /** Ends all open connections without notifying either side. */
  cut(): void;
  close(): Promise<void>;
}

/**
 * A proxy between peers and the server on `port`, which may stop and start again. It passes on requests unchanged, and
 * drops, delays or repeats WebSocket messages at random. The seed determines what happens to each.
 */
export async function startHostileRelay(
  port: number,
  seed: number,
  weather: Weather,
): Promise<HostileRelay> {
  const random = randomOf(seed);
  const count = { passed: 0, lost: 0, doubled: 0, overtaken: 0, cut: 0 };
  const server = createServer((request, response) => handOn(port, request, response));
  const sockets = new WebSocketServer({ server });
  sockets.on('connection', (near, request) => {
    const { origin } = request.headers;
    // The page was passed on from this proxy, so its requests count as those of the server's own page.
    const headers = origin === undefined ? {} : { origin: `http://127.0.0.1:${port}` };
    const far = new WebSocket(`ws://127.0.0.1:${port}${request.url}`, { headers });
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      let newest = 0;
      let number = 0;
      from.on('message', (data, isBinary) => {
        const mine = ++number;
        if (random() < weather.lost) {
          count.lost++;
          return;
        }
        const copies = random() < weather.doubled ? 2 : 1;
        count.doubled += copies - 1;
        for (let copy = 0; copy < copies; copy++) {
          setTimeout(() => {
            if (to.readyState !== WebSocket.OPEN) return;
            count.passed++;
            if (mine < newest) count.overtaken++;
            newest = Math.max(newest, mine);
            to.send(data, { binary: isBinary });
          }, random() * weather.maxDelayMs);
        }
      });
      from.on('error', () => {});
      from.on('close', () => to.terminate());
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    count,
    cut() {
      for (const socket of sockets.clients) {
        count.cut++;
        socket.terminate();
      }
    },
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets.clients) socket.terminate();
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function handOn(port: number, request: IncomingMessage, response: ServerResponse): void {
  const headers = { ...request.headers, host: `127.0.0.1:${port}` };
  if (headers.origin !== undefined) headers.origin = `http://127.0.0.1:${port}`;
  const { method, url: path } = request;
  const onward = send({ host: '127.0.0.1', port, method, path, headers }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(response);
  });
  onward.on('error', () => response.destroy());
  request.pipe(onward);
}

/** Mulberry32: numbers from 0 to 1, determined by the seed. */
export function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000;
  };
}
