// Bundles what Node loads of core into a few files: a command starts in two thirds of the time that core's
// three hundred modules take. Bundlers of pages take the modules, of which they leave out what is unused.
// Zod is in the bundle, less what is unused: its fifty languages take as long to load as all of core.
import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
// Rolldown: Vite, which the viewer is built with, already brings it.
import { rolldown } from 'rolldown';
import {
  readable,
  replace,
  sourceMapOf,
  withSourceMaps,
} from '../../../scripts/packages/bundles.mjs';

const dist = join(dirname(fileURLToPath(import.meta.url)), '..', 'dist');
const folder = join(dist, 'node');

/** Also called by vitest before the tests, which would else run what was built before. */
export async function setup() {
  const bundle = await rolldown({
    input: {
      basics: join(dist, 'basics.js'),
      index: join(dist, 'index.js'),
      describe: join(dist, 'describe.js'),
      laws: join(dist, 'laws', 'index.js'),
      path: join(dist, 'path', 'index.js'),
      supervise: join(dist, 'supervise.js'),
      thread: join(dist, 'thread.js'),
    },
    platform: 'node',
    plugins: [withSourceMaps],
    external: (id) => !/^(?:[./]|zod(?:\/|$))/.test(id),
  });
  const { output } = await bundle.generate({
    ...readable,
    dir: folder,
    chunkFileNames: '[name]-[hash].js',
  });
  mkdirSync(folder, { recursive: true });
  const chunks = output.filter((one) => one.type === 'chunk');
  // Entries come last: what they import is there by then.
  chunks.sort((a, b) => Number(a.isEntry) - Number(b.isEntry));
  const files = new Map([
    ['licenses.txt', `Zod is part of these files.\n\n${licenseOf('zod')}`],
    ...chunks.flatMap((chunk) => textsOf(chunk)),
  ]);
  for (const [name, text] of files) replace(join(folder, name), text);
  for (const name of readdirSync(folder)) if (!files.has(name)) rmSync(join(folder, name));
}

/** @param {string} dependency */
function licenseOf(dependency) {
  const manifest = createRequire(import.meta.url).resolve(`${dependency}/package.json`);
  return readFileSync(join(dirname(manifest), 'LICENSE'), 'utf8');
}

/**
 * A map comes before its code, which names it.
 *
 * @param {import('rolldown').OutputChunk} chunk
 * @returns {[string, string][]}
 */
function textsOf(chunk) {
  const { fileName, code } = chunk;
  const map = sourceMapOf(chunk, join(folder, fileName));
  return [...(map === undefined ? [] : [entry(`${fileName}.map`, map)]), entry(fileName, code)];
}

/**
 * @param {string} name
 * @param {string} text
 * @returns {[string, string]}
 */
function entry(name, text) {
  return [name, text];
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await setup();
