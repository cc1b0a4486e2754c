// `npm test`: lint, types, and vitest over all projects, in lanes side by side. Node tests and checks have the time that
// threads and pages leave: a page that waits for a core draws all the while, and so it would take more time of the cores. --durations writes how long each file took to durations.txt.
// Other arguments after `npm test --` go to one vitest, as in `npm test -- packages/core`. The last line is the result:
// `N passed, N failed`.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { BROWSER } from '../setup/browser.mjs';
import { REDIS } from '../setup/redis.mjs';
import { giveWay, startScript, VITEST } from './children.mjs';
import { countTests, cutOff, durationsOf, triedAgain } from './count-tests.mjs';

const DURATIONS = '--durations';

/** The lane that others give way to. */
const PAGES = 'threads and pages';

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
const modules = join(root, 'node_modules');
const folder = mkdtempSync(join(tmpdir(), 'skein-test-'));
const parameters = process.argv.slice(2).filter((one) => one !== DURATIONS);

/**
 * Runs a script of Node, and returns whether it passed.
 *
 * @param {string} name
 * @param {string} script
 * @param {readonly string[]} parameters
 * @param {'shown' | 'held'} output whether it is shown at once, or when the script has ended
 * @returns {Promise<boolean>}
 */
function step(name, script, parameters, output = 'held') {
  const started = Date.now();
  const shows = output === 'shown';
  if (shows) console.log(`\n== ${name}`);
  return new Promise((resolve) => {
    const child = startScript(script, parameters, shows ? 'inherit' : 'pipe');
    if (name !== PAGES) giveWay(child);
    let held = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text) => {
        held += text;
      });
    }
    child.once('close', (code, signal) => {
      const took = `${((Date.now() - started) / 1000).toFixed(0)} s`;
      console.log(shows ? `== ${name}: ${took}` : `\n== ${name}: ${took}\n${held}`);
      if (code !== 0) console.error(`${name} failed (${code ?? signal})`);
      resolve(code === 0);
    });
  });
}

/** @param {string} name */
function reportFile(name) {
  return join(folder, `${name}.json`);
}

/**
 * Runs vitest, and returns whether it passed.
 *
 * @param {string} name
 * @param {readonly string[]} parameters
 * @param {'shown' | 'held'} output
 */
function vitest(name, parameters, output) {
  return step(
    name,
    VITEST,
    [
      'run',
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${reportFile(name)}`,
      ...parameters,
    ],
    output,
  );
}

/** @param {string} name @returns {import('./count-tests.mjs').Report | undefined} */
function reportOf(name) {
  try {
    return JSON.parse(readFileSync(reportFile(name), 'utf8'));
  } catch {
    console.error(`vitest left no report of ${name}`);
    return undefined;
  }
}

process.once('exit', () => rmSync(folder, { recursive: true, force: true }));

/** The skipped tests and the reasons, printed before the tests and again at the end. */
const leftOut = [BROWSER.leftOut(), REDIS.leftOut()].filter((line) => line !== undefined);
for (const line of leftOut) console.log(line);

const checks = {
  lint: [join(modules, '@biomejs', 'biome', 'bin', 'biome'), 'check', '--error-on-warnings'],
  prose: [join(root, 'scripts', 'lint', 'lint-prose.mjs')],
  types: [join(root, 'scripts', 'lint', 'types.mjs')],
};
async function check() {
  /** @type {Record<string, boolean>} */
  const passed = {};
  for (const [name, [script, ...rest]] of Object.entries(checks)) {
    passed[name] = await step(name, script, rest);
  }
  return passed;
}

/** The projects of each lane, which run one after the other. */
const LANES = {
  node: ['node'],
  [PAGES]: ['threads', 'gpu', ...(BROWSER.leftOut() ? [] : ['browser*', 'page'])],
};
const lanes =
  parameters.length > 0
    ? { tests: parameters }
    : Object.fromEntries(
        Object.entries(LANES).map(([name, projects]) => [
          name,
          projects.flatMap((project) => ['--project', project]),
        ]),
      );
const names = Object.keys(lanes);
const [passed, ...ended] = await Promise.all([
  check(),
  ...names.map((name, k) => vitest(name, lanes[name], k === 0 ? 'shown' : 'held')),
]);
const reports = names.map(reportOf);

if (process.argv.includes(DURATIONS)) {
  const file = join(root, 'durations.txt');
  writeFileSync(
    file,
    durationsOf(reports, (path) => relative(root, path)),
  );
  console.log(`the durations of all files are in ${relative('', file)}`);
}
const counts = reports.map((report, k) => countTests(report, ended[k]));
const sum = (/** @type {'passed' | 'failed' | 'skipped'} */ key) =>
  counts.reduce((all, count) => all + count[key], 0);
const failed = sum('failed') + Object.values(passed).filter((ok) => !ok).length;
for (const [name, ok] of Object.entries(passed)) console.log(`${name}: ${ok ? 'ok' : 'FAILED'}`);
for (const report of reports) {
  for (const file of cutOff(report))
    console.log(`its process ended early: ${relative(root, file)}`);
  for (const name of triedAgain(report)) console.log(`passed at the second try: ${name}`);
}
for (const line of leftOut) console.log(line);
const skipped = sum('skipped') > 0 ? `, ${sum('skipped')} skipped` : '';
console.log(`${sum('passed')} passed, ${failed} failed${skipped}`);
process.exit(failed === 0 ? 0 : 1);
