// Measures how long the built page takes to draw its first agents, each time in a browser with an empty cache.
//
// npm run tool -- first-picture --count 5 --query scene=beams
//
// Prints the median and the minimum of three times, at full speed and with the CPU slowed down fourfold. They are the
// time until the picture, the time until the page is parsed, and the CPU time of the page with its threads. Other
// programs on this machine delay the picture, but hardly change the CPU time. Without a graphics card, another process
// draws the picture in software.
import { chromium } from 'playwright';
import { readArguments, refuse } from '../../../scripts/arguments.mjs';
import { serveSite } from '../../../scripts/serving/serve-site.mjs';
import { builtSite } from '../../../scripts/serving/site.mjs';
import { browserArguments, requireBrowser } from '../../../scripts/setup/browser.mjs';

const options = /** @type {const} */ ({ count: { type: 'string' }, query: { type: 'string' } });
const { values } = readArguments(import.meta.url, { options });
const count = Number(values.count ?? 5);
if (!Number.isInteger(count) || count < 1) {
  refuse(import.meta.url, `--count: found ${values.count}, expected a whole number of at least 1`);
}
const SLOWED = [1, 4];

const server = await serveSite(builtSite());
const browser = await chromium.launch({
  executablePath: requireBrowser(),
  args: browserArguments(),
});
try {
  for (const slowed of SLOWED) {
    const found = [];
    for (let turn = 0; turn < count; turn++) found.push(await measure(slowed));
    const title = slowed === 1 ? 'At full speed' : `CPU slowed ${slowed}-fold`;
    console.log(`${title} (median, least of ${count})`);
    for (const key of /** @type {const} */ (['pictureMs', 'parsedMs', 'processorMs'])) {
      const all = found.map((one) => one[key]).sort((a, b) => a - b);
      console.log(`  ${key.padEnd(11)} ${all[count >> 1].toFixed(0)}, ${all[0].toFixed(0)}`);
    }
  }
} finally {
  await browser.close();
  await server.close();
}

/** @param {number} slowed */
async function measure(slowed) {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    deviceScaleFactor: 1,
    serviceWorkers: 'block',
  });
  try {
    const page = await context.newPage();
    const devtools = await context.newCDPSession(page);
    await devtools.send('Performance.enable');
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowed });
    await page.goto(`${server.url}?${values.query ?? ''}`, { waitUntil: 'commit' });
    const times = await page.evaluate(async () => {
      /** @returns {PerformanceEntry | undefined} */
      const mark = () => performance.getEntriesByName('skein first picture')[0];
      while (mark() === undefined) await new Promise((resolve) => setTimeout(resolve, 20));
      const [loading] = performance.getEntriesByType('navigation');
      const { domInteractive } = /** @type {PerformanceNavigationTiming} */ (loading);
      return { pictureMs: mark()?.startTime ?? 0, parsedMs: domInteractive };
    });
    const { metrics } = await devtools.send('Performance.getMetrics');
    const worked = metrics.find(({ name }) => name === 'ProcessTime')?.value ?? 0;
    return { ...times, processorMs: 1000 * worked };
  } finally {
    await context.close();
  }
}
