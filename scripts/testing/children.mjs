// Processes that a command of this folder starts, and that end with it.
import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { setPriority } from 'node:os';
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

/** How much lower, from 0 to 19. */
const LOWER = 19;

/**
 * Lets a script of `startScript`, and all that it starts, have the time that other processes leave.
 *
 * @param {import('node:child_process').ChildProcess} child
 */
export function giveWay({ pid }) {
  if (pid === undefined) return;
  try {
    setPriority(pid, LOWER);
    // Between sessions, Linux compares these instead.
    if (process.platform === 'linux') writeFileSync(`/proc/${pid}/autogroup`, `${LOWER}`);
  } catch {
    // Then it does not give way, which only takes longer.
  }
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
