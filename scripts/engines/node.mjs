// Other versions of Node, installed from npm next to the installed packages.
import { execFileSync, fork, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const CACHE = fileURLToPath(new URL('../../node_modules/.engines/', import.meta.url));
const ENTRY = fileURLToPath(new URL('./in-node.mjs', import.meta.url));

/**
 * How to start a Node.
 * @typedef {object} Runtime
 * @property {string} command
 * @property {string[]} parameters the parameters before those of Node
 * @property {boolean} [card] whether the graphics card steps the scenes
 * @property {Record<string, string>} [env]
 * @property {boolean} [emulated] whether it takes about ten times as long
 */

/**
 * A major version of Node: this one if it matches, otherwise one from npm, installed on first use.
 *
 * @param {number} major
 * @returns {Runtime}
 * @throws when npm cannot install it
 */
export function nodeOf(major) {
  if (Number(process.versions.node.split('.')[0]) === major) {
    return { command: process.execPath, parameters: [] };
  }
  // Its install script downloads the binary for this machine, also from npm.
  const command = installed('node', major, ['--foreground-scripts']);
  return { command, parameters: [] };
}

/**
 * The Node binary in a package of npm, which is installed on first use.
 *
 * @param {string} name the name of the package
 * @param {number} major
 * @param {readonly string[]} options options of `npm install`
 * @returns {string} its path
 * @throws when npm cannot install it
 */
export function installed(name, major, options) {
  const folder = join(CACHE, `${name}${major}`);
  const path = join(folder, 'node_modules', name, 'bin', 'node');
  if (existsSync(path)) return path;
  console.log(`engines: installing ${name}@${major} from npm ...`);
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
 * @returns {Promise<void>} rejects with an error of that Node
 */
export function checkInNode({ command, parameters, env }, tasks, listener) {
  return new Promise((resolve, reject) => {
    // The options of this process may not exist in another version, so they are not passed on.
    const options = { execPath: command, execArgv: parameters, env: { ...process.env, ...env } };
    const child = fork(ENTRY, options);
    child.on('message', (message) => {
      const { finding, error } = /** @type {import('./server.mjs').Message} */ (message);
      if (finding) listener(finding);
      if (error) reject(new Error(error));
    });
    child.once('error', reject);
    // Even without a final message, the comparison finds scenes that were not run.
    child.once('exit', (code, signal) => {
      if (code === 0) resolve();
      else reject(new Error(`it ended with ${signal ?? code}`));
    });
    child.send(tasks);
  });
}
