import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { defineConfig, type Plugin } from 'vite';

// Shared memory is for isolated pages only: both headers on every answer.
const headers = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
};

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

export default defineConfig({
  plugins: [isolatingWorker()],
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
