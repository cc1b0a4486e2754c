import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { levelGlb } from './level-glb.ts';
import { type OpenPage, openPage } from './open-page.ts';
import { type Color, countNear, stillPicture } from './pixels.ts';
import { frames, standStill, waitForShown, waitForTick } from './replay.ts';
import { glbOf, triangle } from './scene/models/glb-parts.ts';

describe('a level in glTF', () => {
  let open: OpenPage;
  let page: Page;

  beforeAll(async () => {
    open = await openPage('?scene=flock&workers=1', { sharp: true });
    page = open.page;
    await waitForTick(page, 3);
  });
  afterAll(() => open?.close());

  async function drop(name: string, bytes: Uint8Array): Promise<void> {
    const all = [...bytes];
    await page.evaluate(
      ([file, numbers]) => {
        const dataTransfer = new DataTransfer();
        dataTransfer.items.add(new File([Uint8Array.from(numbers)], file));
        const event = new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true });
        document.querySelector('#view')!.dispatchEvent(event);
      },
      [name, all] as const,
    );
  }

  const slider = () => page.locator('#toys').getByLabel('Floors up to');
  const inPanel = () => page.locator('#panel .lil-controller', { hasText: 'Floors up to' });
  const name = () => page.evaluate(() => window.skein!.world!.scenario.name);

  it.each([
    ['other bytes', new Uint8Array(64), 'expected a binary glTF file'],
    ['no floor', glbOf(triangle().json, triangle().bin), 'found no place for a body'],
  ])('of %s is refused in words, and the run continues', async (_, bytes, words) => {
    await drop('bad.glb', bytes);
    const report = page.locator('#report');
    await report.getByText(words).waitFor();
    expect(await report.textContent()).toContain('bad.glb');
    expect(await name()).toBe('flock');
    await page.keyboard.press('Escape');
  });

  it('becomes a scene with walkers, of which the floors above a height can be hidden', async () => {
    expect(await slider().count()).toBe(0);
    expect(await inPanel().isVisible()).toBe(false);
    await drop('My house.glb', levelGlb());
    await page.waitForFunction(() => window.skein!.world?.scenario.name === 'My-house');
    await waitForTick(page, 5);
    await waitForShown(page, await standStill(page));
    const above = await page.evaluate(() =>
      window
        .skein!.heads()
        .filter(({ z, left }) => z > 2.5 && left !== undefined)
        .map(({ left = 0, top = 0 }) => ({ left, top })),
    );
    expect(above.length).toBeGreaterThan(0);
    // Walls are less colorful.
    const isBody = ([r, g, b]: Color) => b > 120 && g > r + 40;
    const shown = async () => {
      await frames(page, 3);
      const picture = await stillPicture(page);
      const counts = above.map((head) => countNear(picture, head, 4, isBody));
      return counts.reduce((sum, count) => sum + count, 0);
    };
    expect(await shown()).toBeGreaterThan(0);
    await slider().fill('20');
    await expect.poll(shown).toBe(0);
    expect(await inPanel().locator('input').inputValue()).toBe('20');
    expect(new URL(page.url()).searchParams.get('floors')).toBe('20');
    expect(open.errors).toEqual([]);
  });
});
