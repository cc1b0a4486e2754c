import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { type OpenPage, openPage } from './open-page.ts';
import { hashInNode, waitForTick } from './replay.ts';
import { slow } from './slow.ts';

/** A ball with enough agents that each has thousands of neighbors: a step takes many seconds. */
const DENSE = '?scene=flock&count=boid:80000&mesh=point&bloom=off&workers=2';

describe('while a step takes many seconds', () => {
  let open: OpenPage;
  let page: Page;
  beforeAll(async () => {
    open = await openPage('?scene=flock-yuka&workers=1', { viewport: { width: 900, height: 500 } });
    page = open.page;
  });
  afterAll(() => open?.close());

  /** The time from the next click until the page is paused or another scene runs, in ms. */
  async function within(click: () => Promise<void>, what: 'paused' | 'changed'): Promise<number> {
    await page.evaluate((wanted) => {
      const isDone = () =>
        wanted === 'paused'
          ? document.querySelector('#bar [aria-label="Continue"]') !== null
          : window.skein!.world?.scenario.name === 'flock-yuka';
      const begin = () => {
        const began = performance.now();
        const look = () => {
          if (isDone()) window.took = performance.now() - began;
          else setTimeout(look, 5);
        };
        look();
      };
      window.took = undefined;
      window.addEventListener('click', begin, { once: true, capture: true });
    }, what);
    await click();
    await page.waitForFunction(() => window.took !== undefined);
    return page.evaluate(() => window.took!);
  }

  slow('the page is paused, and another scene chosen, at once', async () => {
    // A software renderer would block the page for most of the measured time.
    await page.addInitScript(drawNothing);
    await page.goto(`${open.url}${DENSE}`);
    await page.getByText(/^This step has taken \d+ s so far$/).waitFor();
    const pause = page.getByRole('button', { name: 'Pause' });
    const paused = await within(() => pause.click(), 'paused');
    expect(paused, 'ms').toBeLessThan(200);
    expect(await page.evaluate(() => window.skein!.tick)).toBe(0);
    await page.getByRole('button', { name: 'Scenes' }).click();
    const card = page.locator('#gallery [data-scene="flock-yuka"]');
    const changed = await within(() => card.click(), 'changed');
    // Not after the step, which takes many seconds. The browser draws the gallery beside two busy threads meanwhile.
    expect(changed, 'ms').toBeLessThan(1000);
    console.log(
      `paused after ${paused.toFixed(0)} ms, another scene after ${changed.toFixed(0)} ms`,
    );
    await waitForTick(page, 5);
    await page.evaluate(() => window.skein!.pause());
    const { tick, hash } = await page.evaluate(() => window.skein!.hash());
    expect(hash).toBe(hashInNode('flock-yuka', 1, [], tick));
    expect(open.errors).toEqual([]);
  });
});

describe('a number of agents that is too large for the machine', () => {
  let open: OpenPage;
  afterAll(() => open?.close());

  slow('leads back to the number of the scene, which begins as in a fresh link', async () => {
    open = await openPage('favicon.svg', { viewport: { width: 900, height: 500 } });
    const { page, url } = open;
    await page.addInitScript(drawNothing);
    await page.goto(`${url}${DENSE}`);
    const notice = page.locator('.notice', { hasText: 'Too many agents for this machine' });
    await notice.waitFor();
    await notice.getByRole('button', { name: 'Back to 200' }).click();
    await page.waitForFunction(() => window.skein!.world?.count === 200);
    await waitForTick(page, 5);
    expect(await notice.count()).toBe(0);
    expect(new URL(page.url()).search).not.toMatch(/count=|many=/);
    await page.evaluate(() => window.skein!.pause());
    const { tick, hash } = await page.evaluate(() => window.skein!.hash());
    expect(hash).toBe(hashInNode('flock', 1, [], tick));
    // With room, the same number takes a moment.
    await page.goto(`${url}${DENSE.replace('count=', 'many=')}`);
    await waitForTick(page, 3);
    expect(open.errors).toEqual([]);
  });
});

/** This function runs in the page. */
function drawNothing(): void {
  const gl = WebGL2RenderingContext.prototype;
  for (const name of [
    'drawArrays',
    'drawElements',
    'drawArraysInstanced',
    'drawElementsInstanced',
  ] as const) {
    gl[name] = () => {};
  }
}

declare global {
  interface Window {
    /** The duration of an awaited action, in ms. */
    took?: number | undefined;
  }
}
