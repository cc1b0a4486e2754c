// Runs tests for a command in this folder, with its own settings. The tests end when the command ends.
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { endWithNpm } from '../serving/end-with-npm.mjs';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const VITEST = fileURLToPath(new URL('../../node_modules/vitest/vitest.mjs', import.meta.url));

/**
 * Runs tests of a vitest project, once for each of the settings, at the same time. Ends this process when all have
 * ended, or as soon as one fails, with the exit code of that one.
 *
 * @param {string} project
 * @param {readonly string[]} parameters parameters of vitest: files and filters of tests
 * @param {readonly Readonly<Record<string, string>>[]} settings environment variables for the tests
 */
export function runTests(project, parameters, ...settings) {
  /** @type {Set<import('node:child_process').ChildProcess>} */
  const running = new Set();
  for (const own of settings) {
    const child = spawn(process.execPath, [VITEST, 'run', '--project', project, ...parameters], {
      cwd: ROOT,
      // A separate process group, so that everything the tests have started ends with them.
      detached: true,
      stdio: ['ignore', 'inherit', 'inherit'],
      // Each command is preceded by the set-up, which compiles the sources, see `builtSources`.
      env: { ...process.env, SKEIN_BUILT: '1', ...own },
    });
    running.add(child);
    child.once('exit', (code) => {
      running.delete(child);
      if (code !== 0) process.exit(code ?? 1);
      if (running.size === 0) process.exit(0);
    });
  }
  endWithNpm();
  for (const [signal, code] of Object.entries({ SIGINT: 130, SIGTERM: 143 })) {
    process.once(signal, () => process.exit(code));
  }
  process.once('exit', () => {
    for (const { pid } of running) if (pid !== undefined) process.kill(-pid, 'SIGKILL');
  });
}
