import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { type Browser, chromium, type Page } from 'playwright';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import { POLICY } from '../../../scripts/serving/headers.mjs';
import { serveSite } from '../../../scripts/serving/serve-site.mjs';
import { browserArguments, requireBrowser } from '../../../scripts/setup/browser.mjs';
import { COARSE, drawSeldom, FRAME_MS } from './open-page.ts';
import { hashInNode, readShown, standStill, waitForShown, waitForTick } from './replay.ts';
import { slow } from './slow.ts';
import { serveFolder } from './static-host.ts';

/**
 * 1 s on two idle cores, of which the page itself is busy for 0.4 s. Other load on the machine delays the page, but
 * hardly makes it busier. A slower machine gets more time, measured by how long it takes to compress all scripts of the
 * page.
 */
const FIRST_PICTURE = { ms: 5000, busySeconds: 0.8, yardstickSeconds: 0.037 };

describe('the built page', () => {
  const outDir = inject('site');
  let browser: Browser;

  beforeAll(async () => {
    browser = await chromium.launch({ executablePath: requireBrowser(), args: browserArguments() });
  });
  // A page left open would continue to step and draw during the later tests.
  afterEach(() => Promise.all(browser.contexts().map((context) => context.close())));
  afterAll(() => browser?.close());

  /** A page in a fresh browser, and the errors that it logs. */
  async function openAt(url: string): Promise<{ page: Page; errors: string[] }> {
    const context = await browser.newContext({ viewport: { width: 320, height: 200 }, ...COARSE });
    await context.addInitScript(drawSeldom, FRAME_MS);
    const page = await context.newPage();
    const errors: string[] = [];
    page.on('pageerror', (error) => errors.push(String(error)));
    page.on('console', (message) => {
      if (message.type() === 'error') errors.push(message.text());
    });
    await page.goto(url);
    return { page, errors };
  }

  const kernelOf = (page: Page) => page.evaluate(() => window.skein!.world!.kernel);

  async function firesAndHits(page: Page, seed: number): Promise<void> {
    await waitForTick(page, 5);
    await page.keyboard.press('Space');
    await page.waitForFunction(() => window.skein!.hits >= 1);
    await waitForShown(page, await standStill(page));
    const { tick, hash, log } = await readShown(page);
    expect(log).toHaveLength(1);
    expect(hash).toBe(hashInNode('beams', seed, log, tick));
  }

  /** Waits for the threads, and until the service worker has no more reason to reload the page. */
  async function isolatedBy(page: Page): Promise<void> {
    await page.waitForFunction(async () => {
      const worker = await navigator.serviceWorker.getRegistration();
      const atRest = worker?.active?.state === 'activated' && !worker.installing && !worker.waiting;
      return atRest && crossOriginIsolated && window.skein?.team?.threaded;
    });
  }

  slow('runs on threads, fires, hits, and shows the hash of Node', async () => {
    const server = await serveSite(outDir);
    try {
      const { page, errors } = await openAt(`${server.url}?scene=beams&seed=3&workers=2&speed=4`);
      await firesAndHits(page, 3);
      expect(await page.evaluate(() => window.skein!.team!.threaded)).toBe(true);
      expect(errors).toEqual([]);
    } finally {
      await server.close();
    }
  });

  slow('has threads on a static host that sets no header, under a sub-path', async () => {
    const host = await serveFolder(outDir, '/demos/skein/');
    try {
      const { page, errors } = await openAt(`${host.url}?scene=beams&seed=4&workers=2&speed=4`);
      await isolatedBy(page);
      expect(new URL(page.url()).search).toContain('seed=4');
      await firesAndHits(page, 4);
      expect(errors).toEqual([]);
    } finally {
      await host.close();
    }
  });

  it('runs only its own scripts on a static host that sets no header', async () => {
    const host = await serveFolder(outDir, '/');
    try {
      const { page } = await openAt(`${host.url}?scene=beams&workers=1`);
      await isolatedBy(page);
      const refused = await page.evaluate(async () => {
        const found: string[] = [];
        addEventListener('securitypolicyviolation', (event) => {
          found.push(event.effectiveDirective);
        });
        const script = document.createElement('script');
        script.textContent = 'document.title = "changed"';
        document.head.prepend(script);
        document.body.insertAdjacentHTML('beforeend', '<p style="color: red">Hello</p>');
        await fetch('http://localhost:9/').catch(() => {});
        // The browser reports it later.
        for (let n = 0; n < 50 && found.length < 3; n++) {
          await new Promise((resolve) => setTimeout(resolve, 20));
        }
        return found;
      });
      expect(refused).toEqual(['script-src-elem', 'style-src-attr', 'connect-src']);
      expect(await page.title()).toMatch(/^Skein/);
    } finally {
      await host.close();
    }
    // Elements before the policy would not be subject to it.
    const [, head] = readFileSync(join(outDir, 'index.html'), 'utf8').split('<head>');
    expect(head.trim()).toMatch(/^<meta http-equiv="Content-Security-Policy"/);
  });

  slow.each([
    ['simd', POLICY],
    ['ts', POLICY.replace(" 'wasm-unsafe-eval'", '')],
  ])('runs under a strict content security policy, with the kernel %s', async (kernel, policy) => {
    const host = await serveFolder(outDir, '/', { 'Content-Security-Policy': policy });
    try {
      const { page, errors } = await openAt(`${host.url}?scene=beams&seed=5&workers=2&speed=4`);
      await isolatedBy(page);
      await firesAndHits(page, 5);
      expect(await kernelOf(page)).toBe(kernel);
      // The panel is styled, so its style sheet was allowed.
      const looks = await page.locator('#panel .lil-root').evaluate((it) => {
        const { backgroundColor, textAlign } = getComputedStyle(it);
        return { backgroundColor, textAlign };
      });
      expect(looks.backgroundColor).not.toBe('rgba(0, 0, 0, 0)');
      expect(looks.textAlign).toBe('left');
      expect(errors.filter((error) => !/WebAssembly/.test(error))).toEqual([]);
    } finally {
      await host.close();
    }
  });

  slow(
    'draws its agents soon after the request, on a host from which it has to load twice',
    async () => {
      const host = await serveFolder(outDir, '/');
      const found: { ms: number; busySeconds: number; yardstickSeconds: number }[] = [];
      try {
        for (let turn = 0; turn < 3; turn++) {
          const before = process.cpuUsage();
          bytesOfScripts(gzip);
          const { user, system } = process.cpuUsage(before);
          const yardstickSeconds = (user + system) / 1e6;
          const asked = Date.now();
          const { page } = await openAt(`${host.url}?scene=beams`);
          const drawn = await page.waitForFunction(() => {
            const [mark] = performance.getEntriesByName('skein first picture');
            return crossOriginIsolated && mark && performance.timeOrigin + mark.startTime;
          });
          const ms = Number(await drawn.jsonValue()) - asked;
          const devtools = await page.context().newCDPSession(page);
          await devtools.send('Performance.enable');
          const { metrics } = await devtools.send('Performance.getMetrics');
          const busy = metrics.find(({ name }) => name === 'ProcessTime')!;
          found.push({ ms, busySeconds: busy.value, yardstickSeconds });
          await page.context().close();
        }
      } finally {
        await host.close();
      }
      console.info('First picture:', ...found);
      const least = (key: keyof typeof FIRST_PICTURE) => Math.min(...found.map((one) => one[key]));
      const slower = Math.max(1, least('yardstickSeconds') / FIRST_PICTURE.yardstickSeconds);
      expect(least('ms')).toBeLessThan(FIRST_PICTURE.ms * slower);
      expect(least('busySeconds')).toBeLessThan(FIRST_PICTURE.busySeconds * slower);
    },
  );

  /** The size of all scripts of the page whose address `counts` accepts, in bytes. */
  function bytesOfScripts(
    compress: (script: Buffer) => Buffer,
    counts: (path: string) => boolean = () => true,
  ): number {
    const scripts = readdirSync(outDir, { recursive: true, encoding: 'utf8' })
      .filter((path) => /[.]m?js$/.test(path))
      .filter(counts);
    expect(scripts).not.toEqual([]);
    return scripts
      .map((path) => compress(readFileSync(join(outDir, path))).length)
      .reduce((sum, each) => sum + each, 0);
  }
  const gzip = (script: Buffer) => gzipSync(script, { level: 9 });

  /** The scripts whose names `begins` accepts, and all that they load at once; the rest is loaded on demand. */
  function loadedAtOnce(begins: (name: string) => boolean): (path: string) => boolean {
    const early = new Set<string>();
    const load = (name: string) => {
      if (early.has(name)) return;
      early.add(name);
      const script = readFileSync(join(outDir, 'assets', name), 'utf8');
      for (const [, imported] of script.matchAll(/(?:from|import)"[.][/]([^"]+)"/g)) load(imported);
    };
    for (const name of readdirSync(join(outDir, 'assets'))) {
      if (name.endsWith('.js') && begins(name)) load(name);
    }
    return (path) => early.has(basename(path));
  }
  const isNamed = (name: string) => readFileSync(join(outDir, 'index.html'), 'utf8').includes(name);
  const isThread = (name: string) => /^(drawing-)?thread-/.test(name);

  it('is at most 280 kB of JavaScript on its own thread until the first picture, with gzip', () => {
    const found = bytesOfScripts(gzip, loadedAtOnce(isNamed));
    expect(found).toBeGreaterThan(200_000);
    expect(found).toBeLessThan(280_000);
  });

  it('is at most 592 kB until the first picture with what its threads load', () => {
    const counts = loadedAtOnce((name) => isNamed(name) || isThread(name));
    expect(bytesOfScripts(gzip, counts)).toBeLessThan(592_000);
  });

  it('has no files that import each other, directly or not', () => {
    const scripts = readdirSync(join(outDir, 'assets')).filter((name) => name.endsWith('.js'));
    const circles = scripts.filter((name) => {
      const script = readFileSync(join(outDir, 'assets', name), 'utf8');
      const imported = [...script.matchAll(/(?:from|import)"[.][/]([^"]+)"/g)].map(
        ([, one]) => one,
      );
      return loadedAtOnce((one) => imported.includes(one))(name);
    });
    expect(circles).toEqual([]);
  });

  /** WebGPURenderer and everything drawn with it. */
  const forWebGPU = (path: string) =>
    readFileSync(join(outDir, path), 'utf8').includes('WebGPURenderer');
  /** What steps worlds on a graphics card. */
  const forCard = (path: string) =>
    readFileSync(join(outDir, path), 'utf8').includes('GPU_INEXACT');
  /** What makes grounds of levels. */
  const forLevels = (path: string) =>
    readFileSync(join(outDir, path), 'utf8').includes('NOTHING_WALKABLE');
  /** The editor of scenarios and laws, and code that only the editor needs. */
  const isOfEditor = (path: string) => /(problem-list|scenario-tab|law-tab)-[^/]+$/.test(path);

  const rest = (path: string) =>
    ![forWebGPU, forCard, forLevels, isOfEditor].some((is) => is(path));

  it('is at most 722 kB of JavaScript without WebGPU, the card, levels and the code editor', () => {
    expect(bytesOfScripts(gzip, rest)).toBeLessThan(722_000);
  });

  slow('is at most 595 kB of it with Brotli', () => {
    expect(bytesOfScripts(brotliCompressSync, rest)).toBeLessThan(595_000);
  });

  it('loads at most 31 kB more to step on a graphics card', () => {
    const found = bytesOfScripts(gzip, forCard);
    expect(found).toBeGreaterThan(20_000);
    expect(found).toBeLessThan(31_000);
  });

  it('loads at most 34 kB more to make a ground of a level', () => {
    const found = bytesOfScripts(gzip, forLevels);
    expect(found).toBeGreaterThan(20_000);
    expect(found).toBeLessThan(34_000);
  });

  it('loads at most 185 kB more to draw with WebGPU', () => {
    const found = bytesOfScripts(gzip, forWebGPU);
    expect(found).toBeGreaterThan(100_000);
    expect(found).toBeLessThan(185_000);
  });

  it('loads at most 310 kB more for the code editor, its languages, the lab and what describes scenarios', () => {
    expect(bytesOfScripts(gzip, isOfEditor)).toBeGreaterThan(200_000);
    expect(bytesOfScripts(gzip, isOfEditor)).toBeLessThan(310_000);
  });
});
