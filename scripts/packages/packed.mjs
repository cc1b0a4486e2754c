// Packs the published packages, as `pnpm publish` would.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { pnpm } from '../setup/pnpm.mjs';
import { folderOf, manifestOf, PUBLIC } from './manifests.mjs';

/** @typedef {{ folder: string, name: string, version: string, file: string }} Packed */

/**
 * Packs all published packages; they must be built.
 *
 * @param {string} to an existing folder for the files
 * @returns {Packed[]} in the order of their dependencies
 * @throws the output of pnpm, when a package cannot be packed
 */
export function packAll(to) {
  return PUBLIC.map((folder) => {
    // pnpm is used because npm would leave `workspace:` in the dependencies.
    const done = spawnSync('npx', ['--yes', pnpm, 'pack', '--pack-destination', to], {
      cwd: folderOf(folder),
      encoding: 'utf8',
      maxBuffer: 64 * 1024 * 1024,
      shell: process.platform === 'win32',
    });
    if (done.status !== 0) {
      throw new Error(`packages/${folder} was not packed: ${done.stderr}${done.stdout}`);
    }
    const { name, version } = manifestOf(folder);
    return { folder, name, version, file: join(to, fileNameOf(name, version)) };
  });
}

/**
 * The file name that npm and pnpm give a packed package.
 *
 * @param {string} name
 * @param {string} version
 */
export function fileNameOf(name, version) {
  return `${name.replace('@', '').replace('/', '-')}-${version}.tgz`;
}
