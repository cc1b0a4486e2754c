// `npm run properties -- COUNT [SEED]`: the properties of random scenarios on many more of them than
// `npm test` tries: what holds in every tick, one hash for any workers, cuts and kernel, and the same from
// a snapshot of any tick.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const [count = '10000', seed = String(Date.now() % 1_000_000_000)] = process.argv.slice(2);
if (!/^[1-9]\d*$/.test(count) || !/^\d+$/.test(seed)) {
  console.error(
    `properties: found ${count} ${seed}, expected a count and, if wanted, a seed: whole numbers`,
  );
  process.exit(2);
}
console.log(`${count} random scenarios, seed ${seed}`);
const files = ['tick/invariants', 'tick/determinism', 'snapshot/random'].map(
  (name) => `packages/core/test/${name}.test.ts`,
);
const done = spawnSync('npx', ['vitest', 'run', '--project', 'node', '-t', 'random', ...files], {
  cwd: fileURLToPath(new URL('..', import.meta.url)),
  stdio: 'inherit',
  env: { ...process.env, SKEIN_RUNS: count, SKEIN_SEED: seed },
});
process.exitCode = done.status ?? 1;
