// Separate from the other headers, because the service worker of the page also adds these, and cannot read files.

/** Shared memory is available only in cross-origin isolated pages. */
export const ISOLATION = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
};
