// `npm run engines [-- ENGINE ...]`: the golden hashes in every engine there is: each scene, with both
// kernels, on the calling thread and on a team; from a snapshot and a replay of this Node; and, in
// browsers, the hash that the viewer shows.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { runnerImport } from 'vite';
import { readArguments, refuse } from './arguments.mjs';
import { BROWSERS, browserVersion } from './engines/browsers.mjs';
import { teamsOf, WORKERS } from './engines/checks.mjs';
import { differences, verdict } from './engines/compare.mjs';
import { openIn, VIEWED } from './engines/in-browser.mjs';
import { checkInNode, nodeOf, versionOf } from './engines/node.mjs';
import { makeTasks } from './engines/tasks.mjs';

const NODES = [20, 22, 24];
const ENGINES = [...NODES.map((major) => `node${major}`), ...Object.keys(BROWSERS)];
/** A canvas that nothing was drawn into has one. */
const FEWEST_COLORS = 50;

const { positionals: asked } = readArguments(import.meta.url, { allowPositionals: true });
const unknown = asked.filter((name) => !ENGINES.includes(name));
if (unknown.length > 0) {
  refuse(import.meta.url, `found ${unknown.join(', ')}, expected some of ${ENGINES.join(', ')}`);
}

// So that what was started ends as well.
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));

/** @type {{ hashes: Record<string, import('./engines/compare.mjs').Golden> }} */
const golden = JSON.parse(
  readFileSync(new URL('../packages/core/test/golden.json', import.meta.url), 'utf8'),
);
const scenes = Object.keys(golden.hashes);
const tasks = await makeTasks();
console.log(
  `${scenes.length} scenes, kernels ts and simd, on the calling thread and on ${WORKERS} workers; ` +
    `snapshots and replays of Node ${process.versions.node}`,
);

/** @type {import('./engines/compare.mjs').Result[]} */
const results = [];
/** @type {string[]} */
const missing = [];
for (const engine of asked.length > 0 ? asked : ENGINES) {
  const path = await binaryOf(engine);
  if (path === undefined) continue;
  results.push(await run(engine, path));
  const { wrong, seconds } = results[results.length - 1];
  console.log(`${engine}: ${wrong.length === 0 ? 'ok' : wrong[0]} (${seconds} s)`);
}

const { text, failed } = verdict(results, missing, asked.length > 0);
console.log(`\n${text}`);
process.exit(failed ? 1 : 0);

/** @param {string} engine */
async function binaryOf(engine) {
  try {
    return engine in BROWSERS
      ? BROWSERS[engine].find()
      : nodeOf(Number(engine.slice('node'.length)));
  } catch (error) {
    missing.push(`${engine}: ${messageOf(error)}`);
    return undefined;
  }
}

/** @param {string} engine @param {string} path @returns {Promise<import('./engines/compare.mjs').Result>} */
async function run(engine, path) {
  const started = Date.now();
  /** @type {import('./engines/checks.mjs').Finding[]} */
  const findings = [];
  const listener = (/** @type {import('./engines/checks.mjs').Finding} */ finding) =>
    findings.push(finding);
  const browser = BROWSERS[engine];
  const wrong = [];
  let viewer = '';
  try {
    if (browser === undefined) await checkInNode(path, tasks, listener);
    else await openIn('checks', browser, path, tasks, listener);
  } catch (error) {
    wrong.push(messageOf(error));
  }
  const teams = teamsOf(browser?.threads ?? true);
  wrong.push(...differences(findings, golden.hashes, teams));
  if (browser !== undefined) {
    const problems = await view(browser, path);
    viewer = problems.length === 0 ? 'ok' : 'WRONG';
    wrong.push(...problems.map((problem) => `viewer: ${problem}`));
  }
  const version = browser === undefined ? versionOf(path) : await browserVersion(browser, path);
  const seconds = Math.round((Date.now() - started) / 1000);
  return { engine, version, runs: findings.length, viewer, seconds, wrong };
}

/**
 * Opens the viewer.
 * @param {import('./engines/browsers.mjs').Browser} browser
 * @param {string} path
 * @returns {Promise<string[]>} what is wrong with it
 */
async function view(browser, path) {
  try {
    const seen = await openIn('viewer', browser, path, [], () => {});
    if (seen === undefined) return ['it reported nothing'];
    const { tick, hash, log, threaded, workers, kernel, colors, errors } = seen;
    const expected = await hashInNode(log, tick);
    const problems = [...errors];
    if (hash !== expected) problems.push(`tick ${tick}: ${hash}, not ${expected} as in Node`);
    const wanted = browser.threads ? VIEWED.workers : 1;
    if (threaded !== browser.threads || workers !== wanted) {
      const those = `${workers}${threaded ? '' : ', the calling one'}`;
      problems.push(`threads: found ${those}, expected ${wanted}`);
    }
    if (kernel !== 'simd') problems.push(`it runs with the kernel ${kernel}`);
    if (colors < FEWEST_COLORS) problems.push(`its picture has ${colors} colors`);
    return problems;
  } catch (error) {
    return [messageOf(error)];
  }
}

/** @param {readonly import('@skein/core').Command[]} log @param {number} tick */
async function hashInNode(log, tick) {
  const file = fileURLToPath(new URL('../packages/viewer/test/replay.ts', import.meta.url));
  /** @type {{ module: typeof import('../packages/viewer/test/replay.ts') }} */
  const { module } = await runnerImport(file);
  return module.hashInNode(VIEWED.scene, VIEWED.seed, log, tick);
}

/** @param {unknown} error */
function messageOf(error) {
  return error instanceof Error ? error.message : String(error);
}
