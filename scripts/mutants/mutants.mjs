// `npm run tool -- mutants [AREA ...] [--sample N] [--seed S]`: changes one place of the code at a time, and checks
// whether a test fails. It does so for the areas of mutants/areas.mjs, all or some. With --sample, it tries only N
// mutants of each area, drawn with the seed. Reports with all surviving mutants are written to .mutants/.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readArguments, refuse } from '../arguments.mjs';
import { AREAS, sourcesOf } from './areas.mjs';
import { loadStryker } from './install.mjs';
import { summaryOf, survivorsOf } from './report.mjs';
import { placesOf } from './sample.mjs';

/** The build in the copy of the checkout, which is three folders deep and has no packages. */
const BUILD =
  'node ../../../node_modules/typescript/bin/tsc -p packages/core --noCheck --composite false ' +
  '--incremental false --declaration false --declarationMap false';

const root = fileURLToPath(new URL('../..', import.meta.url));
const { values, positionals } = readArguments(import.meta.url, {
  allowPositionals: true,
  options: { sample: { type: 'string' }, seed: { type: 'string', default: '1' } },
});
const { sample, seed } = values;
for (const [name, value] of Object.entries({ sample, seed })) {
  if (value !== undefined && !/^[1-9]\d*$/.test(value))
    fail(`--${name}`, value, 'a whole number from 1');
}
const names = Object.keys(AREAS);
const unknown = positionals.filter((name) => !names.includes(name));
if (unknown.length > 0) fail('areas', unknown.join(', '), `some of ${names.join(', ')}`);

/**
 * @param {string} what
 * @param {string} found
 * @param {string} expected
 * @returns {never}
 */
function fail(what, found, expected) {
  refuse(import.meta.url, `${what}: found ${found}, expected ${expected}`);
}

const { Stryker, Instrumenter } = await loadStryker();
process.chdir(root);
if (sample !== undefined)
  Object.assign(process.env, { SKEIN_SAMPLE: sample, SKEIN_SAMPLE_SEED: seed });
const tables = [];
for (const name of positionals.length > 0 ? positionals : names) tables.push(await tryArea(name));
for (const text of tables) console.log(`\n${text}`);

/** @param {string} name */
async function tryArea(name) {
  const area = AREAS[name];
  const folder = join('.mutants', name);
  process.env.SKEIN_AREA = name;
  const mutate = await mutatedIn(area);
  const stryker = new Stryker({
    testRunner: 'vitest',
    vitest: { configFile: 'scripts/mutants/vitest.config.mjs', related: false },
    mutate,
    ignorePatterns: ['.mutants', 'bench', 'packages/*', '!packages/core'],
    coverageAnalysis: 'perTest',
    // Code that only runs while a module loads would need all tests for each mutant, so it is skipped.
    ignoreStatic: true,
    // Threads run the built files, so the mutants must be built too.
    ...(area.threads && { buildCommand: BUILD }),
    plugins: ['@stryker-mutator/vitest-runner', join(root, 'scripts/mutants/sample.mjs')],
    checkers: sample === undefined ? [] : ['sample'],
    concurrency: 2,
    // A mutant that never ends is stopped after this time, plus one and a half times the usual time of the tests.
    timeoutMS: 10_000,
    dryRunTimeoutMinutes: 20,
    // Stryker would rewrite the configuration with an API that the compiler no longer has.
    tsconfigFile: 'none',
    disableTypeChecks: false,
    tempDirName: '.mutants/sandbox',
    reporters: ['progress-append-only', 'json', 'html'],
    jsonReporter: { fileName: join(folder, 'mutation.json') },
    htmlReporter: { fileName: join(folder, 'mutation.html') },
    allowConsoleColors: false,
    logLevel: 'warn',
  });
  const mutants = await stryker.runMutationTest();
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'survivors.txt'), survivorsOf(root, mutants));
  return summaryOf(root, name, mutants);
}

/** @param {import('./areas.mjs').Area} area */
async function mutatedIn(area) {
  const files = sourcesOf(root, area);
  if (sample === undefined) return files;
  const { all, places } = await placesOf(Instrumenter, files, Number(sample), seed);
  console.log(`${places.length} of ${all} mutants, by seed ${seed}`);
  return places;
}
