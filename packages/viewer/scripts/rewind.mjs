// `npm run tool -- rewind [--scene NAME] [--ticks N] [--software]`: measures how long the page takes to go to another
// tick of a run, in ms. Runs a scene (default: swarm-100k) in the built page up to tick N (default: 1200), then goes to
// ticks all over the run. Draw calls do nothing, unless --software renders them without a graphics card during the
// measurement.
import { chromium } from 'playwright';
import { readArguments } from '../../../scripts/arguments.mjs';
import { serveSite } from '../../../scripts/serving/serve-site.mjs';
import { builtSite } from '../../../scripts/serving/site.mjs';
import { browserArguments, requireBrowser } from '../../../scripts/setup/browser.mjs';

/** The goals in order, as fractions of the run: far and near, back and ahead. */
const WAY = [0.17, 0.99, 0.16, 0.83, 0.01, 0.92, 0.08, 0.53, 0.28, 0.84, 0.01];

const { values } = readArguments(import.meta.url, {
  options: {
    scene: { type: 'string' },
    ticks: { type: 'string' },
    software: { type: 'boolean' },
  },
});
const ticks = Number(values.ticks ?? 1200);

const server = await serveSite(builtSite());
const browser = await chromium.launch({
  executablePath: requireBrowser(),
  args: browserArguments(),
});
try {
  const page = await browser.newPage({
    viewport: { width: 720, height: 450 },
    deviceScaleFactor: 0.25,
    serviceWorkers: 'block',
  });
  if (!values.software) await page.addInitScript(drawNothing);
  // What draws on a thread of its own cannot be kept from drawing.
  const drawing = values.software ? '' : '&draw=page';
  await page.goto(`${server.url}?scene=${values.scene ?? 'swarm-100k'}&workers=2${drawing}`);
  await page.waitForFunction(() => (window.skein?.tick ?? 0) > 0);
  await page.keyboard.press('p');
  await goTo(ticks);
  const times = [];
  for (const share of WAY) {
    const to = Math.round(share * ticks);
    const ms = await goTo(to);
    times.push(ms);
    console.log(`to tick ${to}: ${Math.round(ms)} ms`);
    await page.waitForTimeout(700);
  }
  times.sort((a, b) => a - b);
  console.log(
    `median ${Math.round(times[times.length >> 1])}, most ${Math.round(times.at(-1) ?? 0)}`,
  );

  /** @param {number} tick */
  async function goTo(tick) {
    return page.evaluate(async (to) => {
      const begun = performance.now();
      await window.skein?.goTo(to);
      return performance.now() - begun;
    }, tick);
  }
} finally {
  await browser.close();
  await server.close();
}

/** Runs in the page. */
function drawNothing() {
  const gl = WebGL2RenderingContext.prototype;
  for (const name of /** @type {const} */ (['drawArrays', 'drawElements', 'drawArraysInstanced'])) {
    gl[name] = () => {};
  }
}
