// Bundles what Node loads of core into a few files: a command starts in two thirds of the time that core's
// three hundred modules take. Bundlers of pages take the modules, of which they leave out what is unused.
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
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
      index: join(dist, 'index.js'),
      input: join(dist, 'input.js'),
      laws: join(dist, 'laws', 'index.js'),
      thread: join(dist, 'thread.js'),
    },
    platform: 'node',
    external: (id) => !/^[./]/.test(id),
  });
  const { output } = await bundle.generate({ format: 'esm', chunkFileNames: '[name]-[hash].js' });
  mkdirSync(folder, { recursive: true });
  // Entries come last: what they import is there by then.
  for (const one of [...output].sort((a, b) => Number(a.isEntry) - Number(b.isEntry))) {
    const file = join(folder, one.fileName);
    if (existsSync(file) && readFileSync(file, 'utf8') === one.code) continue;
    // At once: processes may be starting.
    const draft = `${file}.${process.pid}.tmp`;
    writeFileSync(draft, one.code);
    renameSync(draft, file);
  }
  const names = new Set(output.map(({ fileName }) => fileName));
  for (const name of readdirSync(folder)) if (!names.has(name)) rmSync(join(folder, name));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await setup();
