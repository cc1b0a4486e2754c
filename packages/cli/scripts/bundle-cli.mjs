// Bundles what the command loads into a few files: reading a hundred small ones takes longer than most commands run.
// What every command needs is one file. Each command is another, with what only it needs.
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
// Rolldown: Vite, which the viewer is built with, already brings it.
import { rolldown } from 'rolldown';
import {
  licensesOf,
  readable,
  withSourceMaps,
  writeChunks,
} from '../../../scripts/packages/bundles.mjs';

const dist = join(dirname(fileURLToPath(import.meta.url)), '..', 'dist');

/** The dependencies that are part of the bundle. */
const inlined = ['commander', 'jsonc-parser'];

/** The parts of our other packages that are. They are small, and hold no state that the rest could miss. */
const parts = ['@skein/sweep/files', '@skein/sweep/table-format', '@skein/worker/limits'];

/**
 * Keeps commander from loading what only commands need that are programs of their own, of which there are none.
 *
 * @type {import('rolldown').Plugin}
 */
const withoutPrograms = {
  name: 'without-programs',
  transform: {
    filter: { id: /[\\/]commander[\\/]lib[\\/]command\.js$/ },
    handler: (code) => code.replace("require('node:child_process')", '{}'),
  },
};

/** Also called by vitest before the tests, which would else run what was built before. */
export async function setup() {
  const entries = ['main', 'law-thread', 'law-resolve'];
  const bundle = await rolldown({
    input: Object.fromEntries(entries.map((name) => [name, join(dist, `${name}.js`)])),
    platform: 'node',
    // The other form of jsonc-parser requires files that a bundler does not see.
    resolve: { mainFields: ['module', 'main'] },
    plugins: [withSourceMaps, withoutPrograms],
    external: (id) => !/^[./]/.test(id) && ![...inlined, ...parts].includes(id),
  });
  const { output } = await bundle.generate({
    ...readable,
    dir: join(dist, 'node'),
    chunkFileNames: '[name]-[hash].js',
    codeSplitting: {
      groups: [
        // With small parts that many commands share: another file takes longer to find than they take to load.
        {
          name: 'program',
          test: /[\\/]cli[\\/]dist[\\/](?:program|counted|given-laws|interrupts)\.js$/,
          priority: 1,
        },
        { name: 'json', test: /[\\/]cli[\\/]dist[\\/](?:json-source|problem-report)\.js$/ },
      ],
    },
  });
  writeChunks(join(dist, 'node'), output, licensesOf(inlined, dirname(dist)));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await setup();
