// Bundles what Node loads of core into a few files: a command starts in two thirds of the time that core's
// three hundred modules take. Bundlers of pages take the modules, of which they leave out what is unused.
// Zod is in the bundle, less what is unused: its fifty languages take as long to load as all of core.
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
// Rolldown: Vite, which the viewer is built with, already brings it.
import { rolldown } from 'rolldown';

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
    external: (id) => !/^(?:[./]|zod(?:\/|$))/.test(id),
  });
  const { output } = await bundle.generate({
    format: 'esm',
    chunkFileNames: '[name]-[hash].js',
    // A tenth less to load. Functions keep their names, for those who read a stack.
    minify: {
      compress: true,
      mangle: { toplevel: false },
      codegen: { removeWhitespace: true },
    },
  });
  mkdirSync(folder, { recursive: true });
  const chunks = output.filter((one) => one.type === 'chunk');
  // Entries come last: what they import is there by then.
  chunks.sort((a, b) => Number(a.isEntry) - Number(b.isEntry));
  const files = new Map([
    ['licenses.txt', `Zod is part of these files.\n\n${licenseOf('zod')}`],
    ...chunks.map(({ fileName, code }) => /** @type {[string, string]} */ ([fileName, code])),
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
 * At once, as processes may be starting.
 *
 * @param {string} file
 * @param {string} text
 */
function replace(file, text) {
  if (existsSync(file) && readFileSync(file, 'utf8') === text) return;
  const draft = `${file}.${process.pid}.tmp`;
  writeFileSync(draft, text);
  renameSync(draft, file);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await setup();
