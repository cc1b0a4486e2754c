// Before the tests of a file: threads that they start shall run the same mutant, which instrumented code
// finds in the environment by default.
import { readFileSync } from 'node:fs';
import { afterEach, beforeAll, beforeEach } from 'vitest';
import { ROOMS } from './rooms.mjs';

/**
 * @typedef Stryker what instrumented code shares with it, in each thread
 * @property {string} [activeMutant]
 * @property {string} [currentTestId] while it records which test runs which mutants
 * @property {{ perTest: Record<string, Record<string, number>> }} [mutantCoverage]
 */

const { threads = {}, skip: skipped = [] } = ROOMS[process.env.SKEIN_ROOM ?? ''];
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

// What threads run is not recorded: their tests may run all there is.
afterEach(({ task }) => {
  const { currentTestId, mutantCoverage } = stryker();
  if (currentTestId === undefined || mutantCoverage === undefined) return;
  const sources = Object.entries(threads).find(([file]) => task.file.filepath.endsWith(file))?.[1];
  if (sources === undefined) return;
  mutantCoverage.perTest[currentTestId] ??= {};
  const seen = mutantCoverage.perTest[currentTestId];
  for (const id of sources.flatMap(mutantsIn)) seen[id] ??= 1;
});

/** The numbers of the mutants in a source, as instrumented code asks for them. */
function mutantsIn(/** @type {string} */ file) {
  const calls = readFileSync(file, 'utf8').matchAll(/stryMutAct_9fa48\("(\d+)"\)/g);
  return [...calls].map(([, id]) => id);
}
