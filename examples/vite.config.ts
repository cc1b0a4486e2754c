import { defineConfig } from 'vite';

// Threads can share memory only in a cross-origin isolated page; see docs/embedding.md.
const headers = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
};

export default defineConfig({
  worker: { format: 'es' },
  server: { headers },
  // Finds all dependencies at the start, since finding one later would reload the page.
  optimizeDeps: { entries: ['*.html'] },
});
