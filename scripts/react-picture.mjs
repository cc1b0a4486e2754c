// Draws docs/images/react.jpg: the scene of the code in docs/react.md. Part of `npm run pictures`.
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright';
import { createServer } from 'vite';
import { docsCode } from './docs/docs-code.mjs';
import { ISOLATION } from './serving/headers.mjs';
import { browserArguments, requireBrowser } from './setup/browser.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const [width, height] = [1280, 640];
/** The tick of the picture, by which the agents have turned and fly in groups. */
const TICK = 420;
/** In the folder of the package's tests, so that its dependencies are found. */
const SCRIPT = '/packages/react/test/picture.js';

const html = `<style>body { margin: 0 } #root { height: 100vh }</style><div id="root"></div>
<script type="module" src="${SCRIPT}"></script>`;
const script = `
import { _roots } from '@react-three/fiber';
import { App } from 'docs-code:react.md';
import { createElement } from 'react';
import { createRoot } from 'react-dom/client';
createRoot(document.querySelector('#root')).render(createElement(App));
window.stateOf = () => _roots.get(document.querySelector('canvas'))?.store.getState();
`;

const server = await createServer({
  root,
  configFile: false,
  logLevel: 'warn',
  appType: 'custom',
  server: { host: '127.0.0.1', headers: ISOLATION },
  // Keeps Vite from scanning the repository for dependencies.
  optimizeDeps: {
    entries: [],
    include: [
      ...['@skein/core > zod/mini', '@skein/core > fastest-levenshtein', '@skein/worker > comlink'],
      ...['react', 'react/jsx-runtime', 'react/jsx-dev-runtime', 'react-dom/client'].map(
        (name) => `@skein/react > ${name}`,
      ),
      ...['@react-three/fiber', 'three'].map((name) => `@skein/react > ${name}`),
    ],
  },
  plugins: [
    docsCode(),
    {
      name: 'picture',
      enforce: 'pre',
      resolveId: (id) => (id === SCRIPT ? join(root, SCRIPT) : undefined),
      load: (id) => (id === join(root, SCRIPT) ? script : undefined),
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
  const page = await browser.newPage({ viewport: { width, height } });
  page.on('pageerror', (error) => console.error(error));
  await page.goto(server.resolvedUrls?.local[0] ?? '');
  const isThere = 'window.stateOf?.()?.scene.children.some((one) => one.isAgents)';
  await page.waitForFunction(isThere, undefined, { polling: 500, timeout: 60_000 });
  await page.evaluate(async (until) => {
    const { gl, scene, camera, setFrameloop } = /** @type {any} */ (window).stateOf();
    setFrameloop('never');
    const { driver } = scene.children.find((/** @type {any} */ one) => one.isAgents);
    while (driver.world.tick < until) {
      driver.update(driver.world.scenario.dt);
      await driver.whenIdle(() => {});
    }
    gl.render(scene, camera);
  }, TICK);
  const path = join(root, 'docs/images/react.jpg');
  await page.screenshot({ path, type: 'jpeg', quality: 82, timeout: 60_000 });
} finally {
  await browser.close();
  await server.close();
}
