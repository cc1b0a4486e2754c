// Builds a page, serves it with cross-origin isolation like the viewer, and receives its reports. The page reports by
// itself, so no browser driver is needed: any browser that can be started with an address works.
import { rmSync } from 'node:fs';
import { mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { fileServer, listenAt } from '../serving/serve-site.mjs';

/**
 * @typedef {{ finding?: import('./checks.mjs').Finding, view?: View, done?: true, error?: string }} Message
 * @typedef {(finding: import('./checks.mjs').Finding) => void} Listener
 */

/**
 * The state of the viewer in a browser.
 * @typedef {object} View
 * @property {number} tick
 * @property {string} hash
 * @property {import('@skein/core').Command[]} log
 * @property {boolean} threaded
 * @property {number} workers
 * @property {string} kernel
 * @property {number} colors the number of different colors in the picture
 * @property {string[]} errors errors that the page threw, logged or showed
 */

const VIEWER = fileURLToPath(new URL('../../packages/viewer/', import.meta.url));
const PAGE = fileURLToPath(new URL('./page/', import.meta.url));
const WATCH = 'watch-viewer.js';
const configFile = join(VIEWER, 'vite.config.ts');

/** Built sites, which are deleted when the process ends. */
const folders = /** @type {Map<string, Promise<string>>} */ (new Map());

/**
 * @param {'checks' | 'viewer'} which
 * @returns {Promise<string>} the folder of the page, which is built once
 */
function built(which) {
  const known = folders.get(which);
  if (known) return known;
  const making = make(which);
  folders.set(which, making);
  return making;
}

/**
 * The script is a file, because the policy of the page forbids inline scripts.
 *
 * @param {string} source
 * @returns {import('vite').Plugin}
 */
function watching(source) {
  return {
    name: 'watch-viewer',
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: WATCH, source });
    },
    transformIndexHtml: () => [
      { tag: 'script', attrs: { src: `./${WATCH}` }, injectTo: 'head-prepend' },
    ],
  };
}

/** @param {'checks' | 'viewer'} which */
async function make(which) {
  const outDir = await mkdtemp(join(tmpdir(), 'skein-engines-'));
  process.once('exit', () => rmSync(outDir, { recursive: true, force: true }));
  const watch = await readFile(new URL(WATCH, import.meta.url), 'utf8');
  await build({
    // Both are built and served in the same way as the viewer.
    root: which === 'viewer' ? VIEWER : PAGE,
    configFile,
    logLevel: 'error',
    build: { outDir, emptyOutDir: true },
    plugins: which === 'viewer' ? [watching(watch)] : [],
  });
  return outDir;
}

/**
 * Serves a page until it is closed.
 *
 * @param {'checks' | 'viewer'} which
 * @param {readonly import('./checks.mjs').Task[]} tasks
 * @param {(message: Message) => void} hear
 */
export async function serve(which, tasks, hear) {
  const outDir = await built(which);
  const text = JSON.stringify(tasks);
  const files = fileServer(outDir);
  return listenAt(async (request, response) => {
    if (request.url === '/tasks') response.end(text);
    else if (request.url === '/report') {
      let body = '';
      for await (const part of request) body += part;
      response.end();
      hear(JSON.parse(body));
    } else files(request, response);
  }, 0);
}
