import { defineConfig } from 'vite';

// Threads share memory only in a page that is cross-origin isolated: docs/embedding.md.
const headers = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
};

export default defineConfig({
  worker: { format: 'es' },
  server: { headers },
  // Finds all dependencies at the start; one found later would reload the page.
  optimizeDeps: { entries: ['*.html'] },
});
