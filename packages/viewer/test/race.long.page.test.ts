import type { Page } from 'playwright';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { softwareWebGPU } from '../../../scripts/setup/browser.mjs';
import { type OpenPage, openPage } from './open-page.ts';
import { hashInNode, waitForTick } from './replay.ts';
import { noteScripts } from './scripts-of-card.ts';

describe('the race', () => {
  let open: OpenPage;
  let page: Page;

  beforeAll(async () => {
    open = await openPage('?scene=flock&workers=2&seed=3');
    page = open.page;
    await waitForTick(page, 20);
  });
  afterAll(() => open?.close());
  afterEach(() => expect(open.errors).toEqual([]));

  const start = () => page.getByRole('button', { name: 'Race', exact: true }).click();
  const verdict = () => page.locator('#race .verdict');
  const meetings = () =>
    page.locator('#race .meetings li').evaluateAll((all: HTMLElement[]) =>
      all.map(({ dataset, className }) => ({
        tick: Number(dataset.tick),
        hashes: dataset.hashes!.split(' '),
        className,
      })),
    );
  const tick = () => page.evaluate(() => window.skein!.idle(() => window.skein!.tick));

  it('ends with the hashes of Node on both sides, and a verdict', async () => {
    await start();
    await verdict().filter({ hasText: 'the same to the last bit' }).waitFor({ timeout: 120_000 });
    expect(await verdict().textContent()).toMatch(/\d\.\d\d .* in 5 turns\./);
    const found = await meetings();
    expect(found).toHaveLength(5);
    for (const { hashes, className } of found) {
      expect(hashes[0]).toBe(hashes[1]);
      expect(className).toBe('same');
    }
    expect(new Set(found.map(({ hashes }) => hashes[0])).size).toBe(5);
    expect(found[0].hashes[0]).toBe(hashInNode('flock', 3, [], found[0].tick));
  });

  it('shows the same agents on both sides, on one side in the colors of two threads', async () => {
    const seen = await page.locator('#race .lane canvas').evaluateAll((all: HTMLCanvasElement[]) =>
      all.map((canvas) => {
        const { width, height } = canvas;
        const { data } = canvas.getContext('2d')!.getImageData(0, 0, width, height);
        // Agents of the last state only: their trails are darker.
        const bright = (k: number) => Math.max(data[4 * k], data[4 * k + 1], data[4 * k + 2]) > 200;
        const agents = Array.from({ length: width * height }, (_, k) => k).filter(bright);
        return {
          agents,
          colors: new Set(agents.map((k) => data.slice(4 * k, 4 * k + 3).join(' '))).size,
        };
      }),
    );
    expect(seen[0].agents.length).toBeGreaterThan(50);
    expect(seen[1].agents).toEqual(seen[0].agents);
    expect(seen.map(({ colors }) => colors)).toEqual([1, 2]);
  });

  it('holds the run on the page meanwhile, which continues after the race', async () => {
    await page.getByRole('button', { name: 'Race again' }).click();
    const held = await tick();
    await page.locator('#race .meetings li').first().waitFor();
    expect(await tick()).toBe(held);
    await page.keyboard.press('Escape');
    expect(await page.locator('#race').isVisible()).toBe(false);
    await waitForTick(page, held + 5);
    const now = await page.evaluate(() => window.skein!.hash());
    expect(now.hash).toBe(hashInNode('flock', 3, [], now.tick));
    expect(await page.evaluate(() => window.skein!.team!.workers)).toBe(2);
  });

  it('leaves a paused run paused', async () => {
    await page.evaluate(() => window.skein!.pause());
    const held = await tick();
    await start();
    await page.locator('#race .meetings li').first().waitFor();
    await page.keyboard.press('Escape');
    await page.waitForTimeout(300);
    expect(await tick()).toBe(held);
    await page.evaluate(() => window.skein!.resume());
  });

  it('races every number of threads, one after the other', async () => {
    await start();
    await page.getByRole('button', { name: '1 : 3' }).click();
    await verdict().filter({ hasText: '3 threads' }).waitFor({ timeout: 120_000 });
    await page.getByRole('button', { name: '1 : 2' }).click();
    await page.locator('#race .results p').nth(1).waitFor({ timeout: 120_000 });
    expect(await page.locator('#race .results p').allTextContents()).toEqual([
      expect.stringMatching(/^2 threads\d/),
      expect.stringMatching(/^3 threads\d/),
    ]);
    await page.keyboard.press('Escape');
  });

  it('fires on both sides in scenes with a launcher', async () => {
    await page.goto(`${open.url}?scene=beams&workers=2`);
    await waitForTick(page, 5);
    await start();
    await verdict().filter({ hasText: 'the same to the last bit' }).waitFor({ timeout: 120_000 });
    const found = await meetings();
    expect(found.map(({ hashes: [a, b] }) => a === b)).toEqual([true, true, true, true, true]);
    expect(await page.evaluate(() => window.skein!.log)).toEqual([]);
  });
});

describe('the race against a graphics card', () => {
  let open: OpenPage;
  afterAll(() => open?.close());

  it('ends with the same hashes, and loads the code of the card only then', async () => {
    open = await openPage('?scene=fish-and-shark&workers=2&seed=3', { args: softwareWebGPU });
    const { page } = open;
    const scripts = noteScripts(page);
    await page.reload();
    await waitForTick(page, 5);
    await page.getByRole('button', { name: 'Race', exact: true }).click();
    const { all, ofCard } = await scripts();
    expect([all > 1, ofCard]).toEqual([true, 0]);
    await page.getByRole('button', { name: '1 : card' }).click();
    const verdict = page.locator('#race .verdict');
    await verdict.filter({ hasText: 'the graphics card' }).waitFor({ timeout: 240_000 });
    expect(await verdict.textContent()).toContain('the same to the last bit');
    expect((await scripts()).ofCard).toBe(1);
    const hashes = await page
      .locator('#race .meetings li')
      .evaluateAll((all: HTMLElement[]) => all.map(({ dataset }) => dataset.hashes!.split(' ')));
    expect(hashes.map(([a, b]) => a === b)).toEqual([true, true, true, true, true]);
    expect(open.errors).toEqual([]);
  }, 300_000);
});
