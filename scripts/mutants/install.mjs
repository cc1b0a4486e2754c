// Stryker, installed at its first use beside the installed packages: no other command needs its 65 MB.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

/** The last that runs on Node 20. */
const VERSION = '9.6.1';
const FOLDER = fileURLToPath(new URL(`../../node_modules/.mutants/${VERSION}/`, import.meta.url));

/**
 * @typedef Mutant
 * @property {string} fileName absolute
 * @property {string} status
 * @property {string} mutatorName
 * @property {string} replacement
 * @property {{ start: Place, end: Place }} location
 */
/** @typedef {{ line: number, column: number }} Place both from 1 */
/** @typedef {new (options: object) => { runMutationTest(): Promise<Mutant[]> }} Stryker */

/**
 * @returns {Promise<Stryker>}
 * @throws when npm cannot install it
 */
export async function loadStryker() {
  const packages = ['core', 'vitest-runner'].map((name) => `@stryker-mutator/${name}`);
  const manifest = join(FOLDER, 'package.json');
  const [core, runner] = packages.map((name) => join(FOLDER, 'node_modules', name));
  if (!existsSync(core) || !existsSync(runner)) {
    console.log(`mutants: installing Stryker ${VERSION} of npm ...`);
    mkdirSync(FOLDER, { recursive: true });
    writeFileSync(manifest, '{ "private": true }\n');
    const done = spawnSync(
      'npm',
      [
        ...['install', '--no-audit', '--no-fund'],
        // Its vitest is that of this checkout.
        '--legacy-peer-deps',
        ...packages.map((name) => `${name}@${VERSION}`),
      ],
      { cwd: FOLDER, encoding: 'utf8', shell: process.platform === 'win32' },
    );
    if (done.status !== 0) {
      const said = `${done.stdout ?? ''}${done.stderr ?? ''}${done.error ?? ''}`.trim();
      throw new Error(`npm install failed: ${said.split('\n').slice(-3).join(' ')}`);
    }
  }
  const entry = createRequire(manifest).resolve(packages[0]);
  const { Stryker } = await import(pathToFileURL(entry).href);
  return Stryker;
}
