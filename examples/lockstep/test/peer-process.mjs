// A peer in a separate process, which a test forks. Messages call the functions of `watch` by name.
import { readFileSync } from 'node:fs';
import { parseScenarioText, stateHash } from '@skein/core';
import { WebSocket } from 'ws';
import { joinSession } from '../peer/peer.mjs';
import { watch } from './watched-peer.mjs';

const [url, scenario, workers, kernel] = process.argv.slice(2);
const peer = await joinSession({
  url,
  scenario: parseScenarioText(readFileSync(scenario, 'utf8')),
  workers: Number(workers),
  world: { kernel: /** @type {'ts' | 'simd'} */ (kernel) },
  WebSocket: /** @type {any} */ (WebSocket),
});
const watched = watch(peer, stateHash);

process.on(
  'message',
  async (/** @type {{ id: number, call: string, input: any }} */ { id, call, input }) => {
    const { hashes, reports, log } = watched;
    /** @type {Record<string, () => any>} */
    const calls = {
      command: () => peer.command(input),
      slip: () => watched.slip(input),
      read: () => ({ hashes, reports, log, ...watched.state() }),
    };
    process.send?.({ id, result: await calls[call]() });
  },
);
process.on('disconnect', () => process.exit());
await peer.ended;
process.disconnect?.();
