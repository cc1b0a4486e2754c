// Builds a page, serves it isolated, as the viewer is, and hears what it reports. The page reports by
// itself, so that a browser needs no driver: whatever can be started with an address will do.
import { rmSync } from 'node:fs';
import { mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, preview } from 'vite';

/**
 * @typedef {{ finding?: import('./checks.mjs').Finding, view?: View, done?: true, error?: string }} Message
 * @typedef {(finding: import('./checks.mjs').Finding) => void} Listener
 */

/**
 * What a browser shows of the viewer.
 * @typedef {object} View
 * @property {number} tick
 * @property {string} hash
 * @property {import('@skein/core').Command[]} log
 * @property {boolean} threaded
 * @property {number} workers
 * @property {string} kernel
 * @property {number} colors different ones in the picture
 * @property {string[]} errors that the page threw, logged or showed
 */

const VIEWER = fileURLToPath(new URL('../../packages/viewer/', import.meta.url));
const PAGE = fileURLToPath(new URL('./page/', import.meta.url));
const WATCH = new URL('./watch-viewer.js', import.meta.url);
const configFile = join(VIEWER, 'vite.config.ts');

/** Sites that are there until the process ends. */
const folders = /** @type {Map<string, Promise<string>>} */ (new Map());

/**
 * @param {'checks' | 'viewer'} which
 * @returns {Promise<string>} the folder of the built page; built once
 */
function built(which) {
  const known = folders.get(which);
  if (known) return known;
  const making = make(which);
  folders.set(which, making);
  return making;
}

/** @param {'checks' | 'viewer'} which */
async function make(which) {
  const outDir = await mkdtemp(join(tmpdir(), 'skein-engines-'));
  process.once('exit', () => rmSync(outDir, { recursive: true, force: true }));
  const watch = await readFile(WATCH, 'utf8');
  await build({
    // Both are built and served as the viewer is.
    root: which === 'viewer' ? VIEWER : PAGE,
    configFile,
    logLevel: 'error',
    build: { outDir, emptyOutDir: true },
    plugins: [
      {
        name: 'watch-viewer',
        transformIndexHtml: () =>
          which === 'viewer' ? [{ tag: 'script', children: watch, injectTo: 'head-prepend' }] : [],
      },
    ],
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
  const server = await preview({
    root: which === 'viewer' ? VIEWER : PAGE,
    configFile,
    logLevel: 'error',
    build: { outDir },
    preview: { host: '127.0.0.1', port: 0 },
    plugins: [
      {
        name: 'reports',
        configurePreviewServer({ middlewares }) {
          middlewares.use('/tasks', (_, response) => response.end(text));
          middlewares.use('/report', async (request, response) => {
            let body = '';
            for await (const part of request) body += part;
            response.end();
            hear(JSON.parse(body));
          });
        },
      },
    ],
  });
  const url = server.resolvedUrls?.local[0];
  if (url === undefined) throw new Error('the Vite server has no local address');
  return { url, close: () => server.close() };
}
