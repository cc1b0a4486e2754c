// `npm run tool -- chaos [MOMENTS] [SEED]`: runs a sweep over a queue with a Redis, two workers and a caller, and kills
// one of them at each of MOMENTS random moments (default 100). Afterward each run must have exactly one result, with
// the same hash as an undisturbed run.
import { readArguments, refuse } from '../arguments.mjs';
import { runTests } from './run-tests.mjs';

const { positionals } = readArguments(import.meta.url, { allowPositionals: true });
const [moments = '100', seed = String(Date.now() % 1_000_000), ...others] = positionals;
if (!/^[1-9]\d*$/.test(moments) || !/^\d+$/.test(seed) || others.length > 0) {
  const found = positionals.join(' ');
  refuse(import.meta.url, `found ${found}, expected whole numbers: how many moments, and a seed`);
}
console.log(`${moments} moments of seed ${seed}`);
runTests('node', ['packages/queue/test/chaos.test.ts'], { SKEIN_CHAOS: moments, SKEIN_SEED: seed });
