// Other Nodes than the one that runs: their packages of npm, beside the installed packages.
import { execFileSync, fork, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const CACHE = fileURLToPath(new URL('../../node_modules/.engines/', import.meta.url));
const ENTRY = fileURLToPath(new URL('./in-node.mjs', import.meta.url));

/**
 * How a Node is started.
 * @typedef {object} Runtime
 * @property {string} command
 * @property {string[]} parameters that come before those of Node
 * @property {boolean} [emulated] whether it takes some ten times as long
 */

/**
 * A major version of Node: the one that runs, else one of npm, installed at its first use.
 *
 * @param {number} major
 * @returns {Runtime}
 * @throws when npm cannot install it
 */
export function nodeOf(major) {
  if (Number(process.versions.node.split('.')[0]) === major) {
    return { command: process.execPath, parameters: [] };
  }
  // Its install script fetches the binary for this machine, from npm as well.
  const command = installed('node', major, ['--foreground-scripts']);
  return { command, parameters: [] };
}

/**
 * The binary of Node in a package of npm, which is installed at its first use.
 *
 * @param {string} name of the package
 * @param {number} major
 * @param {readonly string[]} options of `npm install`
 * @returns {string} its path
 * @throws when npm cannot install it
 */
export function installed(name, major, options) {
  const folder = join(CACHE, `${name}${major}`);
  const path = join(folder, 'node_modules', name, 'bin', 'node');
  if (existsSync(path)) return path;
  console.log(`engines: installing ${name}@${major} of npm ...`);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{ "private": true }\n');
  const parameters = ['install', '--no-audit', '--no-fund', ...options, `${name}@${major}`];
  const done = spawnSync('npm', parameters, {
    cwd: folder,
    encoding: 'utf8',
    shell: process.platform === 'win32',
  });
  if (done.status === 0 && existsSync(path)) return path;
  const said = `${done.stdout ?? ''}${done.stderr ?? ''}${done.error ?? ''}`.trim();
  throw new Error(`npm install ${name}@${major} failed: ${said.split('\n').slice(-3).join(' ')}`);
}

/** @param {Runtime} runtime */
export function versionOf({ command, parameters }) {
  const said = execFileSync(command, [...parameters, '--version'], { encoding: 'utf8' });
  return said.trim().replace(/^v/, '');
}

/**
 * Runs the checks in a Node.
 *
 * @param {Runtime} runtime
 * @param {readonly import('./checks.mjs').Task[]} tasks
 * @param {import('./server.mjs').Listener} listener
 * @returns {Promise<void>} rejects with what went wrong there
 */
export function checkInNode({ command, parameters }, tasks, listener) {
  return new Promise((resolve, reject) => {
    // Of this process's own options none is for another version.
    const child = fork(ENTRY, { execPath: command, execArgv: parameters });
    child.on('message', (message) => {
      const { finding, error } = /** @type {import('./server.mjs').Message} */ (message);
      if (finding) listener(finding);
      if (error) reject(new Error(error));
    });
    child.once('error', reject);
    // Without `done` the comparison finds what was not run.
    child.once('exit', (code, signal) => {
      if (code === 0) resolve();
      else reject(new Error(`it ended with ${signal ?? code}`));
    });
    child.send(tasks);
  });
}
