import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type OpenPage, openPage } from './open-page.ts';
import { hashInNode, readShown, waitForShown, waitForTick } from './replay.ts';

declare global {
  interface Window {
    /** The workers of the page, in the order in which they were started. */
    workersOfPage?: Worker[];
  }
}

let open: OpenPage;
let page: Page;

beforeAll(async () => {
  // No page of the viewer yet: its workers are to be counted from the first on.
  open = await openPage('favicon.svg', { viewport: { width: 700, height: 450 } });
  page = open.page;
  await page.addInitScript(() => {
    const all: Worker[] = [];
    window.workersOfPage = all;
    window.Worker = class extends window.Worker {
      constructor(url: string | URL, options?: WorkerOptions) {
        super(url, options);
        // The drawing thread is not part of a team.
        if (!String(url).includes('drawing-thread')) all.push(this);
      }
    };
  });
});
afterAll(() => open?.close());

/** The id of the object that draws particles; undefined while there is none. */
function particlePoints(): Promise<string | undefined> {
  return page.evaluate(() => window.skein!.drawing.particlePoints());
}

it('continues with the same hashes when a worker is terminated, and draws from the new memory', async () => {
  await page.goto(`${open.url}?scene=beams&seed=9&workers=2`);
  await waitForTick(page, 60);
  await expect.poll(particlePoints, { timeout: 10_000 }).toBeDefined();
  const before = await particlePoints();
  await page.evaluate(() => {
    const { team } = window.skein!;
    const moved = new Promise((resolve) => team!.on('moved', resolve));
    window.workersOfPage![1].terminate();
    return moved;
  });
  await page.evaluate(() => window.skein!.fire(16));
  const { tick } = await page.evaluate(() => window.skein!.log.at(-1)!);
  await waitForShown(page, tick + 40);
  const shown = await readShown(page);
  expect(shown.log).toHaveLength(1);
  expect(shown.hash).toBe(hashInNode('beams', 9, shown.log, shown.tick));

  const after = await particlePoints();
  expect(after).toBeDefined();
  expect(after).not.toBe(before);
  // The thread may only have been slow: then nothing is lost or reported.
  expect(await page.locator('.notice').count()).toBe(0);
  expect(await page.evaluate(() => window.skein!.team!.workers)).toBe(2);
  expect(await page.locator('#error').isHidden()).toBe(true);
});
