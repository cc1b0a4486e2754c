import type { Page } from 'playwright';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { type OpenPage, openPage } from './open-page.ts';
import { colorAt, differing, type Picture, settledPicture } from './pixels.ts';
import { frames, standStill, waitForTick } from './replay.ts';
import { slowly } from './slow.ts';

slowly('bloom', () => {
  let open: OpenPage;
  let page: Page;

  beforeAll(async () => {
    const viewport = { width: 700, height: 260 };
    open = await openPage('?scene=beams&seed=7&workers=1&bloom=off&trails=ribbons', {
      viewport,
      sharp: true,
    });
    page = open.page;
    // Beams are visible, and the camera is at rest.
    await waitForTick(page, 1);
    await standStill(page);
    await page.evaluate(() => window.skein!.restart());
    await page.evaluate(() => window.skein!.step(104));
    await waitForTick(page, 104);
    await page.getByLabel('Camera', { exact: true }).selectOption('by hand');
  });
  afterAll(() => open?.close());
  afterEach(() => expect(open.errors).toEqual([]));

  async function pictureWith(choice: string): Promise<Picture> {
    await page.getByLabel('Glow', { exact: true }).selectOption(choice);
    return settledPicture(page);
  }

  for (const [width, height] of [
    [700, 260],
    [661, 303],
  ]) {
    it(`only adds light, around bright parts, at ${width} x ${height}`, async () => {
      await page.setViewportSize({ width, height });
      const without = await pictureWith('off');
      // Bloom is loaded on first use.
      await page.getByLabel('Glow', { exact: true }).selectOption('on');
      const differs = async () => differing(await settledPicture(page), without, 12);
      await expect.poll(differs, { timeout: 20_000 }).toBeGreaterThan(500);
      const bloomed = await settledPicture(page);
      expect([bloomed.width, bloomed.height]).toEqual([width, height]);
      const heads = await page.evaluate(() => window.skein!.heads());
      // The farthest visible beam: the core of a near one would be white everywhere.
      const [head] = heads
        .filter(({ left, top }) => left! > 30 && left! < width - 30 && top! > 30 && top! < 230)
        .sort((a, b) => b.z - a.z);
      expect(head).toBeDefined();
      // There was no light beside the head without bloom; far from all bright parts there still is none.
      const light = (picture: Picture, x: number, y: number) =>
        colorAt(picture, x, y).reduce((sum, part) => sum + part, 0);
      let [added, taken, dark, darkAdded] = [0, 0, 0, 0];
      for (let y = 0; y < height; y++) {
        for (let x = 0; x < width; x++) {
          const more = light(bloomed, x, y) - light(without, x, y);
          if (more > 12) added += 1;
          if (more < -6) taken += 1;
          if (y > height - 20 && x < 40) {
            dark += 1;
            darkAdded += Math.max(0, more);
          }
        }
      }
      expect(added).toBeGreaterThan(500);
      expect(added).toBeLessThan((width * height) / 2);
      expect(taken).toBe(0);
      expect(darkAdded / dark).toBeLessThan(8);
      const ring = [...Array(16).keys()].map((n) => {
        const x = Math.round(head.left! + 6 * Math.cos((n * Math.PI) / 8));
        const y = Math.round(head.top! + 6 * Math.sin((n * Math.PI) / 8));
        return light(bloomed, x, y) - light(without, x, y);
      });
      expect(ring.filter((more) => more > 5).length).toBeGreaterThan(11);
    });
  }

  it('is off automatically where it is slow, as on the renderer of these tests', async () => {
    // Measured once, on a picture so large that no software renderer is fast enough.
    await page.setViewportSize({ width: 1600, height: 900 });
    const without = await pictureWith('off');
    const auto = await pictureWith('automatic');
    await frames(page, 30);
    expect(differing(auto, without, 0)).toBe(0);
    expect(differing(await settledPicture(page), without, 0)).toBe(0);
    await page.getByLabel('Glow', { exact: true }).selectOption('on');
    expect(new URL(page.url()).searchParams.get('bloom')).toBe('on');
    await page.getByLabel('Glow', { exact: true }).selectOption('automatic');
    expect(new URL(page.url()).searchParams.has('bloom')).toBe(false);
  });
});
