// `npm test`: lint, types, then vitest over all projects. Arguments after `npm test --` go to vitest, as in `npm test
// -- packages/core`. The last line is the result: `N passed, N failed`.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { BROWSER } from '../setup/browser.mjs';
import { REDIS } from '../setup/redis.mjs';
import { countTests, cutOff, triedAgain, withSecondRun } from './count-tests.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
const modules = join(root, 'node_modules');

/**
 * @param {string} name
 * @param {string} script
 * @param {string[]} parameters
 */
function step(name, script, parameters) {
  console.log(`\n== ${name}`);
  const done = spawnSync(process.execPath, [script, ...parameters], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const passed = done.status === 0;
  if (!passed)
    console.error(`${name} failed (${done.error?.message ?? done.status ?? done.signal})`);
  return passed;
}

/** The skipped tests and the reasons, printed before the tests and again at the end. */
const leftOut = [BROWSER.leftOut(), REDIS.leftOut()].filter((line) => line !== undefined);
for (const line of leftOut) console.log(line);

const steps = {
  lint: step('lint', join(modules, '@biomejs', 'biome', 'bin', 'biome'), [
    'check',
    '--error-on-warnings',
  ]),
  prose: step('prose', join(root, 'scripts', 'lint', 'lint-prose.mjs'), []),
  types: step('types', join(root, 'scripts', 'lint', 'types.mjs'), []),
};

const folder = mkdtempSync(join(tmpdir(), 'skein-test-'));

// The set-up and the types have compiled the sources, see `builtSources`.
process.env.SKEIN_BUILT = '1';

/**
 * Runs vitest.
 * @param {string} name
 * @param {string[]} parameters
 * @returns {{ passed: boolean, report: import('./count-tests.mjs').Report | undefined }}
 */
function vitest(name, parameters) {
  const file = join(folder, `${name}.json`);
  const passed = step(name, join(modules, 'vitest', 'vitest.mjs'), [
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${file}`,
    ...parameters,
  ]);
  try {
    return { passed, report: JSON.parse(readFileSync(file, 'utf8')) };
  } catch {
    console.error('vitest left no report');
    return { passed, report: undefined };
  }
}

let { passed, report: result } = vitest('vitest', process.argv.slice(2));
// A failed test is tried a second time by vitest itself, but not the tests of a process that ended early.
const early = cutOff(result).map((file) => relative(root, file));
if (result !== undefined && early.length > 0) {
  const again = vitest('second run', early);
  passed = again.passed && result.numFailedTests === 0;
  if (again.report !== undefined) result = withSecondRun(result, again.report);
}
rmSync(folder, { recursive: true, force: true });

const count = countTests(result, passed, Object.values(steps));
for (const [name, passed] of Object.entries(steps))
  console.log(`${name}: ${passed ? 'ok' : 'FAILED'}`);
for (const file of early) console.log(`ran again, because its process ended: ${file}`);
for (const name of triedAgain(result)) console.log(`passed at the second try: ${name}`);
for (const line of leftOut) console.log(line);
const skipped = count.skipped > 0 ? `, ${count.skipped} skipped` : '';
console.log(`${count.passed} passed, ${count.failed} failed${skipped}`);
process.exit(count.failed === 0 ? 0 : 1);
