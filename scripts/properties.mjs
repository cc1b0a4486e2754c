// `npm run properties -- [COUNT [SEED]]`: checks the properties of random scenarios on many more scenarios than `npm
// test`. They are invariants of every tick, and equal hashes for any workers, slices, kernel and snapshot. Then it
// checks random laws, compiled and evaluated.
import { readArguments, refuse } from './arguments.mjs';
import { runTests } from './run-tests.mjs';

const { positionals } = readArguments(import.meta.url, { allowPositionals: true });
const [count = '10000', seed = String(Date.now() % 1_000_000_000), ...others] = positionals;
if (!/^[1-9]\d*$/.test(count) || !/^\d+$/.test(seed) || others.length > 0) {
  const found = positionals.join(' ');
  refuse(import.meta.url, `found ${found}, expected a count and optionally a seed, whole numbers`);
}
console.log(`${count} random scenarios, seed ${seed}`);
const files = ['tick/invariants', 'tick/determinism', 'snapshot/random', 'laws/compile'].map(
  (name) => `packages/core/test/${name}.test.ts`,
);
runTests('node', ['-t', 'random', ...files], { SKEIN_RUNS: count, SKEIN_SEED: seed });
