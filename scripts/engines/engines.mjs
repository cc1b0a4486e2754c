// `npm run tool -- engines [ENGINE ...]`: checks the golden hashes in every available engine. They cover each scene and
// each model, with both kernels, on the calling thread and on a team, and continued from a snapshot and a replay of
// this Node. In browsers, the hash that the viewer shows is checked too.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createWorld, parseScenario } from '@skein/core';
import { innerOf } from '@skein/core/internal';
import { runnerImport } from 'vite';
import { reasonAgainst } from '../../packages/gpu/dist/tick/qualify.js';
import { readArguments, refuse } from '../arguments.mjs';

import { softwareVulkan } from '../setup/vulkan.mjs';
import { nodeOnArm64 } from './arm64.mjs';
import { BROWSERS, browserVersion } from './browsers.mjs';
import { teamsOf, WORKERS } from './checks.mjs';
import { differences, verdict } from './compare.mjs';
import { openIn, VIEWED } from './in-browser.mjs';
import { checkInNode, nodeOf, versionOf } from './node.mjs';
import { makeModelTasks, makeTasks } from './tasks.mjs';

/** The major version of this Node. */
const OWN = Number(process.versions.node.split('.')[0]);

/** @type {Readonly<Record<string, () => import('./node.mjs').Runtime>>} */
const NODES = {
  node20: () => nodeOf(20),
  node22: () => nodeOf(22),
  node24: () => nodeOf(24),
  'node-arm64': nodeOnArm64,
  'node-gpu': () => ({ ...nodeOf(OWN), card: true, env: softwareVulkan('lavapipe') }),
};
const ENGINES = [...Object.keys(NODES), ...Object.keys(BROWSERS)];
/** The scenes that teams step in an emulator, where starting threads takes most of the time. */
const EMULATED_TEAMS = ['flock'];
/** The graphics card steps scenes of at most so many ticks, as one in software takes long. */
const MOST_ON_CARD = 200;
/** An empty canvas has only one color. */
const FEWEST_COLORS = 50;

const { positionals: asked } = readArguments(import.meta.url, { allowPositionals: true });
const unknown = asked.filter((name) => !ENGINES.includes(name));
if (unknown.length > 0) {
  refuse(import.meta.url, `found ${unknown.join(', ')}, expected some of ${ENGINES.join(', ')}`);
}

// On a signal, exits regularly, so that started processes end too.
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));

/** @type {{ hashes: Record<string, import('./compare.mjs').Golden> }} */
const kept = JSON.parse(
  readFileSync(new URL('../../packages/core/test/golden.json', import.meta.url), 'utf8'),
);
const models = await makeModelTasks();
const golden = { ...kept.hashes, ...models.golden };
const tasks = [...(await makeTasks()), ...models.tasks];
console.log(
  `${tasks.length} scenes and models, kernels ts and simd, on the calling thread and on ${WORKERS} workers; ` +
    `snapshots and replays of Node ${process.versions.node}`,
);

/** @type {import('./compare.mjs').Result[]} */
const results = [];
/** @type {string[]} */
const missing = [];
for (const engine of asked.length > 0 ? asked : ENGINES) {
  try {
    results.push(await (engine in BROWSERS ? runBrowser(engine) : runNode(engine)));
  } catch (error) {
    missing.push(`${engine}: ${messageOf(error)}`);
    continue;
  }
  const { wrong, seconds } = results[results.length - 1];
  console.log(`${engine}: ${wrong.length === 0 ? 'ok' : wrong[0]} (${seconds} s)`);
}

const { text, failed } = verdict(results, missing, asked.length > 0);
console.log(`\n${text}`);
process.exit(failed ? 1 : 0);

/**
 * @param {string} engine
 * @returns {Promise<import('./compare.mjs').Result>} rejects if the engine is not available
 */
async function runNode(engine) {
  const runtime = NODES[engine]();
  const version = versionOf(runtime);
  const started = Date.now();
  const parts = runtime.emulated ? emulatedParts() : partsOf({ threads: true, ...runtime });
  const { runs, wrong } = await compare(parts, async (listener) => {
    const asked = tasksOf(parts);
    // QEMU does not free the memory of threads, so each scene runs in a separate process.
    const batches = runtime.emulated ? asked.map((task) => [task]) : [asked];
    for (const batch of batches) await checkInNode(runtime, batch, listener);
  });
  return { engine, version, runs, viewer: '', seconds: secondsSince(started), wrong };
}

