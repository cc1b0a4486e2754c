// What a frame costs the main thread of the page with very many points, beside drawing: the time of all its tasks,
// what is uploaded, and what typed arrays copy.
//
//   npm run frame:cost -- [--site FOLDER] [--frames N] [COUNT ...]
//
// COUNT: agents; 100000 and 1000000 without one. FOLDER: a built page, that of `npm run site` without one; another one
// gives the figures of before a change. Times are CPU time of that thread alone, so that others on the machine change
// little. Draw calls do nothing, so that no software renderer is measured; uploads count.
import { join } from 'node:path';
import { chromium } from 'playwright';
import { readArguments } from '../../../scripts/arguments.mjs';
import { browserArguments, requireBrowser } from '../../../scripts/browser.mjs';
import { serveSite } from '../../../scripts/serving/serve-site.mjs';
import { viewer } from './open-viewer.mjs';

/** Frames before the first that counts: shaders compile, functions become fast. */
const WARM_UP = 40;

const { values, positionals } = readArguments(import.meta.url, {
  allowPositionals: true,
  options: { site: { type: 'string' }, frames: { type: 'string' } },
});
const counts = positionals.length > 0 ? positionals.map(Number) : [100_000, 1_000_000];
const frames = Number(values.frames ?? 120);

const server = await serveSite(values.site ?? join(viewer, 'dist/site'));
const browser = await chromium.launch({
  executablePath: requireBrowser(),
  args: browserArguments(),
});
try {
  for (const count of counts) console.log(JSON.stringify(await measure(count)));
} finally {
  await browser.close();
  await server.close();
}

/** @param {number} count */
async function measure(count) {
  const page = await browser.newPage({
    viewport: { width: 320, height: 200 },
    deviceScaleFactor: 0.25,
  });
  page.on('pageerror', (error) => console.error(String(error)));
  await page.addInitScript(watch);
  await page.goto(`${server.url}?scene=flock&workers=1&bloom=off`);
  await page.waitForFunction(() => (window.skein?.tick ?? 0) > 0);
  await page.evaluate((text) => {
    const files = new DataTransfer();
    files.items.add(new File([text], 'many.json', { type: 'application/json' }));
    document.body.dispatchEvent(
      new DragEvent('drop', { dataTransfer: files, bubbles: true, cancelable: true }),
    );
  }, scenario(count));
  await page.waitForFunction(
    (n) => window.skein?.world?.count === n && window.skein.tick > 1,
    count,
  );
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' });
  const look = async () => {
    const { metrics } = await cdp.send('Performance.getMetrics');
    const seconds = metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN;
    const counted = await page.evaluate(() => ({ ...window.counted, tick: window.skein?.tick }));
    return { ms: 1000 * seconds, ...counted };
  };
  const after = (/** @type {number} */ frame) =>
    page.waitForFunction((n) => window.counted.frames >= n, frame, { timeout: 600_000 });
  await after((await look()).frames + WARM_UP);
  const begin = await look();
  await after(begin.frames + frames);
  const end = await look();
  await page.close();
  const shown = end.frames - begin.frames;
  const states = Math.max(1, end.tick - begin.tick);
  return {
    agents: count,
    frames: shown,
    states,
    msPerFrame: round((end.ms - begin.ms) / shown),
    uploadedBytesPerAgentAndState: round((end.uploaded - begin.uploaded) / states / count),
    copiedBytesPerAgentAndState: round((end.copied - begin.copied) / states / count),
  };
}

/** Agents of one species that fly straight on, so that a tick takes no time to speak of. @param {number} count */
function scenario(count) {
  const half = Math.cbrt(count) / 2;
  const box = { min: [-half, -half, -half], max: [half, half, half] };
  return JSON.stringify({
    name: 'many',
    seed: 3,
    bounds: { type: 'wrap', ...box },
    species: [
      {
        name: 'boid',
        count,
        maxSpeed: 3,
        spawn: { type: 'box', ...box, velocity: { speed: 2 } },
        behaviors: [{ type: 'wander', weight: 1 }],
      },
    ],
  });
}

/** Counts frames, uploads and copies, and has draw calls do nothing. Runs in the page. */
function watch() {
  const counted = { frames: 0, uploaded: 0, copied: 0 };
  window.counted = counted;
  const count = () => {
    counted.frames += 1;
    requestAnimationFrame(count);
  };
  requestAnimationFrame(count);
  const gl = WebGL2RenderingContext.prototype;
  for (const name of /** @type {const} */ (['drawArrays', 'drawElements', 'drawArraysInstanced'])) {
    gl[name] = () => {};
  }
  const { bufferSubData, bufferData } = gl;
  gl.bufferSubData = function (.../** @type {any[]} */ values) {
    const [, , from, first = 0, length = from.length - first] = values;
    counted.uploaded += length * from.BYTES_PER_ELEMENT;
    return bufferSubData.apply(this, /** @type {any} */ (values));
  };
  gl.bufferData = function (.../** @type {any[]} */ values) {
    counted.uploaded += values[1].byteLength ?? 0;
    return bufferData.apply(this, /** @type {any} */ (values));
  };
  const typed = Object.getPrototypeOf(Uint8Array.prototype);
  const { set } = typed;
  typed.set = function (/** @type {any} */ from, /** @type {number | undefined} */ offset) {
    counted.copied += from.byteLength ?? 0;
    return set.call(this, from, offset);
  };
}

/** @param {number} value */
function round(value) {
  return Math.round(100 * value) / 100;
}
