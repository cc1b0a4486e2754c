// A page in a browser, from its start to its last report.
import { start } from './browsers.mjs';
import { serve } from './server.mjs';

/** How long a page may say nothing: a scene in TypeScript on a machine with much else to do, ms. */
const SILENCE_MS = 300_000;

/** What the viewer is opened with. */
export const VIEWED = { scene: 'beams', seed: 3, workers: 2 };

/**
 * Opens a page in a browser until it has reported all.
 *
 * @param {'checks' | 'viewer'} which
 * @param {import('./browsers.mjs').Browser} browser
 * @param {string} path of the browser
 * @param {readonly import('./checks.mjs').Task[]} tasks
 * @param {import('./server.mjs').Listener} listener
 * @returns {Promise<import('./server.mjs').View | undefined>} of the viewer; rejects with what went wrong there
 */
export async function openIn(which, browser, path, tasks, listener) {
  let silence = /** @type {NodeJS.Timeout | undefined} */ (undefined);
  let settle = /** @type {(view?: import('./server.mjs').View) => void} */ (() => {});
  let fail = /** @type {(error: Error) => void} */ (() => {});
  const ended = new Promise((resolve, reject) => {
    settle = resolve;
    fail = reject;
  });
  const wait = () => {
    clearTimeout(silence);
    const error = new Error(`no report in ${SILENCE_MS / 1000} s`);
    silence = setTimeout(() => fail(error), SILENCE_MS);
  };
  const server = await serve(which, tasks, ({ finding, view, done, error }) => {
    wait();
    if (finding) listener(finding);
    if (error) fail(new Error(error));
    if (view || done) settle(view);
  });
  const query =
    which === 'viewer'
      ? `?${new URLSearchParams(Object.entries(VIEWED).map(([key, value]) => [key, String(value)]))}`
      : '';
  const opened = await start(browser, path, `${server.url}${query}`, fail);
  wait();
  try {
    return await ended;
  } finally {
    clearTimeout(silence);
    await opened.close();
    await server.close();
  }
}
