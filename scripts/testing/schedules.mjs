// `npm run tool -- schedules [--count N] [--seed S]`: runs the real supervision of a team with simulated threads, clock
// and messages, which a seed makes slow, late, lost or stuck. Each run must end with the right hashes. It runs the
// seeds S, S + 1 and so on, a million by default. A failed schedule is reported with its seed; `--count 1 --seed SEED`
// repeats it. `npm test` runs a few hundred.
import { readArguments, refuse } from '../arguments.mjs';
import { runTests } from './run-tests.mjs';

const { values } = readArguments(import.meta.url, {
  options: {
    count: { type: 'string', default: '1000000' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000_000) },
  },
});
const { count, seed } = values;
for (const [name, value] of Object.entries({ count, seed })) {
  if (/^[1-9]\d*$/.test(value)) continue;
  refuse(import.meta.url, `--${name}: found ${value}, expected a whole number from 1`);
}
console.log(`${count} schedules, seed ${seed}`);
runTests('threads', ['packages/worker/test/schedules/schedules.test.ts'], {
  SKEIN_SCHEDULES: count,
  SKEIN_SEED: seed,
});
