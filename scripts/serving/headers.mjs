// The HTTP headers that the servers of the page send with every response. docs/hosting.md lists them for other hosts,
// and a test compares the two.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { ISOLATION } from './isolation.mjs';

export { ISOLATION };

/** The script that the page writes into the frame of its lab. Its hash allows only this script. */
const FRAME_SCRIPT = new URL('../../packages/viewer/src/lab/frame-script.js', import.meta.url);
const FRAME_HASH = createHash('sha256').update(readFileSync(FRAME_SCRIPT)).digest('base64');

/**
 * The content security policy: only what the page needs. The built page contains it too, for hosts that set no headers.
 */
export const POLICY = [
  "default-src 'none'",
  // Without 'wasm-unsafe-eval', the TypeScript kernel steps the world.
  `script-src 'self' 'wasm-unsafe-eval' 'sha256-${FRAME_HASH}'`,
  // The frame of the lab inherits the policy, and starts a worker from a text; WebKit needs `data:` for it.
  "worker-src 'self' blob: data:",
  "style-src 'self'",
  "img-src 'self'",
  "manifest-src 'self'",
  // lil-gui embeds the icons of the panel in its style sheet.
  'font-src data:',
  // Scenarios that are loaded by address.
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

/** All headers. A page itself cannot forbid that other pages show it in a frame; only a header can. */
export const HEADERS = {
  ...ISOLATION,
  'Content-Security-Policy': `${POLICY}; frame-ancestors 'none'`,
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
};

/**
 * The headers of the docs site. VitePress writes scripts and styles into its pages. The viewer, in a frame of the site,
 * has its own policy. Nothing is loaded from another host.
 */
export const DOCS_HEADERS = {
  ...ISOLATION,
  'Content-Security-Policy': [
    "default-src 'none'",
    "script-src 'self' 'unsafe-inline' 'wasm-unsafe-eval'",
    "worker-src 'self' blob:",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "manifest-src 'self'",
    "font-src 'self' data:",
    "connect-src 'self'",
    "frame-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
  ].join('; '),
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
};
