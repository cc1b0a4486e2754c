import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const root = fileURLToPath(new URL('.', import.meta.url));

/**
 * Bundles the page with the packages and the script of the threads, and copies the scenario next to it.
 *
 * @param {string} folder
 * @param {string} scenario a file
 */
export async function buildPage(folder, scenario) {
  await build({
    root,
    configFile: false,
    base: './',
    logLevel: 'warn',
    worker: { format: 'es' },
    build: {
      outDir: folder,
      emptyOutDir: true,
      target: 'es2022',
      // The content security policy of the page does not allow data URLs.
      assetsInlineLimit: 0,
      chunkSizeWarningLimit: 1000,
    },
  });
  copyFileSync(scenario, join(folder, 'scenario.json'));
  return folder;
}
