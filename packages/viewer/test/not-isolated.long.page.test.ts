import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OpenPage, openPage } from './open-page.ts';
import { hashInNode, readShown, standStill, waitForShown, waitForTick } from './replay.ts';

describe('the page on a server that does not isolate it', () => {
  let open: OpenPage;
  let page: Page;

  beforeAll(async () => {
    // The headers of a plain static host, which do not isolate the page.
    const headers = {
      'Cross-Origin-Opener-Policy': 'unsafe-none',
      'Cross-Origin-Embedder-Policy': 'unsafe-none',
    };
    open = await openPage('?scene=beams&seed=7&workers=3&speed=4', { source: true, headers });
    page = open.page;
    await waitForTick(page, 5);
  });
  afterAll(() => open?.close());

  it('runs on one thread and says why', async () => {
    const found = await page.evaluate(() => ({
      isolated: crossOriginIsolated,
      threaded: window.skein!.team!.threaded,
      workers: window.skein!.team!.workers,
      shown: document.querySelector<HTMLElement>('#threads')!.dataset.workers,
    }));
    expect(found).toEqual({ isolated: false, threaded: false, workers: 1, shown: '1' });
    const notice = page.locator('.notice');
    expect(await notice.isVisible()).toBe(true);
    expect(await notice.textContent()).toMatch(/one thread.*not cross-origin isolated.*headers/i);
    expect(await page.getByLabel(/^Threads \(1 to \d+\)$/).isDisabled()).toBe(true);
  });

  it('shows the hash of Node, which is the same for any number of threads', async () => {
    await waitForShown(page, 20);
    const { tick, hash, log } = await readShown(page);
    expect(hash).toBe(hashInNode('beams', 7, log, tick));
  });

  it('fires and hits as usual', async () => {
    await page.keyboard.press('Space');
    await page.waitForFunction(() => window.skein!.hits >= 1);
    await waitForShown(page, await standStill(page));
    const { tick, hash, log } = await readShown(page);
    expect(log).toHaveLength(1);
    expect(hash).toBe(hashInNode('beams', 7, log, tick));
  });

  it('offers no other number of threads, and says why there is no race', async () => {
    const pills = page.locator('#threads-strip .pills button');
    expect(await pills.first().isEnabled()).toBe(true);
    for (const pill of (await pills.all()).slice(1)) {
      expect(await pill.isDisabled()).toBe(true);
      expect(await pill.getAttribute('title')).toMatch(/not cross-origin isolated/);
    }
    await page.getByRole('button', { name: 'Race' }).click();
    const verdict = page.locator('#race .verdict');
    expect(await verdict.textContent()).toMatch(/nothing to race.*not cross-origin isolated/i);
    expect(await page.locator('#race .meetings li').count()).toBe(0);
    await page.keyboard.press('Escape');
  });

  it('keeps the three requested threads in the address, and dismisses the notice', async () => {
    expect(new URL(page.url()).searchParams.get('workers')).toBe('3');
    await page.getByRole('button', { name: 'Dismiss' }).click();
    expect(await page.locator('.notice').count()).toBe(0);
  });

  it('logs no error', () => {
    expect(open.errors).toEqual([]);
  });
});
