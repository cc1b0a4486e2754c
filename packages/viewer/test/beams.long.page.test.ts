import type { Page } from 'playwright';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type OpenPage, openPage } from './open-page.ts';
import { hashInNode, readShown, standStill, waitForShown, waitForTick } from './replay.ts';
import { slow } from './slow.ts';

const SEED = 7;

describe('the page, isolated, with the beams', () => {
  let open: OpenPage;
  let page: Page;

  beforeAll(async () => {
    open = await openPage(`?scene=beams&seed=${SEED}&workers=2`);
    page = open.page;
    await waitForTick(page, 5);
  });
  afterAll(() => open?.close());
  afterEach(() => expect(open.errors).toEqual([]));

  const tickNow = () => page.evaluate(() => window.skein!.tick);
  const workers = () => page.evaluate(() => window.skein!.team!.workers);

  it('is isolated and runs on as many threads as the address says', async () => {
    const found = await page.evaluate(() => ({
      isolated: crossOriginIsolated,
      threaded: window.skein!.team!.threaded,
      workers: window.skein!.team!.workers,
      shown: document.querySelector<HTMLElement>('#threads')!.dataset.workers,
      notices: document.querySelectorAll('.notice').length,
    }));
    expect(found).toEqual({ isolated: true, threaded: true, workers: 2, shown: '2', notices: 0 });
  });

  it('shows the hash that Node computes, while it runs', async () => {
    await waitForShown(page, 20);
    const { tick, hash, log } = await readShown(page);
    expect(hash).toBe(hashInNode('beams', SEED, log, tick));
  });

  it('fires once with Space, also after a click, and with the keyboard alone', async () => {
    const fired = () => page.evaluate(() => window.skein!.log.length);
    const settle = async (count: number) => {
      await page.waitForFunction((n) => window.skein!.log.length >= n, count);
      await page.waitForTimeout(150);
      expect(await fired()).toBe(count);
    };
    const start = await fired();
    await page.keyboard.press('Space');
    await settle(start + 1);
    await page.getByRole('button', { name: 'Fire 16' }).click();
    await settle(start + 2);
    await page.keyboard.press('Space');
    await settle(start + 3);
    // Tab goes to Fire, and then to Fire 16. There, Enter and Space act as on any button.
    await page.locator('#fire').focus();
    await page.keyboard.press('Enter');
    await settle(start + 4);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Space');
    await settle(start + 5);
    const log = await page.evaluate(() =>
      window.skein!.log.slice(-5).map((command) => ({ ...command })),
    );
    expect(log.map((command) => ('count' in command ? command.count : undefined))).toEqual([
      1, 16, 1, 1, 16,
    ]);
    await page.evaluate(() => (document.activeElement as HTMLElement).blur());
  });

  slow('changes the number of threads while it runs, and the hash stays that of Node', async () => {
    const slider = page.getByLabel(/^Threads \(1 to \d+\)$/);
    for (const count of [3, 1, 4, 2]) {
      await slider.fill(String(count));
      await slider.press('Enter');
      await page.waitForFunction((n) => window.skein!.team!.workers === n, count);
      const tick = await tickNow();
      await waitForTick(page, tick + 10);
      // The readout is folded at this width.
      await page.locator(`#threads[data-workers="${count}"]`).waitFor({ state: 'attached' });
      await expect.poll(() => new URL(page.url()).searchParams.get('workers')).toBe(String(count));
      await waitForShown(page, tick + 11);
      const shown = await readShown(page);
      expect(shown.hash).toBe(hashInNode('beams', SEED, shown.log, shown.tick));
    }
    expect(await workers()).toBe(2);
  });

  it('pauses, steps by one tick and continues', async () => {
    await page.getByRole('button', { name: 'Pause' }).click();
    const tick = await standStill(page);
    await page.waitForTimeout(300);
    expect(await tickNow()).toBe(tick);
    await page.getByRole('button', { name: 'Step one tick' }).click();
    await waitForShown(page, tick + 1);
    const { tick: shown, hash, log } = await readShown(page);
    expect(shown).toBe(tick + 1);
    expect(hash).toBe(hashInNode('beams', SEED, log, shown));
    await page.getByRole('button', { name: 'Continue' }).click();
    await waitForTick(page, tick + 5);
  });

  it('does not make up for time in which the page was stopped', async () => {
    const [before, after] = await page.evaluate(async () => {
      const tick = window.skein!.tick;
      const end = performance.now() + 1500;
      while (performance.now() < end);
      await new Promise((resolve) => requestAnimationFrame(resolve));
      await new Promise((resolve) => requestAnimationFrame(resolve));
      return [tick, window.skein!.tick];
    });
    // 90 ticks of real time have passed: the present run of the team, and at most four per frame to catch up.
    expect(after - before).toBeLessThan(20);
  });

  slow(
    'measures frames and ticks: mean and maximum over 60 frames, as text and as bars',
    async () => {
      await page.locator('#gauge .summary').click();
      await waitForTick(page, (await tickNow()) + 60);
      for (const key of ['frame', 'tick']) {
        // Read in one call, because the numbers change all the time.
        const { mean, max, text, width } = await page
          .locator(`#gauge [data-gauge="${key}"]`)
          .evaluate((row: HTMLElement) => {
            const bar = row.querySelector('.bar.max')!;
            const [own, whole] = [bar, bar.parentElement!].map((it) => it.getBoundingClientRect());
            const text = row.querySelector('.value.mean')!.textContent;
            return { ...row.dataset, text, width: own.width / whole.width } as {
              mean: string;
              max: string;
              text: string;
              width: number;
            };
          });
        expect(Number(mean), key).toBeGreaterThan(0);
        expect(Number(max), key).toBeGreaterThanOrEqual(Number(mean));
        expect(Number(text), key).toBeGreaterThan(0);
        expect(width, key).toBeGreaterThan(0);
        expect(width, key).toBeLessThanOrEqual(1.001);
      }
    },
  );

  it('gives the camera to the visitor who drags it, and frames again on request', async () => {
    const camera = page.getByLabel('Camera', { exact: true });
    expect(await camera.inputValue()).toBe('gun and target');
    await page.mouse.move(380, 170);
    await page.mouse.down();
    await page.mouse.move(420, 185, { steps: 4 });
    await page.mouse.up();
    expect(await camera.inputValue()).toBe('by hand');
    await camera.selectOption('gun and target');
    expect(await camera.inputValue()).toBe('gun and target');
  });

  slow('starts the same run again with Restart, and another with another seed', async () => {
    await page.getByRole('button', { name: 'Restart' }).click();
    await page.waitForFunction(() => window.skein!.log.length === 0 && window.skein!.tick > 30);
    expect(await page.evaluate(() => window.skein!.tick)).toBeLessThan(600);
    await waitForShown(page, 31);
    const again = await readShown(page);
    expect(again.hash).toBe(hashInNode('beams', SEED, [], again.tick));
    const seed = page.getByLabel('Seed', { exact: true });
    await seed.fill('99');
    await seed.press('Enter');
    await page.waitForFunction(() => window.skein!.seed === 99 && window.skein!.tick > 10);
    expect(new URL(page.url()).searchParams.get('seed')).toBe('99');
    await waitForShown(page, 11);
    const other = await readShown(page);
    expect(other.hash).toBe(hashInNode('beams', 99, [], other.tick));
  });
});
