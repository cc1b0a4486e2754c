import type { Page } from 'playwright';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { softwareWebGPUCanvas } from '../../../scripts/setup/browser.mjs';
import { type OpenPage, openPage } from './open-page.ts';
import { decodePng, differing, type Picture, stillPicture } from './pixels.ts';
import { hashInNode, standStill, waitForTick } from './replay.ts';

const SEED = 5;
/** CSS pixels; small, because software rendering is slow. */
const VIEWPORT = { width: 200, height: 125 };
/**
 * Renderers may place edges of bodies and lines one pixel apart. So squares of this many pixels are compared by their
 * mean, with this tolerance, and this fraction of them may differ more.
 */
const [SQUARE, BY, SHARE] = [5, 14, 0.01];

/** Waits until the camera is at rest. */
async function restingPicture(page: Page): Promise<Picture> {
  let before = await stillPicture(page);
  for (let n = 0; n < 100; n++) {
    await page.waitForTimeout(100);
    const now = await stillPicture(page);
    if (differing(before, now, 0) === 0) return now;
    before = now;
  }
  throw new Error('the picture does not come to rest');
}

/** The fraction of squares that differ. */
function differingShare(a: Picture, b: Picture): number {
  const [coarseA, coarseB] = [coarse(a), coarse(b)];
  return differing(coarseA, coarseB, BY) / (coarseA.width * coarseA.height);
}

/** One pixel per square, with its mean color. */
function coarse({ width, height, rgb }: Picture): Picture {
  const [across, down] = [Math.floor(width / SQUARE), Math.floor(height / SQUARE)];
  const means = new Float32Array(across * down * 3);
  for (let y = 0; y < down * SQUARE; y++) {
    for (let x = 0; x < across * SQUARE; x++) {
      const square = Math.floor(y / SQUARE) * across + Math.floor(x / SQUARE);
      for (let c = 0; c < 3; c++) {
        means[square * 3 + c] += rgb[(y * width + x) * 3 + c] / SQUARE ** 2;
      }
    }
  }
  return { width: across, height: down, rgb: Uint8Array.from(means) };
}

/** Without a graphics card, compiling shaders takes seconds. */
const PATIENCE_MS = 120_000;

/** Pixels that are brighter than the night sky. */
const lit = ({ rgb }: Picture) => rgb.reduce((count, value) => count + (value > 60 ? 1 : 0), 0);

describe('drawing with WebGPU', () => {
  let open: OpenPage;
  let page: Page;

  beforeAll(async () => {
    const args = softwareWebGPUCanvas;
    open = await openPage('about:blank', { viewport: VIEWPORT, sharp: true, still: true, args });
    page = open.page;
  });
  afterAll(() => open?.close());
  afterEach(() => expect(open.errors).toEqual([]));

  async function drawBy(choice: 'WebGL 2' | 'WebGPU' | 'automatic', kind: 'webgl' | 'webgpu') {
    // The panel is folded on a page this narrow, but its controls still work.
    await page.getByLabel('Graphics', { exact: true }).selectOption(choice, { force: true });
    await page.waitForFunction((wanted) => window.skein?.graphics === wanted, kind);
  }

  async function openScene(scene: string, tick: number, query: string): Promise<void> {
    await page.goto(`${open.url}?scene=${scene}&seed=${SEED}&workers=2&graphics=webgl&${query}`);
    await waitForTick(page, 1);
    await standStill(page);
    await page.evaluate((to) => window.skein!.goTo(to), tick);
    await waitForTick(page, tick);
  }

  /** The picture of each interface. */
  async function pictures(): Promise<[webgl: Picture, webgpu: Picture]> {
    const webgl = await restingPicture(page);
    await drawBy('WebGPU', 'webgpu');
    expect(await page.locator('main canvas').count()).toBe(2);
    return [webgl, await restingPicture(page)];
  }

  /** The picture of WebGL once more. */
  async function pictureAgain(): Promise<Picture> {
    await drawBy('WebGL 2', 'webgl');
    expect(await page.locator('main canvas').count()).toBe(1);
    return restingPicture(page);
  }

  async function expectAlike(scene: string, tick: number, query: string, from: number) {
    await openScene(scene, tick, query);
    const [webgl, webgpu] = await pictures();
    expect([webgpu.width, webgpu.height]).toEqual([VIEWPORT.width, VIEWPORT.height]);
    expect(lit(webgl)).toBeGreaterThan(from);
    expect(differingShare(webgl, webgpu)).toBeLessThan(SHARE);
    // The camera may still move by less than a pixel.
    expect(differingShare(webgl, await pictureAgain())).toBe(0);
    const stood = await page.evaluate(() => window.skein!.hash());
    expect(stood.tick).toBe(tick);
    if (!query.includes('count')) expect(stood.hash).toBe(hashInNode(scene, SEED, [], tick));
  }

  it(
    'gives the picture and hash of WebGL: bodies and obstacles',
    () => expectAlike('flock', 23, 'bloom=off', 400),
    PATIENCE_MS,
  );

  it(
    'gives the picture and hash of WebGL: bodies, obstacles and the lines around an agent',
    async () => {
      await openScene('flock', 23, 'bloom=off');
      const bare = await restingPicture(page);
      await page.evaluate(() => window.skein!.select(3));
      await expect
        .poll(async () => differing(bare, await stillPicture(page), 24), { timeout: 10_000 })
        .toBeGreaterThan(60);
      const [webgl, webgpu] = await pictures();
      expect(lit(webgl)).toBeGreaterThan(400);
      expect(differingShare(webgl, webgpu)).toBeLessThan(SHARE);
      expect(differingShare(bare, webgpu)).toBeGreaterThan(3 * SHARE);
      expect(differing(webgl, await pictureAgain(), 0)).toBe(0);
      const stood = await page.evaluate(() => window.skein!.hash());
      expect(stood).toEqual({ tick: 23, hash: hashInNode('flock', SEED, [], 23) });
    },
    PATIENCE_MS,
  );

  it.each([
    ['beams', 150, 'bloom=off', 300],
    ['beams', 150, 'bloom=on', 300],
    ['beams', 150, 'bloom=off&trails=ribbons&color=speed', 300],
    ['flock', 23, 'bloom=off&mesh=point', 100],
    ['flock', 23, 'bloom=off&mesh=point&color=neighbors', 100],
    ['swarm-100k', 3, 'bloom=off&color=heading&count=boid:6001', 300],
    ['fish-and-shark', 40, 'bloom=off&color=speed', 300],
    ['maze', 20, 'bloom=off', 300],
    ['hills', 20, 'bloom=off', 300],
    ['old-town', 20, 'bloom=off', 100],
  ] as const)('gives the picture of WebGL: %s at tick %i, %s', expectAlike, 5 * PATIENCE_MS);

  it('is shown in a saved picture, and its upload times are measured', async () => {
    await openScene('flock', 11, 'bloom=off');
    await drawBy('WebGPU', 'webgpu');
    const seen = await restingPicture(page);
    const [download] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('i')]);
    const chunks: Buffer[] = [];
    for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer);
    expect(differing(decodePng(Buffer.concat(chunks)), seen, 0)).toBe(0);
    await page.evaluate(() => window.skein!.resume());
    await page.waitForFunction(() => {
      const upload = document.querySelector<HTMLElement>('#gauge [data-gauge=upload]');
      return Number(upload?.dataset.max) > 0;
    });
  });

  it('is not used with software rendering, unless requested', async () => {
    await drawBy('automatic', 'webgl');
    const address = new URL(page.url());
    expect(address.searchParams.has('graphics')).toBe(false);
  });
});

