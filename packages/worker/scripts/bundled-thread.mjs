// What a worker of a browser runs, as one file, for pages that Vite serves without bundling: to load its hundred
// modules one by one takes a second for each worker.
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
// Rolldown: Vite, which the viewer is built with, already brings it.
import { rolldown } from 'rolldown';

const thread = join(dirname(fileURLToPath(import.meta.url)), '..', 'dist', 'browser', 'thread.js');

/** A plugin that gives the bundle in place of the entry of a worker. */
export function bundledThread() {
  /** @type {Promise<string> | undefined} */
  let bundled;
  return {
    name: 'skein:bundled-thread',
    enforce: /** @type {const} */ ('pre'),
    /** @param {string} id */
    load(id) {
      if (id.split('?')[0] !== thread) return undefined;
      bundled ??= bundle();
      return bundled;
    },
  };
}

async function bundle() {
  const made = await rolldown({ input: thread, platform: 'browser' });
  const { output } = await made.generate({ format: 'esm' });
  return output[0].code;
}
