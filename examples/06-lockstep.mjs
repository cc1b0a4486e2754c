// Lockstep: 1,500 archers on several machines, which exchange nothing but commands. This starts a server and two
// peers, one with one thread and one with two, and compares their hashes each second. Open the page that it prints
// to join, and click to command. Ctrl-C ends it. The server and the peers are in examples/lockstep.
//
//   node examples/06-lockstep.mjs
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { parseScenarioText, stateHash } from '@skein/core';
import { WebSocket } from 'ws';
import { joinSession } from './lockstep/peer/peer.mjs';

const port = process.argv[2] ?? '8123';
/** @param {string} name */
const file = (name) => fileURLToPath(new URL(`lockstep/${name}`, import.meta.url));
const server = spawn(process.execPath, [file('server.mjs'), '--port', port], {
  stdio: ['ignore', 'pipe', 'inherit'],
});
const lines = createInterface(server.stdout); // All are read, so that none fills the pipe.
const [page] = await once(lines, 'line');
console.log(`${page}. Ctrl-C ends it.`);

const options = {
  url: page.replace('page: http', 'ws'),
  scenario: parseScenarioText(readFileSync(file('scenario.json'), 'utf8')),
  WebSocket: /** @type {any} */ (WebSocket), // Node 22 and later have their own.
};
const peers = await Promise.all([1, 2].map((workers) => joinSession({ ...options, workers })));

const hashes = new Map();
for (const peer of peers) {
  peer.addEventListener('tick', () => {
    const { tick } = peer.world;
    if (tick % 60 !== 0) return;
    const hash = stateHash(peer.world);
    const other = hashes.get(tick);
    if (other === undefined) hashes.set(tick, hash);
    else console.log(`tick ${tick}: ${hash} ${hash === other ? '=' : 'is not'} ${other}`);
  });
}
peers[1].command({ type: 'go', species: 'red', position: [60, 40] });

process.once('exit', () => server.kill());
process.once('SIGINT', async () => {
  await Promise.all(peers.map((peer) => peer.leave()));
  process.exit();
});
