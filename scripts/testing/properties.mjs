// `npm run tool -- properties [COUNT [SEED]]`: steps COUNT random worlds in all ways that must agree (see
// packages/core/test/helpers/check-world.ts), and compiles as many random laws. Their seeds are SEED, SEED + 1 and so
// on. Each core of the machine has a process. A world that fails is made smaller, and printed with its seed and the
// first difference; `npm run tool -- properties 1 SEED` repeats it. `npm test` tries a few hundred.
import { availableParallelism } from 'node:os';
import { readArguments, refuse } from '../arguments.mjs';
import { runTests } from './run-tests.mjs';

const { positionals } = readArguments(import.meta.url, { allowPositionals: true });
const [count = '10000', seed = String(Date.now() % 1_000_000_000), ...others] = positionals;
if (!/^[1-9]\d*$/.test(count) || !/^\d+$/.test(seed) || others.length > 0) {
  const found = positionals.join(' ');
  refuse(import.meta.url, `found ${found}, expected a count and optionally a seed, whole numbers`);
}
console.log(`${count} random worlds, seed ${seed}`);
const files = ['tick/worlds', 'laws/compile'].map((name) => `packages/core/test/${name}.test.ts`);
const parts = Math.min(availableParallelism(), Number(count));
const begins = Array.from({ length: parts + 1 }, (_, k) => Math.floor((Number(count) * k) / parts));
runTests(
  'node',
  ['-t', 'random', ...files, '--disable-console-intercept'],
  ...begins.slice(1).map((end, k) => ({
    SKEIN_RUNS: String(end - begins[k]),
    SKEIN_SEED: String(Number(seed) + begins[k]),
  })),
);
