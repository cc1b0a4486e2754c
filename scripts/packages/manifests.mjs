// The packages that are published to npm, in the order of their dependencies, and their manifests.
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The root of the repository. */
export const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');

/** Their folders in `packages/`. */
export const PUBLIC = [
  'core',
  'gpu',
  'worker',
  'three',
  'react',
  'sweep',
  'queue',
  'rooms',
  'cli',
  'create-skein',
];

/** @param {string} folder a folder of `packages/` */
export function folderOf(folder) {
  return join(root, 'packages', folder);
}

/**
 * @typedef {object} Manifest
 * @property {string} name
 * @property {string} version
 * @property {string} [description]
 * @property {boolean} [private]
 * @property {readonly string[]} [keywords]
 * @property {string} [homepage]
 * @property {string} [license]
 * @property {string | { url: string }} [bugs]
 * @property {{ type: string, url: string, directory?: string }} [repository]
 * @property {{ access?: string, provenance?: boolean }} [publishConfig]
 * @property {Readonly<Record<string, string>>} [dependencies]
 * @property {Readonly<Record<string, string>>} [devDependencies]
 * @property {Readonly<Record<string, string>>} [peerDependencies]
 */

/**
 * @param {string} folder a folder of `packages/`
 * @returns {Manifest}
 */
export function manifestOf(folder) {
  return JSON.parse(readFileSync(join(folderOf(folder), 'package.json'), 'utf8'));
}
