// What the pictures of code share that runs in a page of its own.
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright';
import { createServer } from 'vite';
import { ISOLATION } from '../serving/headers.mjs';
import { browserArguments, requireBrowser } from '../setup/browser.mjs';

export const root = fileURLToPath(new URL('../..', import.meta.url));
const SIZE = { width: 1280, height: 640 };

/**
 * Shows a script in a page, draws a certain tick, and takes a picture.
 *
 * @param {object} shown
 * @param {string} shown.html the page, which loads the script
 * @param {string} shown.path the address of the script, from whose folder its packages are found
 * @param {string} shown.script
 * @param {readonly string[]} [shown.packages] further packages to prepare
 * @param {import('vite').PluginOption[]} [shown.plugins]
 * @param {import('vite').AliasOptions} [shown.alias]
 * @param {string} shown.isThere an expression that is true once the page is ready
 * @param {(tick: number) => Promise<void>} shown.goTo runs in the page, and draws the tick
 * @param {number} shown.tick
 */
export async function shoot({
  html,
  path,
  script,
  packages = [],
  plugins = [],
  alias = [],
  ...rest
}) {
  const { isThere, goTo, tick } = rest;
  const server = await createServer({
    root,
    configFile: false,
    logLevel: 'warn',
    appType: 'custom',
    server: { host: '127.0.0.1', headers: ISOLATION },
    optimizeDeps: {
      // Keeps Vite from scanning the repository for dependencies.
      entries: [],
      include: [
        ...['@skein/core > zod/mini', '@skein/core > fastest-levenshtein'],
        ...['@skein/worker > comlink', ...packages],
      ],
    },
    resolve: { alias },
    plugins: [
      ...plugins,
      {
        name: 'picture',
        enforce: 'pre',
        resolveId: (id) => (id === path ? join(root, path) : undefined),
        load: (id) => (id === join(root, path) ? script : undefined),
        configureServer: ({ middlewares }) => {
          middlewares.use((request, response, next) => {
            if (request.url !== '/') return next();
            response.setHeader('Content-Type', 'text/html');
            for (const [name, value] of Object.entries(ISOLATION)) response.setHeader(name, value);
            response.end(html);
          });
        },
      },
    ],
  });
  await server.listen();
  const browser = await chromium.launch({
    executablePath: requireBrowser(),
    args: browserArguments(),
  });
  try {
    const page = await browser.newPage({ viewport: SIZE });
    page.on('pageerror', (error) => console.error(error));
    // A busy machine takes long to prepare the packages, and to draw in software.
    page.setDefaultTimeout(180_000);
    await page.goto(server.resolvedUrls?.local[0] ?? '');
    await page.waitForFunction(isThere, undefined, { polling: 500 });
    await page.evaluate(goTo, tick);
    return await page.screenshot({ type: 'jpeg', quality: 82 });
  } finally {
    await browser.close();
    await server.close();
  }
}