describe('a page that loses WebGPU', () => {
  let open: OpenPage | undefined;

  afterEach(() => open?.close());

  /** Opens a page that draws with WebGPU, loses it by `lose`, and expects WebGL 2 to draw from then on. */
  async function expectWebGL(lose: (page: Page) => Promise<unknown>): Promise<void> {
    const path = `?scene=circle&seed=${SEED}&workers=1&bloom=off&graphics=webgpu`;
    open = await openPage(path, { viewport: VIEWPORT, sharp: true, args: softwareWebGPUCanvas });
    const { page } = open;
    await page.waitForFunction(() => window.skein?.graphics === 'webgpu');
    const lost = lose(page);
    await page.waitForFunction(() => window.skein?.graphics === 'webgl');
    await lost;
    const notice = page.locator('#notices', { hasText: 'WebGL 2 draws the picture.' });
    await notice.waitFor();
    const tick = await page.evaluate(() => window.skein!.tick);
    await waitForTick(page, tick + 10);
    expect(lit(await stillPicture(page))).toBeGreaterThan(100);
    await standStill(page);
    const stood = await page.evaluate(() => window.skein!.hash());
    expect(stood.hash).toBe(hashInNode('circle', SEED, [], stood.tick));
  }

  it('continues with WebGL 2, shows a notice, and keeps the same hashes', async () => {
    await expectWebGL((page) => page.evaluate(() => window.skein!.drawing.lose()));
  });

  // In half of the tries, Chromium 156 ends the process of a page when it restores the WebGL context of a canvas in a
  // worker after such a crash, also of a page of 20 lines. So each try opens a new browser.
  it('does so when the graphics process crashes', { retry: 9, timeout: PATIENCE_MS }, async () => {
    await expectWebGL(async (page) => {
      const browser = await page.context().browser()!.newBrowserCDPSession();
      await browser.send('Browser.crashGpuProcess').catch(() => {});
    });
  });
});

describe('a browser without WebGPU', () => {
  let open: OpenPage;

  beforeAll(async () => {
    const path = `?scene=circle&seed=${SEED}&workers=1&bloom=off&graphics=webgpu`;
    open = await openPage(path, { viewport: VIEWPORT, sharp: true });
  });
  afterAll(() => open?.close());

  it('draws with WebGL 2 when WebGPU is requested, and shows one notice', async () => {
    const { page, errors } = open;
    const notice = page.locator('#notices', { hasText: 'WebGL 2 draws the picture.' });
    await notice.waitFor();
    expect(await notice.textContent()).toContain('offers no WebGPU');
    await waitForTick(page, 30);
    expect(await page.evaluate(() => window.skein!.graphics)).toBe('webgl');
    expect(lit(await stillPicture(page))).toBeGreaterThan(100);
    expect(await page.locator('#notices > *').count()).toBe(1);
    expect(errors).toEqual([]);
  });
});
