// The server of a session: gives its page to browsers, and orders and relays the commands of peers.
//
//   node examples/lockstep/server.mjs [--port 8123] [--scenario FILE] [--keep FOLDER]
//
// --scenario FILE: what the page steps, of two dimensions and with bounds; every other peer takes the same file
// --keep FOLDER: the session is kept there, and continued by the next start with that folder
import { createServer } from 'node:http';
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
    scenario: { type: 'string', default: inFolder('scenario.json') },
  },
});
const page = await buildPage(inFolder('dist'), values.scenario);
const server = createServer(fileServer(page));
const relay = createRelay(server, values.keep === undefined ? {} : { folder: values.keep });
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
  });
}

/** @param {string} name */
function inFolder(name) {
  return fileURLToPath(new URL(name, import.meta.url));
}
