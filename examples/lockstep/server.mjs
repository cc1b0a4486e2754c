// The server of a session: it serves the page to browsers, and orders the commands of peers.
//
//   node examples/lockstep/server.mjs [--port 8123] [--scenario FILE]
//
// - --scenario FILE: the scenario, in two dimensions and with bounds; all other peers must use the same file
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { parseScenarioText } from '@skein/core';
import { fileServer } from '../../scripts/serving/serve-site.mjs';
import { buildPage } from './page/build.mjs';
import { openSession } from './server/session.mjs';

const HOST = '127.0.0.1';

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '8123' },
    scenario: { type: 'string', default: fileURLToPath(new URL('scenario.json', import.meta.url)) },
  },
});
const scenario = parseScenarioText(readFileSync(values.scenario, 'utf8'));
const page = mkdtempSync(join(tmpdir(), 'skein-lockstep-'));
await buildPage(page, values.scenario);
const server = createServer(fileServer(page));
const session = openSession(server, scenario, (event) => console.log(JSON.stringify(event)));
server.listen(Number(values.port), HOST, () => {
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  console.log(`page: http://${HOST}:${port}/`);
  console.log(`peer: node examples/lockstep/node-peer.mjs ws://${HOST}:${port}`);
});
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, () => {
    session.close();
    server.close();
    server.closeAllConnections();
    rmSync(page, { recursive: true });
  });
}