/**
 * @param {string} engine
 * @returns {Promise<import('./compare.mjs').Result>} rejects if the engine is not available
 */
async function runBrowser(engine) {
  const browser = BROWSERS[engine];
  const path = browser.find();
  const started = Date.now();
  const parts = partsOf(browser);
  const { runs, wrong } = await compare(parts, async (listener) => {
    await openIn('checks', browser, path, tasksOf(parts), listener);
  });
  const problems = browser.card ? [] : await view(browser, path);
  wrong.push(...problems.map((problem) => `viewer: ${problem}`));
  const viewer = browser.card ? '' : problems.length === 0 ? 'ok' : 'WRONG';
  const version = await browserVersion(browser, path);
  return { engine, version, runs, viewer, seconds: secondsSince(started), wrong };
}

/**
 * Scenes, and the numbers of workers and the kernels that step them.
 * @typedef {object} Part
 * @property {Record<string, import('./compare.mjs').Golden>} scenes
 * @property {readonly number[]} teams
 * @property {readonly import('./checks.mjs').Kernel[]} [kernels]
 */

/**
 * @param {{ threads: boolean, card?: boolean }} engine `threads`: whether threads can share memory there
 * @returns {Part[]}
 */
function partsOf({ threads, card = false }) {
  if (!card) return [{ scenes: golden, teams: teamsOf(threads) }];
  const suited = tasks.filter(({ ticks, scenario }) => {
    const world = createWorld(parseScenario(scenario));
    return ticks <= MOST_ON_CARD && reasonAgainst(innerOf(world)) === undefined;
  });
  const scenes = Object.fromEntries(suited.map(({ scene }) => [scene, golden[scene]]));
  return [{ scenes, teams: [WORKERS], kernels: ['gpu'] }];
}

/** @param {readonly Part[]} parts */
function tasksOf(parts) {
  return parts.flatMap(({ scenes, ...ways }) =>
    tasks.filter(({ scene }) => scene in scenes).map((task) => ({ ...task, ...ways })),
  );
}

/** In an emulator, threads take seconds to start, so teams step only some scenes. @returns {Part[]} */
function emulatedParts() {
  const all = Object.entries(golden);
  const some = all.filter(([scene]) => EMULATED_TEAMS.includes(scene));
  const others = all.filter(([scene]) => !EMULATED_TEAMS.includes(scene));
  return [
    { scenes: Object.fromEntries(some), teams: teamsOf(true) },
    { scenes: Object.fromEntries(others), teams: teamsOf(false) },
  ];
}

/**
 * Compares the findings of an engine with the golden hashes.
 * @param {readonly Part[]} parts everything that it must find
 * @param {(listener: import('./server.mjs').Listener) => Promise<void>} check
 */
async function compare(parts, check) {
  /** @type {import('./checks.mjs').Finding[]} */
  const findings = [];
  const wrong = [];
  try {
    await check((finding) => findings.push(finding));
  } catch (error) {
    wrong.push(messageOf(error));
  }
  for (const { scenes, teams, kernels } of parts) {
    wrong.push(...differences(findings, scenes, teams, kernels));
  }
  return { runs: findings.length, wrong };
}

/** @param {number} started */
function secondsSince(started) {
  return Math.round((Date.now() - started) / 1000);
}

/**
 * Opens the viewer.
 * @param {import('./browsers.mjs').Browser} browser
 * @param {string} path
 * @returns {Promise<string[]>} its problems
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
      const those = `${workers}${threaded ? '' : ' on the calling thread'}`;
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
  const file = fileURLToPath(new URL('../../packages/viewer/test/replay.ts', import.meta.url));
  /** @type {{ module: typeof import('../../packages/viewer/test/replay.ts') }} */
  const { module } = await runnerImport(file);
  return module.hashInNode(VIEWED.scene, VIEWED.seed, log, tick);
}

/** @param {unknown} error */
function messageOf(error) {
  return error instanceof Error ? error.message : String(error);
}
