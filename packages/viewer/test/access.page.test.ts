import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults, ContextObject } from 'axe-core';
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OpenPage, openPage } from './open-page.ts';
import { frames, standStill, waitForTick } from './replay.ts';

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

declare const axe: { run(context?: ContextObject): Promise<AxeResults> };

describe('the page, for whoever sees little or uses no mouse,', () => {
  let open: OpenPage;
  let page: Page;

  beforeAll(async () => {
    open = await openPage('?scene=beams&workers=1', { viewport: { width: 900, height: 700 } });
    page = open.page;
    await waitForTick(page, 3);
    await standStill(page);
    // The policy of the page lets no such script in.
    await page.evaluate(readFileSync(AXE, 'utf8'));
  });
  afterAll(() => open?.close());

  /** What axe finds wrong: the rule, and where. */
  async function violations(): Promise<string[]> {
    const { violations: found } = await page.evaluate(() => axe.run());
    return found.flatMap(({ id, nodes }) =>
      nodes.map(({ target }) => `${id}: ${target.join(' ')}`),
    );
  }

  it('has no fault that axe knows, with all folders open', async () => {
    for (;;) {
      const closed = page.locator('#panel .lil-closed > .lil-title');
      if ((await closed.count()) === 0) break;
      await closed.first().evaluate((title: HTMLElement) => title.click());
    }
    expect(await violations()).toEqual([]);
  });

  for (const [what, key] of [
    ['the scenes', 'g'],
    ['the keys', '?'],
  ]) {
    it(`has none with ${what} open`, async () => {
      await page.keyboard.press(key);
      await page.locator('dialog[open]').waitFor();
      // What fades in has not all its contrast yet.
      await page.waitForFunction(() =>
        document.getAnimations().every(({ playState }) => playState !== 'running'),
      );
      expect(await violations()).toEqual([]);
      await page.keyboard.press('Escape');
    });
  }

  it('has none with the editor open, also on a small screen, and all its buttons are large', async () => {
    await page.keyboard.press('e');
    await page.locator('#edit').waitFor();
    await page.keyboard.press('2');
    expect(await violations()).toEqual([]);
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await violations()).toEqual([]);
    const small = await page.locator('#edit :is(button, select, input)').evaluateAll((all) =>
      all
        .map((one) => ({ name: one.textContent, ...one.getBoundingClientRect().toJSON() }))
        .filter(({ width, height, left, right }) => {
          return Math.min(width, height) < 44 || left < 0 || right > innerWidth;
        }),
    );
    expect(small).toEqual([]);
    await page.getByRole('button', { name: 'Species' }).click();
    await page.locator('#species').waitFor();
    expect(await violations()).toEqual([]);
    await page.keyboard.press('Escape');
    await page.keyboard.press('e');
    await page.setViewportSize({ width: 900, height: 700 });
  });

  it('has none on a small screen', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await violations()).toEqual([]);
    await page.setViewportSize({ width: 900, height: 700 });
  });

  it('gives every control a name and a tip', async () => {
    const bare = await page.evaluate(() =>
      [...document.querySelectorAll<HTMLElement>('#bar button, #bar input, #panel .lil-controller')]
        .filter((control) => control.checkVisibility() && control.title === '')
        .map((control) => control.textContent || control.outerHTML),
    );
    expect(bare).toEqual([]);
  });

  it('is gone through by Tab in the order of the screen, each stop seen', async () => {
    await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
    const stops: string[] = [];
    for (let i = 0; i < 120; i++) {
      await page.keyboard.press('Tab');
      const stop = await page.evaluate(() => {
        const on = document.activeElement as HTMLElement;
        if (on === document.body) return undefined;
        const { outlineStyle, outlineWidth, boxShadow, backgroundColor } = getComputedStyle(on);
        const seen =
          (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 1) || boxShadow !== 'none';
        const place = on.closest('#panel, #actions, #bar, #gauge, dialog')?.id;
        const name = on.getAttribute('aria-label') ?? on.textContent ?? '';
        return { place, name, seen, backgroundColor };
      });
      if (stop === undefined) break;
      expect(stop.seen, `${stop.place} ${stop.name}`).toBe(true);
      if (stops.at(-1) !== stop.place) stops.push(stop.place ?? stop.name);
    }
    expect(stops).toEqual(['panel', 'actions', 'bar', 'gauge']);
  });

  it('keeps still for whoever asked for less motion', async () => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.goto(`${open.url}?scene=flock&workers=1`);
    await waitForTick(page, 3);
    const camera = () => page.evaluate(() => window.skein!.three.camera.position.toArray());
    const before = await camera();
    await frames(page, 20);
    expect(await camera()).toEqual(before);
    const moving = await page.evaluate(() => {
      document.querySelector<HTMLElement>('#ring')!.hidden = false;
      return document.getAnimations().length;
    });
    expect(moving).toBe(0);
  });
});
