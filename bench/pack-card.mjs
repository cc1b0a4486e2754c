// `npm run tool -- card-pack [FILE]`: packs what `card` needs into one archive (card.tar.xz, below 64 MiB), for a machine
// like this one that has a graphics card but neither Node nor network. Unpack it there, and run `./card.sh` with the
// parameters of `card`.
import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const out = resolve(process.argv[2] ?? 'card.tar.xz');
const folder = mkdtempSync(join(tmpdir(), 'skein-card-'));

/** What a machine may lack: Node, and the library that finds Vulkan drivers. */
cpSync(process.execPath, join(folder, 'node'));
const loader = ['/usr/lib/x86_64-linux-gnu', '/usr/lib/aarch64-linux-gnu', '/usr/lib/chromium']
  .map((place) => join(place, 'libvulkan.so.1'))
  .find(existsSync);
if (loader === undefined)
  console.log('card-pack: no libvulkan.so.1 here: the other machine must have it.');
else cpSync(loader, join(folder, 'lib', 'libvulkan.so.1'), { dereference: true });

packOwn('bench', 'bench');
for (const name of ['core', 'worker', 'gpu']) {
  packOwn(join('packages', name), join('node_modules', '@skein', name));
}
for (const name of ['zod', 'fastest-levenshtein']) packOther('packages/core', name);
for (const name of ['comlink', 'piscina']) packOther('packages/worker', name);
packOther('bench', 'webgpu');

writeFileSync(
  join(folder, 'card.sh'),
  `#!/bin/sh
# Where the results go is relative to where this is called.
here=$(cd "$(dirname "$0")" && pwd)
nvidia=/usr/local/nvidia/share/vulkan/icd.d/nvidia_icd.json
if [ -z "$VK_DRIVER_FILES$VK_ICD_FILENAMES" ] && [ -f $nvidia ]; then export VK_DRIVER_FILES=$nvidia; fi
# A loader of the machine is taken first.
export LD_LIBRARY_PATH="$LD_LIBRARY_PATH:$here/lib"
exec "$here/node" "$here/bench/dist/gpu/run.js" "$@"
`,
  { mode: 0o755 },
);
execFileSync('tar', ['-C', folder, '-cf', out, '--use-compress-program', 'xz -3 -T0', '.']);
rmSync(folder, { recursive: true });
console.log(`${out}: ${(statSync(out).size / 2 ** 20).toFixed(1)} MiB`);

/**
 * @param {string} from the folder of one of the packages here
 * @param {string} to
 */
function packOwn(from, to) {
  for (const part of ['dist', 'package.json']) {
    cpSync(join(root, from, part), join(folder, to, part), { recursive: true, filter });
  }
}

/**
 * @param {string} user the folder of the package that needs the other one
 * @param {string} name
 */
function packOther(user, name) {
  const from = realpathSync(join(root, user, 'node_modules', name));
  cpSync(from, join(folder, 'node_modules', name), { recursive: true, filter });
}

/**
 * Leaves out what only developers need, and the code for other machines.
 *
 * @param {string} path
 */
function filter(path) {
  if (dirname(path).endsWith(join('webgpu', 'dist'))) {
    return path.endsWith(`${process.platform}-${process.arch}`);
  }
  return !/\.(?:map|ts|tsbuildinfo)$/.test(path);
}
