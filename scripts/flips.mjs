// `npm run flips`: a snapshot of 64 KiB with each of its bits flipped, and cut off at each length:
// every one of some 590,000 files must be refused. `npm test` tries the heads and a sample.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const file = 'packages/core/test/snapshot/corruption.test.ts';
const done = spawnSync('npx', ['vitest', 'run', '--project', 'node', file], {
  cwd: fileURLToPath(new URL('..', import.meta.url)),
  stdio: 'inherit',
  env: { ...process.env, SKEIN_EVERY_FLIP: '1' },
});
process.exitCode = done.status ?? 1;
