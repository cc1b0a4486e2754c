// Unpacks the packed packages into one `node_modules`, next to their dependencies, as an installation would.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { folderOf, manifestOf, root } from './manifests.mjs';
import { packAll } from './packed.mjs';

/**
 * @typedef {object} Unpacked
 * @property {string} folder the folder that contains `node_modules`
 * @property {readonly (import('./packed.mjs').Packed & { unpacked: string })[]} packages
 * @property {() => void} remove
 */

/** @returns {Unpacked} */
export function unpackAll() {
  const folder = mkdtempSync(join(root, 'node_modules', '.packed-'));
  const modules = join(folder, 'node_modules');
  const packages = packAll(folder).map((packed) => {
    const unpacked = join(modules, packed.name);
    mkdirSync(unpacked, { recursive: true });
    // tar would take the drive of a Windows path for a host name, so it runs in the folder of the file.
    const from = ['-xzf', basename(packed.file), '-C', unpacked, '--strip-components=1'];
    const done = spawnSync('tar', from, { cwd: folder, encoding: 'utf8' });
    if (done.status !== 0) throw new Error(`${packed.file}: ${done.error ?? done.stderr}`);
    return { ...packed, unpacked };
  });
  for (const { folder: of } of packages) linkDependencies(of, modules);
  return { folder, packages, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/**
 * @param {string} folder a folder of `packages/`
 * @param {string} modules
 */
function linkDependencies(folder, modules) {
  const { dependencies = {}, devDependencies = {}, peerDependencies = {} } = manifestOf(folder);
  const peers = Object.keys(peerDependencies);
  // The types of peers, if they are in separate packages.
  const types = peers.map((name) => `@types/${name}`).filter((name) => name in devDependencies);
  for (const name of ['@types/node', ...Object.keys(dependencies), ...peers, ...types]) {
    const link = join(modules, name);
    if (existsSync(link)) continue;
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(installed(name, folder), link, 'junction');
  }
}

/**
 * @param {string} name
 * @param {string} folder the folder in `packages/` that depends on it
 */
function installed(name, folder) {
  for (const from of [folderOf(folder), root]) {
    const there = join(from, 'node_modules', name);
    if (existsSync(there)) return there;
  }
  return dirname(createRequire(join(root, 'package.json')).resolve(`${name}/package.json`));
}
