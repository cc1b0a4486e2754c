import { defineConfig } from 'vite';

// Shared memory is for isolated pages only: both headers on every answer.
const headers = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
};

export default defineConfig({
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
