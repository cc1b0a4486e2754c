// The server of a session: it serves the page to browsers, and orders and relays the commands of peers.
//
//   node examples/lockstep/server.mjs [--port 8123] [--scenario FILE] [--keep FOLDER]
//                                       [--turn-ticks 6] [--turn-ms 100] [--snapshot-turns 300]
//
// - --scenario FILE: the scenario, in two dimensions and with bounds; all other peers must use the same file
// - --keep FOLDER: stores the session there; the next start with this folder continues it
// - --turn-ticks N, --turn-ms M: makes a turn of N ticks every M ms
// - --snapshot-turns N: requests a snapshot from a peer every N turns
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { fileServer } from '../../scripts/serving/serve-site.mjs';
import { buildPage } from './page/build.mjs';
import { createRelay } from './server/relay.mjs';

const HOST = '127.0.0.1';

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '8123' },
    keep: { type: 'string' },
    'turn-ticks': { type: 'string', default: '6' },
    'turn-ms': { type: 'string', default: '100' },
    'snapshot-turns': { type: 'string', default: '300' },
    scenario: { type: 'string', default: inFolder('scenario.json') },
  },
});
const page = mkdtempSync(join(tmpdir(), 'skein-lockstep-'));
await buildPage(page, values.scenario);
const server = createServer(fileServer(page));
const relay = createRelay(server, {
  turnTicks: count('turn-ticks'),
  turnMs: count('turn-ms'),
  snapshotTurns: count('snapshot-turns'),
  ...(values.keep !== undefined && { folder: values.keep }),
});
server.listen(Number(values.port), HOST, () => {
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  console.log(`page: http://${HOST}:${port}/`);
  console.log(`peer: node examples/lockstep/node-peer.mjs ws://${HOST}:${port}`);
});
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, () => {
    relay.close();
    server.close();
    server.closeAllConnections();
    rmSync(page, { recursive: true });
  });
}

/** @param {'turn-ticks' | 'turn-ms' | 'snapshot-turns'} option */
function count(option) {
  const number = Number(values[option]);
  if (Number.isInteger(number) && number >= 1 && number <= 100_000) return number;
  throw new Error(`--${option}: found ${values[option]}, expected a whole number from 1 to 100000`);
}

/** @param {string} name */
function inFolder(name) {
  return fileURLToPath(new URL(name, import.meta.url));
}
