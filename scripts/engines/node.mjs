// Other Nodes than the one that runs: their packages of npm, beside the installed packages.
import { execFileSync, fork, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const CACHE = fileURLToPath(new URL('../../node_modules/.engines/', import.meta.url));
const ENTRY = fileURLToPath(new URL('./in-node.mjs', import.meta.url));

/**
 * The binary of a major version of Node: the one that runs, else one of npm, installed at its first use.
 *
 * @param {number} major
 * @returns {string} its path
 * @throws when npm cannot install it
 */
export function nodeOf(major) {
  if (Number(process.versions.node.split('.')[0]) === major) return process.execPath;
  const folder = join(CACHE, `node${major}`);
  const path = join(folder, 'node_modules', 'node', 'bin', 'node');
  if (!existsSync(path)) {
    console.log(`engines: installing node@${major} of npm ...`);
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'package.json'), '{ "private": true }\n');
    // Its install script fetches the binary for this machine, from npm as well.
    const parameters = [
      'install',
      '--no-audit',
      '--no-fund',
      '--foreground-scripts',
      `node@${major}`,
    ];
    const done = spawnSync('npm', parameters, {
      cwd: folder,
      encoding: 'utf8',
      shell: process.platform === 'win32',
    });
    if (done.status !== 0 || !existsSync(path)) {
      const said = `${done.stdout ?? ''}${done.stderr ?? ''}${done.error ?? ''}`.trim();
      throw new Error(`npm install node@${major} failed: ${said.split('\n').slice(-3).join(' ')}`);
    }
  }
  return path;
}

/** @param {string} path */
export function versionOf(path) {
  return execFileSync(path, ['--version'], { encoding: 'utf8' }).trim().replace(/^v/, '');
}

/**
 * Runs the checks in a Node.
 *
 * @param {string} path of its binary
 * @param {readonly import('./checks.mjs').Task[]} tasks
 * @param {import('./server.mjs').Listener} listener
 * @returns {Promise<void>} rejects with what went wrong there
 */
export function checkInNode(path, tasks, listener) {
  return new Promise((resolve, reject) => {
    // Of this process's own options none is for another version.
    const child = fork(ENTRY, { execPath: path, execArgv: [] });
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
