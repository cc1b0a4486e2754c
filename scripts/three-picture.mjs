// Draws the pictures of docs/three.md: the scenes of its code. Part of `npm run pictures`.
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright';
import { createServer } from 'vite';
import { ISOLATION } from './serving/headers.mjs';
import { browserArguments, requireBrowser } from './setup/browser.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const [width, height] = [1280, 640];
/** Only the package `three` of this repository has three.js installed. */
const THREE = 'node_modules/three/build/three.module.js';
/**
 * The pictures of the code blocks after the first, which sets up the stage, each at a tick that shows its effect well.
 */
const PICTURES = [
  { name: 'three', tick: 240 },
  { name: 'three-trails', tick: 200 },
  { name: 'three-particles', tick: 128 },
];

const doc = readFileSync(join(root, 'docs', 'three.md'), 'utf8');
const [stage, ...blocks] = [...doc.matchAll(/```js\n([\s\S]*?)```/g)].map((found) => found[1]);
const style = 'body { margin: 0 } canvas { display: block }';
const html = `<style>${style}</style><script type="module" src="/picture.js"></script>`;
let shown = 0;
const script = () =>
  `${stage}${blocks[shown]}\nwindow.shown = { driver, renderer, scene, camera };`;

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
      '@skein/core > zod/mini',
      '@skein/core > fastest-levenshtein',
      '@skein/worker > comlink',
    ],
  },
  resolve: {
    alias: [{ find: /^three$/, replacement: join(root, 'packages/three', THREE) }],
  },
  plugins: [
    {
      name: 'picture',
      resolveId: (id) => (id === '/picture.js' ? id : undefined),
      load: (id) => (id === '/picture.js' ? script() : undefined),
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
  for (const { name, tick } of PICTURES) {
    const page = await browser.newPage({ viewport: { width, height } });
    page.on('pageerror', (error) => console.error(error));
    await page.goto(server.resolvedUrls?.local[0] ?? '');
    await page.waitForFunction('window.shown !== undefined', undefined, {
      polling: 500,
      timeout: 60_000,
    });
    await page.evaluate(async (until) => {
      const { driver, renderer, scene, camera } = /** @type {any} */ (window).shown;
      renderer.setAnimationLoop(null);
      while (driver.world.tick < until) {
        driver.update(driver.world.scenario.dt);
        await driver.whenIdle(() => {});
      }
      renderer.render(scene, camera);
    }, tick);
    const path = join(root, 'docs/images', `${name}.jpg`);
    await page.screenshot({ path, type: 'jpeg', quality: 82, timeout: 60_000 });
    await page.close();
    shown += 1;
    server.moduleGraph.invalidateAll();
  }
} finally {
  await browser.close();
  await server.close();
}
