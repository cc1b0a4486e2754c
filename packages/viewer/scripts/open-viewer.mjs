// Shared by the scripts that take pictures: the viewer's own Vite server, and a browser.
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright';
import { createServer } from 'vite';
import { browserArguments, requireBrowser } from '../../../scripts/setup/browser.mjs';

/** The folder of the viewer. */
export const viewer = join(dirname(fileURLToPath(import.meta.url)), '..');

/**
 * Serves the viewer on a free port and opens a browser with one empty page.
 *
 * @param {{ width: number, height: number, scale: number }} size CSS pixels, and device pixels per CSS pixel
 */
export async function openViewer({ width, height, scale }) {
  const server = await createServer({
    root: viewer,
    configFile: join(viewer, 'vite.config.ts'),
    logLevel: 'error',
    server: { host: '127.0.0.1', port: 0, hmr: false },
  });
  await server.listen();
  const browser = await chromium.launch({
    executablePath: requireBrowser(),
    args: browserArguments(),
  });
  const page = await browser.newPage({ viewport: { width, height }, deviceScaleFactor: scale });
  page.on('pageerror', (error) => console.error(String(error)));
  // A busy machine takes long to serve the sources of the page, and to draw in software.
  page.setDefaultTimeout(180_000);

  return {
    page,
    /**
     * Opens a scene, paused at tick 0.
     * @param {Record<string, string>} query
     */
    async show(query) {
      await page.goto(`${server.resolvedUrls?.local[0]}?${new URLSearchParams(query)}`);
      await page.waitForFunction(() => (window.skein?.tick ?? 0) > 0);
      await page.evaluate(() => {
        window.skein?.pause();
        return window.skein?.restart();
      });
    },
    /**
     * Steps the run tick by tick, so the same arguments give the same picture.
     * @param {number} ticks
     */
    async goOn(ticks) {
      await page.evaluate(async (n) => {
        const begin = window.skein?.tick ?? 0;
        for (let tick = begin + 1; tick <= begin + n; tick++) {
          window.skein?.step(1);
          while ((window.skein?.tick ?? tick) < tick) await new Promise((done) => setTimeout(done));
        }
        await window.skein?.drawn();
      }, ticks);
    },
    /**
     * Goes to a tick, without drawing every tick on the way.
     * @param {number} tick
     */
    async goTo(tick) {
      await page.evaluate(async (to) => {
        await window.skein?.goTo(to);
        await window.skein?.drawn();
      }, tick);
    },
    async close() {
      await browser.close();
      await server.close();
    },
  };
}
