// Bundles what Node loads of core into a few files: a command starts in two thirds of the time that core's
// three hundred modules take. Bundlers of pages take the modules, of which they leave out what is unused.
// Zod is in the bundle, less what is unused: its fifty languages take as long to load as all of core.
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
const folder = join(dist, 'node');
/** The dependencies that are part of the bundle. */
const inlined = ['zod', 'fastest-levenshtein'];

/** The files that entries share: what an entry needs is one file, less what is in those before it. */
const groups = [
  { name: 'basics', test: /[\\/]dist[\\/]basics\.js$/ },
  { name: 'path', test: /[\\/]dist[\\/]path[\\/]index\.js$/ },
  { name: 'laws', test: /[\\/]dist[\\/]laws[\\/]index\.js$/ },
  { name: 'describe', test: /[\\/]dist[\\/]describe\.js$/ },
  { name: 'ground', test: /[\\/]dist[\\/]ground[\\/]index\.js$/ },
  { name: 'engine', test: /[\\/]dist[\\/](?:index|internal|read|thread)\.js$/ },
].map((group, place) => ({ ...group, priority: 9 - place }));

/** Also called by vitest before the tests, which would else run what was built before. */
export async function setup() {
  const bundle = await rolldown({
    input: {
      basics: join(dist, 'basics.js'),
      index: join(dist, 'index.js'),
      describe: join(dist, 'describe.js'),
      laws: join(dist, 'laws', 'index.js'),
      ground: join(dist, 'ground', 'index.js'),
      path: join(dist, 'path', 'index.js'),
      read: join(dist, 'read.js'),
      internal: join(dist, 'internal.js'),
      thread: join(dist, 'thread.js'),
    },
    platform: 'node',
    plugins: [withSourceMaps],
    resolve: { mainFields: ['module', 'main'] },
    external: (id) => !/^[./]/.test(id) && !inlined.includes(id.split('/')[0]),
  });
  const { output } = await bundle.generate({
    ...readable,
    dir: folder,
    chunkFileNames: '[name]-[hash].js',
    codeSplitting: { groups },
  });
  writeChunks(folder, output, licensesOf(inlined, dirname(dist)));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await setup();
