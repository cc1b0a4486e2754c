import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const root = fileURLToPath(new URL('.', import.meta.url));

/**
 * Bundles the page, with the packages and what threads run, and puts the scenario beside it.
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
      // The policy of the page allows no address that holds its content.
      assetsInlineLimit: 0,
      chunkSizeWarningLimit: 1000,
    },
  });
  copyFileSync(scenario, join(folder, 'scenario.json'));
  return folder;
}
