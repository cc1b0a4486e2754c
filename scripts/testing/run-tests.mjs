// Runs tests for a command in this folder, with its own settings. The tests end when the command ends.
import { startScript, VITEST } from './children.mjs';

/**
 * Runs tests of a vitest project, once for each of the settings, at the same time. Ends this process when all have
 * ended, or as soon as one fails, with the exit code of that one.
 *
 * @param {string} project
 * @param {readonly string[]} parameters parameters of vitest: files and filters of tests
 * @param {readonly Readonly<Record<string, string>>[]} settings environment variables for the tests
 */
export function runTests(project, parameters, ...settings) {
  let left = settings.length;
  for (const own of settings) {
    const run = startScript(VITEST, ['run', '--project', project, ...parameters], 'inherit', own);
    run.once('exit', (code) => {
      if (code !== 0) process.exit(code ?? 1);
      left--;
      if (left === 0) process.exit(0);
    });
  }
}
