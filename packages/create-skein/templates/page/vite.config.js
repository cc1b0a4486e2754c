// Threads share memory only in a page that is cross-origin isolated. Your host has to send these headers, too;
// without them one worker steps the flock, to the same bits.
const headers = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
};

export default {
  worker: { format: 'es' },
  server: { headers },
  preview: { headers },
};
