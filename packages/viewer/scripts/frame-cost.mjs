// Measures the load of very many points on the main thread, without drawing.
//
//   npm run tool -- frame-cost [--page [--on-page]] [--frames N] [COUNT ...]
//
// COUNT is the number of agents, by default 100000 and 1000000. Without --page, measures in Node: the CPU time to copy
// a state and to show it, with the camera among the agents, and the bytes that typed arrays copy for that. It does so
// for points packed by the threads, as for many agents, and for copied columns, as for few. With --page, measures in
// the built page: everything that its main thread does in a frame, including user interface and garbage collection,
// while draw calls do nothing. For the drawing thread, it counts the pictures and the uploaded bytes. With --on-page,
// the page itself draws, as without shared memory. The results vary with other load on the machine, even as CPU time.
import { createWorld, parseScenario, tick } from '@skein/core';
import { innerOf } from '@skein/core/internal';
import { packWorldPoints } from '@skein/core/read';
import { AgentPoints, DrawnState } from '@skein/three/parts';
import { chromium } from 'playwright';
import { Color, PerspectiveCamera, Vector3 } from 'three';
import { readArguments } from '../../../scripts/arguments.mjs';
import { serveSite } from '../../../scripts/serving/serve-site.mjs';
import { builtSite } from '../../../scripts/serving/site.mjs';
import { browserArguments, requireBrowser } from '../../../scripts/setup/browser.mjs';

/** Frames before the measurement, while shaders are compiled and functions are optimized. */
const WARM_UP = 40;

const { values, positionals } = readArguments(import.meta.url, {
  allowPositionals: true,
  options: {
    page: { type: 'boolean' },
    'on-page': { type: 'boolean' },
    frames: { type: 'string' },
  },
});
const counts = positionals.length > 0 ? positionals.map(Number) : [100_000, 1_000_000];
const frames = Number(values.frames ?? 120);

if (values.page) await measurePages();
else for (const count of counts) console.log(JSON.stringify(measureStates(count)));

async function measurePages() {
  const server = await serveSite(builtSite());
  const browser = await chromium.launch({
    executablePath: requireBrowser(),
    args: browserArguments(),
  });
  try {
    for (const count of counts) {
      console.log(JSON.stringify(await measurePage(browser, server.url, count)));
    }
  } finally {
    await browser.close();
    await server.close();
  }
}

/** @param {number} count */
function measureStates(count) {
  const world = createWorld(parseScenario(JSON.parse(scenario(count))));
  tick(world);
  const state = new DrawnState(world);
  const points = new AgentPoints(state, {
    colors: [new Color()],
    sizes: [0.1],
    extent: { center: new Vector3(), radius: Math.cbrt(count) },
    flat: false,
    haze: new Color(),
  });
  const camera = new PerspectiveCamera(60, 1.6, 0.1, 1000);
  const show = () => points.update(state, 0.01, camera);
  const counted = countCopies();
  const packed = () => {
    state.copyFrom(world, true);
    show();
  };
  const columns = () => {
    // Columns that have been read are copied again with the next state.
    if (state.x.length === 0) throw new Error('no columns');
    state.copyFrom(world, true);
    show();
  };
  packWorldPoints(innerOf(world), state.agents.buffer ?? new ArrayBuffer(0));
  return { agents: count, packed: cost(packed, counted), columns: cost(columns, counted) };
}

/**
 * The CPU time and copied bytes of an action: the medians of several turns.
 *
 * @param {() => void} action
 * @param {{ copied: number }} counted
 */
function cost(action, counted) {
  for (let turn = 0; turn < WARM_UP; turn++) action();
  const before = counted.copied;
  const times = Array.from({ length: frames }, () => {
    const begun = process.cpuUsage();
    action();
    const { user, system } = process.cpuUsage(begun);
    return (user + system) / 1000;
  }).sort((a, b) => a - b);
  const copiedBytes = Math.round((counted.copied - before) / frames);
  return { ms: round(times[frames >> 1]), copiedBytes };
}

function countCopies() {
  const counted = { copied: 0 };
  const typed = Object.getPrototypeOf(Uint8Array.prototype);
  const { set } = typed;
  typed.set = function (/** @type {any} */ from, /** @type {number | undefined} */ offset) {
    counted.copied += from.byteLength ?? 0;
    return set.call(this, from, offset);
  };
  return counted;
}

/**
 * @param {import('playwright').Browser} browser
 * @param {string | undefined} url
 * @param {number} count
 */
async function measurePage(browser, url, count) {
  const page = await browser.newPage({
    viewport: { width: 320, height: 200 },
    deviceScaleFactor: 0.25,
  });
  page.on('pageerror', (error) => console.error(String(error)));
  // One script of the page or of the drawing thread is modified during loading.
  await page.addInitScript(watch);
  await page.route(/drawing-thread-/, async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, body: `(${watch})();${await answer.text()}` });
  });
  const drawnBy = values['on-page'] ? '&draw=page' : '';
  await page.goto(`${url}?scene=flock&workers=1&bloom=off${drawnBy}`);
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
    const ms = (/** @type {string} */ part) =>
      1000 * (metrics.find(({ name }) => name === part)?.value ?? Number.NaN);
    const counted = await page.evaluate(() => ({ ...window.counted, tick: window.skein?.tick }));
    const thread = page.workers().find((worker) => /drawing-thread-/.test(worker.url()));
    const byThread = await thread?.evaluate(() => globalThis.counted);
    const { uploaded, copied, pictures } = byThread ?? counted;
    return {
      copiedByPage: counted.copied,
      allMs: ms('TaskDuration'),
      scriptMs: ms('ScriptDuration'),
      layoutMs: ms('LayoutDuration') + ms('RecalcStyleDuration'),
      ...counted,
      ...{ uploaded, copied, pictures },
    };
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
    scriptMs: round((end.scriptMs - begin.scriptMs) / shown),
    layoutMs: round((end.layoutMs - begin.layoutMs) / shown),
    allMs: round((end.allMs - begin.allMs) / shown),
    pictures: end.pictures - begin.pictures,
    uploadedBytesPerAgentAndState: round((end.uploaded - begin.uploaded) / states / count),
    copiedBytesPerAgentAndState: round((end.copied - begin.copied) / states / count),
    copiedOnPagePerAgentAndState: round((end.copiedByPage - begin.copiedByPage) / states / count),
  };
}

/**
 * Agents of one species that fly straight, so a tick takes almost no time.
 *
 * @param {number} count
 */
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

/**
 * Counts frames, pictures, uploads and copies, and makes draw calls do nothing. Runs in the page and in the drawing
 * thread.
 */
function watch() {
  const counted = { frames: 0, pictures: 0, uploaded: 0, copied: 0 };
  Object.assign(globalThis, { counted });
  const count = () => {
    counted.frames += 1;
    requestAnimationFrame(count);
  };
  requestAnimationFrame(count);
  const gl = WebGL2RenderingContext.prototype;
  for (const name of /** @type {const} */ (['drawArrays', 'drawElements', 'drawArraysInstanced'])) {
    gl[name] = () => {};
  }
  const { bufferSubData, bufferData, clear } = gl;
  // Each picture begins with this call.
  gl.clear = function (mask) {
    counted.pictures += 1;
    clear.call(this, mask);
  };
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
