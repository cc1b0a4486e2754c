// Bundles what a thread runs into one file. Node loads it in a fifth of the time that its hundred modules take. In
// a page it needs no bundler and no import map, which do not reach workers, and can be loaded from another origin.
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
// Rolldown: Vite, which the viewer is built with, already brings it.
import { rolldown } from 'rolldown';

const dist = join(dirname(fileURLToPath(import.meta.url)), '..', 'dist');

/** Also called by vitest before the tests, as threads would else run what was built before. */
export async function setup() {
  await bundle('node', join('node', 'thread.js'), join('node', 'thread.bundle.js'));
  const script = await bundle(
    'browser',
    join('browser', 'thread-modules.js'),
    join('browser', 'thread.js'),
  );
  await bundle('browser', join('browser', 'inline-worker.js'), join('browser', 'inline.js'), {
    THREAD_SCRIPT: JSON.stringify(script),
  });
}

/**
 * @param {'node' | 'browser'} platform
 * @param {string} input
 * @param {string} output
 * @param {Record<string, string>} [define] expressions in place of names
 */
async function bundle(platform, input, output, define = {}) {
  const made = await rolldown({ input: join(dist, input), platform, transform: { define } });
  const { output: chunks } = await made.generate({ format: 'esm', minify: platform === 'browser' });
  const { code } = chunks[0];
  write(output, code);
  return code;
}

/**
 * @param {string} output
 * @param {string} code
 */
function write(output, code) {
  const file = join(dist, output);
  if (existsSync(file) && readFileSync(file, 'utf8') === code) return;
  // At once: threads of another process may be starting.
  const draft = `${file}.${process.pid}.tmp`;
  writeFileSync(draft, code);
  renameSync(draft, file);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await setup();
