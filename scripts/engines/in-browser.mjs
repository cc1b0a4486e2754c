// Runs a page in a browser, from its start to its last report.
import { start } from './browsers.mjs';
import { serve } from './server.mjs';

/** How long a page may be silent, in ms: a scene with the TypeScript kernel on a busy machine takes long. */
const SILENCE_MS = 300_000;

/** The options with which the viewer is opened. */
export const VIEWED = { scene: 'beams', seed: 3, workers: 2 };

/**
 * Opens a page in a browser until it has reported everything.
 *
 * @param {'checks' | 'viewer'} which
 * @param {import('./browsers.mjs').Browser} browser
 * @param {string} path the path of the browser
 * @param {readonly import('./checks.mjs').Task[]} tasks
 * @param {import('./server.mjs').Listener} listener
 * @returns {Promise<import('./server.mjs').View | undefined>} the report of the viewer; rejects with an error of the
 * page
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
