// Apart from the other headers: the service worker of the page adds these, too, and has no files to read.

/** Shared memory is for isolated pages only. */
export const ISOLATION = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
};
