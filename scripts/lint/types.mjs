// Type-checks the sources (tsc -b) and then the tests, examples and scripts, for which no files are generated.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');

const projects = [
  '.',
  'packages/core/test',
  'packages/worker/test',
  'packages/three/test',
  'packages/gpu/test',
  'packages/react/test',
  'packages/viewer/service-worker',
  'packages/viewer/test',
  'packages/sweep/test',
  'packages/queue/test',
  'packages/rooms/test',
  'packages/cli/test',
  'packages/create-skein/test',
  'bench/test',
  'examples',
  'examples/lockstep',
  'examples/rooms',
  'examples/models/test',
  'examples/verification/test',
  'examples/test',
  'scripts',
].filter((folder) => existsSync(join(root, folder, 'tsconfig.json')));

const tsc = join('node_modules', 'typescript', 'bin', 'tsc');
const done = spawnSync(process.execPath, [tsc, '-b', ...projects], { cwd: root, stdio: 'inherit' });
process.exit(done.status ?? 1);
