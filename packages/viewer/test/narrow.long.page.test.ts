import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OpenPage, openPage } from './open-page.ts';
import { colorAt, decodePng } from './pixels.ts';
import { waitForTick } from './replay.ts';

describe('a page with little room', () => {
  let open: OpenPage;
  let page: Page;

  beforeAll(async () => {
    const viewport = { width: 320, height: 640 };
    open = await openPage('?scene=maze&workers=1&bloom=off', {
      viewport,
      sharp: true,
      fresh: true,
    });
    page = open.page;
    await waitForTick(page, 3);
  });
  afterAll(() => open?.close());

  /** The elements that are not completely visible or are covered. */
  const hidden = (selector: string) =>
    page.locator(selector).evaluateAll((all) =>
      all
        .filter((element) => element.checkVisibility({ visibilityProperty: true }))
        .filter((element) => {
          const { left, top, right, bottom } = element.getBoundingClientRect();
          const inside =
            left >= 0 && top >= 0 && right <= innerWidth + 0.5 && bottom <= innerHeight + 0.5;
          const corners = [
            [left + 2, top + 2],
            [right - 2, bottom - 2],
          ];
          const covered = corners.some(([x, y]) => {
            const on = document.elementFromPoint(x, y);
            return on === null || !(element.contains(on) || on.contains(element));
          });
          return !inside || covered;
        })
        .map((element) => element.getAttribute('aria-label') ?? element.textContent),
    );

  it('shows every tool of the editor with its options, 320 pixels wide', async () => {
    await page.keyboard.press('e');
    await page.locator('#edit').waitFor();
    for (const name of ['Obstacle', 'Agents', 'Throw']) {
      await page.getByRole('radio', { name }).click();
      expect(await hidden('#edit :is(button, select, input)'), name).toEqual([]);
    }
  });

  it('moves the focus from another tool to the clicked tool', async () => {
    await page.getByRole('radio', { name: 'Throw' }).focus();
    await page.getByRole('radio', { name: 'Obstacle' }).click();
    const on = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'));
    expect(await on()).toBe('Obstacle');
  });

  it('keeps the edited scene visible on a low, wide page', async () => {
    await page.setViewportSize({ width: 640, height: 400 });
    const free = await page.evaluate(() => {
      const bottom = document.querySelector('#edit')!.getBoundingClientRect().bottom;
      return document.querySelector('#bar')!.getBoundingClientRect().top - bottom;
    });
    expect(free).toBeGreaterThan(120);
    expect(await hidden('#edit :is(button, select), #bar :is(button, input)')).toEqual([]);
  });

  it('has the palette beside the code, and the tools work there', async () => {
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.locator('#bar').getByRole('button', { name: 'Code' }).click();
    await page.locator('#code-0 .cm-content').waitFor();
    for (const width of [1000, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      expect(
        await hidden('#edit :is(button, select), #bar :is(button, input)'),
        `${width}`,
      ).toEqual([]);
      const cut = await page
        .locator('#edit button')
        .evaluateAll(
          (all) => all.filter((element) => element.scrollWidth > element.clientWidth).length,
        );
      expect(cut).toBe(0);
      const over = await page.evaluate(() => {
        const bar = document.querySelector('#bar')!.getBoundingClientRect();
        const buttons = [...document.querySelectorAll('#bar button')];
        return buttons.at(-1)!.getBoundingClientRect().right - bar.right;
      });
      expect(over).toBeLessThan(0);
    }
    const tools = page.locator('#edit [role="radio"]:visible');
    expect(await tools.count()).toBe(7);
  });

  it.each([
    [800, 1000],
    [320, 640],
  ])('shows the picture above the code, %d x %d', async (width, height) => {
    await page.setViewportSize({ width, height });
    if (await page.locator('#edit').isVisible())
      await page.getByRole('button', { name: 'Done' }).click();
    await expect
      .poll(async () => {
        const picture = decodePng(await page.screenshot());
        let lit = 0;
        for (let top = 4; top < height * 0.2; top += 2) {
          for (let left = 4; left < width * 0.6; left += 2) {
            if (Math.max(...colorAt(picture, left, top)) > 40) lit++;
          }
        }
        return lit;
      })
      .toBeGreaterThan(100);
  });

  it('shows the text about the run when it is unfolded, at 200 % zoom', async () => {
    await page.setViewportSize({ width: 640, height: 400 });
    await page.locator('#drawer').getByRole('button', { name: 'Close the code' }).click();
    const fold = page.locator('#fold');
    if ((await fold.getAttribute('aria-expanded')) === 'false') await fold.click();
    for (const part of ['#description', '#tick', '#threads']) {
      await page.locator(part).scrollIntoViewIfNeeded();
      expect(await hidden(part), part).toEqual([]);
    }
    await fold.scrollIntoViewIfNeeded();
    expect(await hidden('#bar :is(button, input), #fold')).toEqual([]);
    await page.setViewportSize({ width: 320, height: 640 });
  });

  it('has space for everything above the scenes, 320 pixels wide', async () => {
    await page.getByRole('button', { name: 'Scenes', exact: true }).click();
    expect(await hidden('#gallery :is(header button, header input, .groups button)')).toEqual([]);
    const wraps = await page
      .locator('#gallery .groups button')
      .evaluateAll(
        (all) => all.filter((element) => element.scrollWidth > element.clientWidth).length,
      );
    expect(wraps).toBe(0);
    await page.keyboard.press('Escape');
  });

  it('shows all forces of the selected agent, 320 pixels wide', async () => {
    await page.goto(`${open.url}?scene=flock-yuka&workers=1&bloom=off`);
    await waitForTick(page, 3);
    await page.evaluate(() => window.skein!.select(0));
    await page.locator('#insight li').first().waitFor();
    expect(await hidden('#insight :is(dt, dd, li)')).toEqual([]);
    expect(open.errors).toEqual([]);
  });
});
