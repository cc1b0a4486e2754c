// A peer in a separate process, which a test forks. Messages call the functions of `watch` by name.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { parseScenarioText, stateHash } from '@skein/core';
import { WebSocket } from 'ws';
import { joinSession } from '../peer/peer.mjs';
import { watch } from './watched-peer.mjs';

const [url, scenario, workers, kernel, turnTicks] = process.argv.slice(2);
const { version } = createRequire(import.meta.url)('@skein/core/package.json');
const peer = await joinSession({
  url,
  scenario: parseScenarioText(readFileSync(scenario, 'utf8')),
  version,
  workers: Number(workers),
  world: { kernel: /** @type {'ts' | 'simd'} */ (kernel) },
  WebSocket: /** @type {any} */ (WebSocket),
});
const watched = watch(peer, stateHash, Number(turnTicks));

process.on(
  'message',
  async (/** @type {{ id: number, call: string, input: any }} */ { id, call, input }) => {
    const { hashes, reports } = watched;
    /** @type {Record<string, () => any>} */
    const calls = {
      command: () => peer.command(input),
      slip: () => watched.slip(input),
      leave: () => peer.leave(),
      read: () => ({ hashes, reports, log: watched.log(), ...watched.state() }),
    };
    process.send?.({ id, result: await calls[call]() });
  },
);
process.on('disconnect', () => process.exit());
await peer.ended;
process.disconnect?.();
