// Takes the picture of the README anew, from a running page:
//
//   node packages/viewer/scripts/screenshot.mjs [--scene beams] [--seed 1] [--tick 95]
//     [--fire 16:50,1:0] [--size 1280x720] [--scale 1.5] [--out docs/images/beams.png]
//
// `--fire 16:60,1:40` fires 16, goes on by 60 ticks, fires 1, goes on by 40; before that the run
// goes to `--tick`. The run is stepped tick by tick, so that the same words give the same picture.
// Needs `npm start` to have been run once (it builds what the page imports), and a Chromium.
import { mkdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { chromium } from 'playwright';
import { createServer } from 'vite';
import { browserArguments, requireBrowser } from '../../../scripts/browser.mjs';

const viewer = join(dirname(fileURLToPath(import.meta.url)), '..');

const { values } = parseArgs({
  options: {
    scene: { type: 'string', default: 'beams' },
    seed: { type: 'string', default: '1' },
    tick: { type: 'string', default: '95' },
    fire: { type: 'string', default: '16:50,1:0' },
    size: { type: 'string', default: '1280x720' },
    scale: { type: 'string', default: '1.5' },
    out: { type: 'string' },
  },
});
const out = resolve(values.out ?? join(viewer, '../../docs/images', `${values.scene}.png`));
const [width, height] = values.size.split('x').map(Number);

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
try {
  const page = await browser.newPage({
    viewport: { width, height },
    deviceScaleFactor: Number(values.scale),
  });
  page.on('pageerror', (error) => console.error(String(error)));
  const query = new URLSearchParams({ scene: values.scene, seed: values.seed });
  await page.goto(`${server.resolvedUrls?.local[0]}?${query}`);
  await page.waitForFunction(() => (window.skein?.tick ?? 0) > 0);
  await page.evaluate(() => {
    window.skein?.pause();
    return window.skein?.restart();
  });

  /** @param {number} ticks */
  const goOn = async (ticks) => {
    const until = await page.evaluate((n) => {
      const tick = (window.skein?.tick ?? 0) + n;
      window.skein?.step(n);
      return tick;
    }, ticks);
    await page.waitForFunction((tick) => (window.skein?.tick ?? 0) >= tick, until, {
      timeout: 600_000,
    });
  };
  if (Number(values.tick) > 0) await goOn(Number(values.tick));
  for (const shot of values.fire.split(',').filter((part) => part !== '')) {
    const [count, ticks] = shot.split(':').map(Number);
    await page.evaluate((n) => window.skein?.fire(n), count);
    await goOn(ticks);
  }
  // The camera closes in on where it should be.
  await page.waitForTimeout(3000);
  mkdirSync(dirname(out), { recursive: true });
  await page.screenshot({ path: out });
  console.log(out);
} finally {
  await browser.close();
  await server.close();
}
