import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OpenPage, openPage } from './open-page.ts';
import { waitForTick } from './replay.ts';
import { slow } from './slow.ts';

const SMALL = { viewport: { width: 240, height: 160 } };

describe('an untouched page', () => {
  let open: OpenPage;
  let page: Page;

  beforeAll(async () => {
    open = await openPage('?rotate=3', SMALL);
    page = open.page;
    await page.evaluate(() => {
      window.stills = 0;
      new MutationObserver((changes) => {
        for (const { addedNodes } of changes) {
          for (const node of addedNodes) {
            if ((node as Element).matches?.('canvas.still')) window.stills! += 1;
          }
        }
      }).observe(document.querySelector('main')!, { childList: true });
    });
    await waitForTick(page, 1);
  });
  afterAll(() => open?.close());

  const species = () => page.evaluate(() => window.skein!.world?.scenario.species[0].name);
  const query = () => new URL(page.url()).search;

  slow(
    'moves on to other scenes without changing the address or Back, and without announcements',
    async () => {
      const length = await page.evaluate(() => history.length);
      // A moving pointer does not count as a touch.
      await page.mouse.move(100, 80);
      await page.mouse.move(120, 90);
      const seen: unknown[] = [];
      await expect
        .poll(
          async () => {
            const now = await species();
            if (now !== undefined && now !== seen.at(-1)) seen.push(now);
            return seen.slice(-3);
          },
          { timeout: 50_000, interval: 100 },
        )
        .toEqual(['starling', 'beam', 'fish']);
      // The last picture covers the next scene until that is drawn.
      expect(await page.evaluate(() => window.stills)).toBeGreaterThanOrEqual(2);
      expect(query()).toBe('?rotate=3');
      expect(await page.evaluate(() => history.length)).toBe(length);
      expect(await page.locator('#said').textContent()).not.toContain('fish-and-shark');
    },
  );

  it('stays at the first touch, and the address holds the scene', async () => {
    await page.mouse.click(120, 80);
    const stays = await species();
    const scene = new URL(page.url()).searchParams.get('scene');
    expect(scene).not.toBeNull();
    await page.waitForTimeout(6000);
    expect(await page.locator('.still').count()).toBe(0);
    expect(await species()).toBe(stays);
    expect(new URL(page.url()).searchParams.get('scene')).toBe(scene);
    expect(open.errors).toEqual([]);
  });
});

describe('until the first frame is drawn', () => {
  let open: OpenPage;
  let page: Page;
  beforeAll(async () => {
    open = await openPage('favicon.svg', SMALL);
    page = open.page;
  });
  afterAll(() => open?.close());

  it.each([
    ['', true],
    ['?scene=murmuration&seed=3', true],
    ['?scene=flock-yuka', false],
    ['?new=plane', false],
    ['?scene=murmuration&many=starling:20', false],
  ])('the page %j has a still of its scene: %s', async (query, hasStill) => {
    // The page's own script waits until the still was seen.
    let release = () => {};
    const seen = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route(/assets\/index-[^/]*\.js$/, async (route) => {
      await seen;
      await route.continue();
    });
    await page.goto(open.url + query, { waitUntil: 'commit' });
    await page.waitForFunction(() => document.querySelector('#said') !== null);
    const still = page.locator('#still');
    // Its script runs after the page is read.
    if (hasStill) await still.waitFor({ state: 'attached' });
    expect(await still.count()).toBe(hasStill ? 1 : 0);
    if (hasStill) {
      await expect
        .poll(() => still.evaluate((element) => (element as HTMLImageElement).naturalWidth))
        .toBeGreaterThan(600);
    }
    for (const part of ['#panel', '#gauge'])
      expect(await page.locator(part).isVisible()).toBe(false);
    release();
    await page.waitForFunction(() => document.body.classList.contains('drawn'));
    await still.waitFor({ state: 'detached' });
    expect(await page.locator('#panel').isVisible()).toBe(true);
    expect(open.errors).toEqual([]);
  });
});

declare global {
  interface Window {
    /** The number of pictures that covered another scene. */
    stills?: number;
  }
}
