// A peer without a display. It prints its progress, and reads commands from standard input, one line of JSON each.
//
//   node examples/lockstep/node-peer.mjs ws://127.0.0.1:8123 [--scenario FILE] [--workers 2] [--kernel ts]
//   {"type":"go","species":"red","position":[60,40]}
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { parseScenarioText, stateHash } from '@skein/core';
import { WebSocket } from 'ws';
import { joinSession } from './peer/peer.mjs';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    scenario: { type: 'string', default: fileURLToPath(new URL('scenario.json', import.meta.url)) },
    workers: { type: 'string', default: '2' },
    kernel: { type: 'string', default: 'auto' },
  },
});
const [url = 'ws://127.0.0.1:8123'] = positionals;

const peer = await joinSession({
  url,
  scenario: parseScenarioText(readFileSync(values.scenario, 'utf8')),
  workers: Number(values.workers),
  world: { kernel: /** @type {'auto' | 'simd' | 'ts'} */ (values.kernel) },
  // It supports everything that a peer uses of the browser's WebSocket.
  WebSocket: /** @type {any} */ (WebSocket),
});

for (const type of ['welcome', 'note', 'refused', 'loaded', 'lost']) {
  peer.addEventListener(type, (event) => {
    console.log(type, JSON.stringify(/** @type {CustomEvent} */ (event).detail));
  });
}
peer.addEventListener('tick', () => {
  const { tick } = peer.world;
  if (tick % 600 === 0) console.log(`tick ${tick} ${stateHash(peer.world)}`, peer.traffic);
});

const lines = createInterface({ input: process.stdin });
lines.on('line', (line) => {
  try {
    peer.command(JSON.parse(line));
  } catch (error) {
    console.error(String(error));
  }
});
process.once('SIGINT', () => {
  lines.close();
  void peer.leave();
});
await peer.ended;
