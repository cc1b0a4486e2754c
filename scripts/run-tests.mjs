// Runs tests for a command in this folder, with its own settings. The tests end when the command ends.
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { endWithNpm } from './end-with-npm.mjs';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const VITEST = fileURLToPath(new URL('../node_modules/vitest/vitest.mjs', import.meta.url));

/**
 * Runs tests of a vitest project, and ends this process with their exit code.
 *
 * @param {'node' | 'threads' | 'page'} project
 * @param {readonly string[]} parameters parameters of vitest: files and filters of tests
 * @param {Readonly<Record<string, string>>} settings environment variables for the tests
 */
export function runTests(project, parameters, settings) {
  const child = spawn(process.execPath, [VITEST, 'run', '--project', project, ...parameters], {
    cwd: ROOT,
    // A separate process group, so that everything the tests have started ends with them.
    detached: true,
    stdio: ['ignore', 'inherit', 'inherit'],
    // Each command is preceded by the set-up, which compiles the sources, see `builtSources`.
    env: { ...process.env, SKEIN_BUILT: '1', ...settings },
  });
  let running = true;
  child.once('exit', (code) => {
    running = false;
    process.exit(code ?? 1);
  });
  endWithNpm();
  for (const [signal, code] of Object.entries({ SIGINT: 130, SIGTERM: 143 })) {
    process.once(signal, () => process.exit(code));
  }
  process.once('exit', () => {
    if (running && child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
  });
}
