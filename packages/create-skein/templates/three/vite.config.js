// Threads can share memory only in a cross-origin isolated page. Your host must send these headers too. Without them,
// one worker steps the flock, with bit-identical results.
const headers = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
};

export default {
  worker: { format: 'es' },
  server: { headers },
  preview: { headers },
};
