import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { type Connect, defineConfig, type Plugin } from 'vite';

// Shared memory is for isolated pages only: both headers on every answer.
const headers = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
};

/**
 * Vite leaves its headers out where a file has not changed (304), and WebKit then refuses the script of
 * the next thread: the page could start threads once, and no others.
 */
function headersOnEveryAnswer(): Plugin {
  const send = (headers: object = {}): Connect.NextHandleFunction => {
    return (_, response, next) => {
      for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
      next();
    };
  };
  return {
    name: 'headers-on-every-answer',
    configureServer: ({ config, middlewares }) => void middlewares.use(send(config.server.headers)),
    configurePreviewServer: ({ config, middlewares }) =>
      void middlewares.use(send(config.preview.headers)),
  };
}

/**
 * On a host whose headers cannot be set a service worker sets them: the page loads once more, and has
 * threads. coi-serviceworker, because it is what such pages use, and knows the browsers' ways.
 */
function isolatingWorker(): Plugin {
  const file = createRequire(import.meta.url).resolve('coi-serviceworker/coi-serviceworker.min.js');
  const fileName = 'coi-serviceworker.js';
  return {
    name: 'isolating-worker',
    apply: 'build',
    generateBundle() {
      this.emitFile({ type: 'asset', fileName, source: readFileSync(file, 'utf8') });
    },
    // Not a module: it finds its own address, and thereby its scope, by the element it stands in.
    transformIndexHtml: () => [
      { tag: 'script', attrs: { src: `./${fileName}` }, injectTo: 'head-prepend' },
    ],
  };
}

/**
 * The threads run the same code as the page where threads are not to be had. Vite would bundle it once
 * more for them, a sixth of all that is loaded: as an entry of the same build they share its files.
 */
function threadSharesFiles(): Plugin {
  const written = "new URL('./thread.js', import.meta.url)";
  return {
    name: 'thread-shares-files',
    apply: 'build',
    // Before Vite looks for exactly what is written there.
    enforce: 'pre',
    transform(code, id) {
      if (!code.includes(`new Worker(${written}`)) return undefined;
      const thread = join(dirname(id), 'thread.js');
      const file = this.emitFile({ type: 'chunk', id: thread, name: 'thread' });
      return code.replace(written, `import.meta.ROLLUP_FILE_URL_${file}`);
    },
  };
}

export default defineConfig({
  plugins: [headersOnEveryAnswer(), isolatingWorker(), threadSharesFiles()],
  base: './',
  // A missing file is a 404, not the page again.
  appType: 'mpa',
  worker: { format: 'es' },
  build: { target: 'es2022', outDir: 'dist/site' },
  // Named here, so that none is found late and reloads the page.
  optimizeDeps: {
    include: ['@skein/core > zod', '@skein/core > fastest-levenshtein', '@skein/worker > comlink'],
  },
  server: { host: '127.0.0.1', port: 5173, strictPort: false, headers },
  preview: { host: '127.0.0.1', port: 4173, strictPort: false, headers },
});
