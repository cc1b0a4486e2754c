// The vitest configuration for one area. Stryker runs it inside a copy of the checkout.
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { BaseSequencer } from 'vitest/node';
import { AREAS } from './areas.mjs';

const { tests, exclude = [], threads } = AREAS[process.env.SKEIN_AREA ?? ''];

/** Runs files in the order of the area: one failed test is enough, so fast tests come first. */
class InOrder extends BaseSequencer {
  /** @override @param {import("vitest/node").TestSpecification[]} files */
  async sort(files) {
    const rank = (/** @type {{ moduleId: string }} */ { moduleId }) => {
      const at = tests.findIndex((name) => moduleId.endsWith(name));
      return at < 0 ? tests.length : at;
    };
    return files.sort((a, b) => rank(a) - rank(b));
  }
}

/** The source files of the entry points of core. */
const ENTRIES = {
  '': 'index.ts',
  '/laws': 'laws/index.ts',
  '/path': 'path/index.ts',
  '/describe': 'describe.ts',
  '/read': 'read.ts',
  '/internal': 'internal.ts',
  '/thread': 'thread.ts',
  '/basics': 'basics.ts',
};

export default defineConfig({
  // Tests that start threads import the built package by name. These aliases make the tests' own thread use the mutated
  // sources.
  resolve: {
    alias: Object.entries(ENTRIES).map(([name, file]) => ({
      find: new RegExp(`^@skein/core${name}$`),
      replacement: fileURLToPath(new URL(`../../packages/core/src/${file}`, import.meta.url)),
    })),
  },
  test: {
    environment: 'node',
    // One thread per mutant, not per file, because loading the package takes longer than most tests.
    isolate: false,
    include: [...tests],
    exclude: ['**/node_modules/**', '**/*.browser.test.ts', ...exclude],
    setupFiles: [fileURLToPath(new URL('./setup.mjs', import.meta.url))],
    sequence: { sequencer: InOrder },
    // If a mutant stops a thread, the test waits for this time.
    testTimeout: threads ? 20_000 : 240_000,
    hookTimeout: 60_000,
  },
});
