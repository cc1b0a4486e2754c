// The tests of one room, for Stryker, which runs this file inside a copy of the checkout.
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { BaseSequencer } from 'vitest/node';
import { ROOMS } from './rooms.mjs';

const { tests, exclude = [], threads } = ROOMS[process.env.SKEIN_ROOM ?? ''];

/** In the order of the room: one test that fails is enough, so that quick ones go first. */
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

/** Where the entry points of core begin. */
const ENTRIES = {
  '': 'index.ts',
  '/laws': 'laws/index.ts',
  '/path': 'path/index.ts',
  '/describe': 'describe.ts',
  '/supervise': 'supervise.ts',
  '/thread': 'thread.ts',
  '/basics': 'basics.ts',
};

export default defineConfig({
  // A test that starts threads imports the built package by name; what it runs itself shall be mutated too.
  resolve: {
    alias: Object.entries(ENTRIES).map(([name, file]) => ({
      find: new RegExp(`^@skein/core${name}$`),
      replacement: fileURLToPath(new URL(`../../packages/core/src/${file}`, import.meta.url)),
    })),
  },
  test: {
    environment: 'node',
    // A thread for each mutant, not for each file: to load the package takes longer than most tests.
    isolate: false,
    include: [...tests],
    exclude: ['**/node_modules/**', '**/*.browser.test.ts', ...exclude],
    setupFiles: [fileURLToPath(new URL('./setup.mjs', import.meta.url))],
    sequence: { sequencer: InOrder },
    // Where a mutant ends a thread, a test waits for it until then.
    testTimeout: threads ? 20_000 : 240_000,
    hookTimeout: 60_000,
  },
});
