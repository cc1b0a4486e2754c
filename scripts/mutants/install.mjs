// Installs Stryker on first use, next to the installed packages, because no other command needs its 65 MB.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

/** The last version that runs on Node 20. */
const VERSION = '9.6.1';
const FOLDER = fileURLToPath(new URL(`../../node_modules/.mutants/${VERSION}/`, import.meta.url));

/**
 * @typedef Mutant
 * @property {string} fileName an absolute path
 * @property {string} status
 * @property {string} mutatorName
 * @property {string} replacement
 * @property {{ start: Place, end: Place }} location
 */
/** @typedef {{ line: number, column: number }} Place both count from 1 */
/** @typedef {{ name: string, content: string, mutate: boolean }} Source */
/** @typedef {new (options: object) => { runMutationTest(): Promise<Mutant[]> }} Stryker */
/**
 * Finds the mutants of sources. Its lines count from 0.
 * @typedef {new (logger: object) => { instrument(files: Source[], options: object): Promise<{ mutants: Mutant[] }> }}
 * Instrumenter
 */

/**
 * @returns {Promise<{ Stryker: Stryker, Instrumenter: Instrumenter }>}
 * @throws when npm cannot install it
 */
export async function loadStryker() {
  const packages = ['core', 'vitest-runner'].map((name) => `@stryker-mutator/${name}`);
  const manifest = join(FOLDER, 'package.json');
  const [core, runner] = packages.map((name) => join(FOLDER, 'node_modules', name));
  if (!existsSync(core) || !existsSync(runner)) {
    console.log(`mutants: installing Stryker ${VERSION} from npm ...`);
    mkdirSync(FOLDER, { recursive: true });
    writeFileSync(manifest, '{ "private": true }\n');
    const done = spawnSync(
      'npm',
      [
        ...['install', '--no-audit', '--no-fund'],
        // It uses the vitest of this checkout.
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
  const require = createRequire(manifest);
  const [{ Stryker }, { Instrumenter }] = await Promise.all(
    [packages[0], '@stryker-mutator/instrumenter'].map(
      (name) => import(pathToFileURL(require.resolve(name)).href),
    ),
  );
  return { Stryker, Instrumenter };
}
