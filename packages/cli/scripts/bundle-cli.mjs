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

/** Also called by vitest before the tests, which would else run what was built before. */
export async function setup() {
  const entries = ['main', 'law-thread', 'law-resolve'];
  const bundle = await rolldown({
    input: Object.fromEntries(entries.map((name) => [name, join(dist, `${name}.js`)])),
    platform: 'node',
    // The other form of jsonc-parser requires files that a bundler does not see.
    resolve: { mainFields: ['module', 'main'] },
    plugins: [withSourceMaps],
    external: (id) => !/^[./]/.test(id) && ![...inlined, ...parts].includes(id),
  });
  const { output } = await bundle.generate({
    ...readable,
    dir: join(dist, 'node'),
    chunkFileNames: '[name]-[hash].js',
    codeSplitting: {
      groups: [
        { name: 'program', test: /[\\/]cli[\\/]dist[\\/]program\.js$/, priority: 1 },
        { name: 'json', test: /[\\/]cli[\\/]dist[\\/](?:json-source|problem-report)\.js$/ },
      ],
    },
  });
  writeChunks(join(dist, 'node'), output, licensesOf(inlined, dirname(dist)));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await setup();
