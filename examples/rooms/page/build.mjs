import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const root = fileURLToPath(new URL('.', import.meta.url));
/** @type {Record<string, string>} */
const TYPES = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
  wasm: 'application/wasm',
};

/**
 * Bundles the page, in memory. Returns what answers requests for its files.
 *
 * @param {'ws' | 'colyseus'} mode how the page connects
 * @returns {Promise<import('node:http').RequestListener>}
 */
export async function buildPage(mode) {
  const built = await build({
    root,
    mode,
    configFile: false,
    base: './',
    logLevel: 'warn',
    build: { write: false, target: 'es2022', assetsInlineLimit: 0, chunkSizeWarningLimit: 1500 },
  });
  const { output } = /** @type {import('vite').Rolldown.RolldownOutput} */ (built);
  const files = new Map(
    output.map((file) => [`/${file.fileName}`, file.type === 'chunk' ? file.code : file.source]),
  );
  return (request, response) => {
    const path = (request.url ?? '').split('?')[0].replace(/\/$/, '/index.html');
    const file = files.get(path);
    if (file === undefined) {
      response.writeHead(404).end();
      return;
    }
    const type = TYPES[path.split('.').at(-1) ?? ''] ?? 'application/octet-stream';
    response.writeHead(200, { 'Content-Type': type }).end(file);
  };
}
