// Steps a scenario on this thread and gathers all positions by id in each step, as python/steps.py does; prints the
// times in ms and the hash.
import { readFileSync } from 'node:fs';
import { createWorld, parseScenarioText, stateHash, tick } from '@skein/core';

const [path, ticks] = process.argv.slice(2);
const begin = performance.now();
const world = createWorld(parseScenarioText(readFileSync(path, 'utf8')), {
  maxWorkers: 1,
  shared: false,
});
const started = performance.now();
let total = 0;
for (let step = 0; step < Number(ticks); step++) {
  tick(world);
  const { slot, position } = world.views;
  const { x, y, z } = position;
  const gathered = new Float32Array(3 * slot.length);
  for (let row = 0, at = 0; row < slot.length; row++, at += 3) {
    const place = slot[row];
    gathered[at] = x[place];
    gathered[at + 1] = y[place];
    gathered[at + 2] = z[place];
  }
  total += gathered[0];
}
const ended = performance.now();
const times = { startMs: started - begin, ms: ended - started };
process.stdout.write(`${JSON.stringify({ ...times, total, hash: stateHash(world) })}\n`);
