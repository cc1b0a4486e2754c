// Processes that a command of this folder starts, and that end with it.
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { endWithNpm } from '../serving/end-with-npm.mjs';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** The program of vitest. */
export const VITEST = fileURLToPath(
  new URL('../../node_modules/vitest/vitest.mjs', import.meta.url),
);

/** @type {Set<import('node:child_process').ChildProcess>} */
const running = new Set();

/**
 * Runs a script of Node on the compiled sources, see `builtSources`. When this process ends, the script ends, and so
 * does everything that it has started.
 *
 * @param {string} script
 * @param {readonly string[]} parameters
 * @param {'inherit' | 'pipe'} output
 * @param {Readonly<Record<string, string>>} [settings] environment variables
 */
export function startScript(script, parameters, output, settings) {
  endAllWithThis();
  const child = spawn(process.execPath, [script, ...parameters], {
    cwd: ROOT,
    // A process group of its own, so that it can be ended as a whole.
    detached: true,
    stdio: ['ignore', output, output],
    env: { ...process.env, SKEIN_BUILT: '1', ...settings },
  });
  running.add(child);
  child.once('exit', () => running.delete(child));
  return child;
}

let ends = false;

function endAllWithThis() {
  if (ends) return;
  ends = true;
  endWithNpm();
  for (const [signal, code] of Object.entries({ SIGINT: 130, SIGTERM: 143 })) {
    process.once(signal, () => process.exit(code));
  }
  process.once('exit', () => {
    for (const { pid } of running) if (pid !== undefined) process.kill(-pid, 'SIGKILL');
  });
}
