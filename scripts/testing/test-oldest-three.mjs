// `npm run tool -- test-oldest-three [FILE ...]`: runs the tests of @skein/three and @skein/react with the oldest
// supported release of three.js, except those of WebGPU, which need a newer one. FILE: only files whose path contains
// it.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { readArguments } from '../arguments.mjs';

const { positionals } = readArguments(import.meta.url, { allowPositionals: true });
const root = fileURLToPath(new URL('../..', import.meta.url));
const oldest = fileURLToPath(
  new URL('../../packages/three/node_modules/three-oldest', import.meta.url),
);
const files = positionals.length > 0 ? positionals : ['packages/three/test', 'packages/react/test'];
// There is a browser project for each engine.
const projects = ['--project', 'node', '--project', 'browser*'];
const done = spawnSync(
  process.execPath,
  [
    'node_modules/vitest/vitest.mjs',
    'run',
    ...projects,
    ...files,
    '--exclude',
    '**/{webgpu/*,docs.*browser*}',
  ],
  { cwd: root, stdio: 'inherit', env: { ...process.env, SKEIN_THREE: oldest } },
);
process.exit(done.status ?? 1);
