import { measure, orderParameters } from '@skein/core';
import type { Page } from 'playwright';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type OpenPage, openPage } from './open-page.ts';
import { waitForTick, worldInNode } from './replay.ts';

describe('the gauge', () => {
  let open: OpenPage;
  let page: Page;

  beforeAll(async () => {
    open = await openPage('?scene=flock&workers=2');
    page = open.page;
    await waitForTick(page, 20);
    await page.locator('#gauge .summary').click();
  });
  afterAll(() => open?.close());
  afterEach(() => expect(open.errors).toEqual([]));

  const pane = (name: string) => page.getByRole('button', { name, exact: true }).click();
  const dataOf = (selector: string) =>
    page.locator(selector).evaluate((element) => ({ ...(element as HTMLElement).dataset }));

  /** The number of different colors in a canvas. */
  const colorsOf = (selector: string) =>
    page.locator(selector).evaluate((canvas: HTMLCanvasElement) => {
      const { width, height } = canvas;
      const { data } = canvas.getContext('2d')!.getImageData(0, 0, width, height);
      return new Set(new Uint32Array(data.buffer)).size;
    });

  it('measures uploads and drawing beside frames and ticks', async () => {
    for (const key of ['upload', 'draw']) {
      await page
        .locator(`#gauge [data-gauge="${key}"]:not([data-max="0.000"])`)
        .waitFor({ state: 'attached' });
      const { mean, max } = await dataOf(`#gauge [data-gauge="${key}"]`);
      expect(Number(mean), key).toBeGreaterThan(0);
      expect(Number(max), key).toBeGreaterThanOrEqual(Number(mean));
    }
  });

  it('shows a bar for each thread', async () => {
    await pane('Threads');
    const busy = async () => {
      const bars = await page.waitForFunction(() => {
        const rows = [...document.querySelectorAll<HTMLElement>('[data-busy]')];
        return rows.length === 2 && rows.map(({ dataset }) => Number(dataset.busy));
      });
      return bars.jsonValue() as Promise<number[]>;
    };
    for (const share of await busy()) {
      expect(share).toBeGreaterThan(0);
      expect(share).toBeLessThanOrEqual(1);
    }
    await page.evaluate(() => window.skein!.threads(3));
    await page.waitForFunction(() => document.querySelectorAll('[data-busy]').length === 3);
    await page.evaluate(() => window.skein!.threads(2));
  });

  it('plots the last ten seconds', async () => {
    await pane('Last 10 s');
    await page.waitForSelector('#gauge .pane:not([hidden]) canvas');
    await expect.poll(() => colorsOf('#gauge .pane:not([hidden]) canvas')).toBeGreaterThan(20);
    expect(await page.locator('#gauge .workers').isHidden()).toBe(true);
  });

  describe('measures', () => {
    const field = '#gauge .measures input';
    const measured = async () => {
      await page.evaluate(() => window.skein!.pause());
      await page.waitForFunction(() => {
        const { dataset } = document.querySelector<HTMLElement>('#gauge .pane[data-tick]')!;
        return Number(dataset.tick) === window.skein!.tick;
      });
      const { tick, measured } = await dataOf('#gauge .pane[data-tick]');
      await page.evaluate(() => window.skein!.resume());
      return { world: worldInNode('flock', 1, [], Number(tick)), found: JSON.parse(measured!) };
    };

    it('equal those of core in Node, and are plotted', async () => {
      await pane('Measures');
      await page.waitForSelector('#gauge .pane[data-tick]');
      const { world, found } = await measured();
      const { polarization, rotation, meanSpeed } = orderParameters(world);
      expect(found).toEqual({ polarization, rotation, speed: meanSpeed });
      expect(await page.locator('#gauge .pane[data-tick] canvas').count()).toBe(3);
      await expect
        .poll(() => colorsOf('#gauge .pane[data-tick] canvas >> nth=0'))
        .toBeGreaterThan(20);
    });

    it('are those that the visitor names; mistakes are reported', async () => {
      await page.fill(field, 'alive, quantile(speed,0.9)');
      await page.press(field, 'Enter');
      await page.waitForFunction(() =>
        document
          .querySelector<HTMLElement>('#gauge .pane[data-tick]')!
          .dataset.measured!.includes('quantile'),
      );
      const { world, found } = await measured();
      const [alive, fast] = measure(world, ['alive', 'quantile(speed,0.9)']);
      expect(found).toEqual({ alive, 'quantile(speed,0.9)': fast });
      await page.fill(field, 'alife');
      await page.press(field, 'Enter');
      await page.getByText('did you mean "alive"?').waitFor();
      await pane('Measures');
      expect(await page.locator('#gauge .pane[data-tick]').isHidden()).toBe(true);
    });
  });
});
