// `npm run packages [-- FOLDER]`: the packages for projects outside this one, as files that npm installs.
import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { pnpm } from './pnpm.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const folder = resolve(process.argv[2] ?? join(root, 'dist'));

mkdirSync(folder, { recursive: true });
for (const name of ['core', 'worker']) {
  // pnpm, since npm would leave `workspace:` in the dependencies.
  const done = spawnSync('npx', ['--yes', pnpm, 'pack', '--pack-destination', folder], {
    cwd: join(root, 'packages', name),
    stdio: ['ignore', 'inherit', 'inherit'],
    shell: process.platform === 'win32',
  });
  if (done.status !== 0) process.exit(done.status ?? 1);
}
