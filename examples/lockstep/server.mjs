// The server of a session: gives its page to browsers, and orders and relays the commands of peers.
//
//   node examples/lockstep/server.mjs [--port 8123] [--scenario FILE] [--keep FOLDER]
//                                       [--snapshot-turns 300]
//
// --scenario FILE: what the page steps, of two dimensions and with bounds; every other peer takes the same file
// --keep FOLDER: the session is kept there, and continued by the next start with that folder
// --snapshot-turns N: a peer is asked for a snapshot every N turns
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
    'snapshot-turns': { type: 'string', default: '300' },
    scenario: { type: 'string', default: inFolder('scenario.json') },
  },
});
const page = mkdtempSync(join(tmpdir(), 'skein-lockstep-'));
await buildPage(page, values.scenario);
const server = createServer(fileServer(page));
const relay = createRelay(server, {
  snapshotTurns: Number(values['snapshot-turns']),
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

/** @param {string} name */
function inFolder(name) {
  return fileURLToPath(new URL(name, import.meta.url));
}
