// `npm run tool -- consumers [NAME...]`: tests the packages of this clone in projects of users. A local registry serves
// the packages. Each consumer is a new folder that installs them with a current tool, builds, runs, and compares its
// hash with that of this clone. Pages are opened in a real Chromium. `--list` prints the names.
//
// Without names it runs all consumers, which takes about ten minutes and needs a network, and writes docs/consumers.md.
// If something cannot be installed here, such as a runtime for another machine, the consumer is reported as skipped
// with the reason, and never counts as passed. Exits with 1 if one failed.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readArguments, refuse } from '../arguments.mjs';
import { root } from '../packages/manifests.mjs';
import { startRegistry } from '../packages/registry.mjs';
import { findBrowser } from '../setup/browser.mjs';
import { CONSUMERS } from './index.mjs';
import { Project, Skipped } from './project.mjs';
import { pageOf, textOf } from './report.mjs';
import { expectedHash } from './scene.mjs';

const { positionals, values } = readArguments(import.meta.url, {
  allowPositionals: true,
  options: { list: { type: 'boolean' }, keep: { type: 'boolean' } },
});
if (values.list) {
  console.log(CONSUMERS.map(({ name }) => name).join('\n'));
  process.exit(0);
}
const unknown = positionals.find((name) => !CONSUMERS.some((one) => one.name === name));
if (unknown !== undefined) {
  refuse(import.meta.url, `found no consumer ${unknown}; --list prints their names`);
}
const chosen = CONSUMERS.filter(
  ({ name }) => positionals.length === 0 || positionals.includes(name),
);

const expected = expectedHash();
const registry = await startRegistry();
const folder = mkdtempSync(join(tmpdir(), 'skein-consumers-'));
/** @type {import('./report.mjs').Result[]} */
const results = [];
try {
  for (const consumer of chosen) {
    const result = await resultOf(consumer);
    results.push(result);
    console.log(textOf(result));
  }
} finally {
  registry.close();
  if (values.keep) console.log(`kept: ${folder}`);
  else rmSync(folder, { recursive: true, force: true });
}
const failed = results.filter(({ state }) => state === 'failed').length;
if (positionals.length === 0 && failed === 0) {
  const page = join(root, 'docs', 'consumers.md');
  writeFileSync(page, pageOf(results));
}
const skipped = results.filter(({ state }) => state === 'skipped').length;
console.log(`${results.length - failed - skipped} passed, ${failed} failed, ${skipped} skipped`);
process.exit(failed === 0 ? 0 : 1);

/**
 * @param {import('./project.mjs').Consumer} consumer
 * @returns {Promise<import('./report.mjs').Result>}
 */
async function resultOf(consumer) {
  const { name, how } = consumer;
  const started = performance.now();
  const project = new Project(join(folder, name), registry);
  const seconds = () => (performance.now() - started) / 1000;
  try {
    if (consumer.isPage && findBrowser() === undefined) throw new Skipped('found no Chromium here');
    const outcome = await consumer.run(project);
    check(consumer, outcome);
    const tools =
      project.versions(consumer.tools) || (consumer.isPage ? '' : `Node ${process.versions.node}`);
    return { name, how, tools, outcome, state: 'passed', seconds: seconds() };
  } catch (error) {
    const state = error instanceof Skipped ? 'skipped' : 'failed';
    const reason = error instanceof Error ? error.message : String(error);
    return { name, how, tools: '', state, reason, seconds: seconds() };
  }
}

/**
 * @param {import('./project.mjs').Consumer} consumer
 * @param {import('./scene.mjs').Outcome} outcome
 */
function check({ threaded = true }, outcome) {
  if (outcome.error !== undefined) throw new Error(outcome.error);
  if (outcome.said !== undefined) return;
  if (outcome.hash !== expected) {
    throw new Error(`found hash ${outcome.hash}, expected ${expected}`);
  }
  if (outcome.threaded !== threaded) {
    throw new Error(`found threaded ${outcome.threaded}, expected ${threaded}: ${outcome.notice}`);
  }
}
