// Bundles what a thread of Node runs into one file: to load it takes a fifth of the time of its hundred
// modules. Browsers get theirs from the bundler of the page.
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
// Rolldown: Vite, which the viewer is built with, already brings it.
import { rolldown } from 'rolldown';

const folder = join(dirname(fileURLToPath(import.meta.url)), '..', 'dist', 'node');

/** Also called by vitest before the tests, as threads would else run what was built before. */
export async function setup() {
  const bundle = await rolldown({ input: join(folder, 'thread.js'), platform: 'node' });
  const { output } = await bundle.generate({ format: 'esm' });
  const file = join(folder, 'thread.bundle.js');
  if (existsSync(file) && readFileSync(file, 'utf8') === output[0].code) return;
  // At once: threads of another process may be starting.
  const draft = `${file}.${process.pid}.tmp`;
  writeFileSync(draft, output[0].code);
  renameSync(draft, file);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await setup();
