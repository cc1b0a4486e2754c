// Runs before the tests of a file, so that threads run the same mutant. Instrumented code reads it from the environment
// by default.
import { readFileSync } from 'node:fs';
import { afterEach, beforeAll, beforeEach } from 'vitest';
import { AREAS } from './areas.mjs';

/**
 * @typedef Stryker the data that instrumented code shares with Stryker, in each thread
 * @property {string} [activeMutant]
 * @property {string} [currentTestId] set while Stryker records which test runs which mutants
 * @property {{ perTest: Record<string, Record<string, number>> }} [mutantCoverage]
 */

const { threads = {}, skip: skipped = [] } = AREAS[process.env.SKEIN_AREA ?? ''];
const stryker = () =>
  /** @type {{ __stryker__?: Stryker }} */ (globalThis).__stryker__ ?? /** @type {Stryker} */ ({});

beforeAll(() => {
  const { activeMutant } = stryker();
  if (activeMutant === undefined) delete process.env.__STRYKER_ACTIVE_MUTANT__;
  else process.env.__STRYKER_ACTIVE_MUTANT__ = activeMutant;
});

beforeEach(({ task, skip }) => {
  if (skipped.some((name) => name.test(task.name))) skip();
});

// Coverage in threads is not recorded, so tests that start threads count as covering all their mutants.
afterEach(({ task }) => {
  const { currentTestId, mutantCoverage } = stryker();
  if (currentTestId === undefined || mutantCoverage === undefined) return;
  const sources = Object.entries(threads).find(([file]) => task.file.filepath.endsWith(file))?.[1];
  if (sources === undefined) return;
  mutantCoverage.perTest[currentTestId] ??= {};
  const seen = mutantCoverage.perTest[currentTestId];
  for (const id of sources.flatMap(mutantsIn)) seen[id] ??= 1;
});

/** The ids of the mutants in a source, found in its instrumented code. */
function mutantsIn(/** @type {string} */ file) {
  const calls = readFileSync(file, 'utf8').matchAll(/stryMutAct_9fa48\("(\d+)"\)/g);
  return [...calls].map(([, id]) => id);
}
