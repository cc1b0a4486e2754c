import type { Page } from 'playwright';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type OpenPage, openPage } from './open-page.ts';
import { overlaps } from './overlaps.ts';
import { colorAt, countNear, decodePng, settledPicture } from './pixels.ts';
import { hashInNode, readShown, standStill, waitForShown, waitForTick } from './replay.ts';
import { SLOW, slow } from './slow.ts';

const SIZES_BETWEEN = [
  [1600, 900],
  [1000, 650],
  [720, 450],
];

describe('the scenes', () => {
  let open: OpenPage;
  let page: Page;

  beforeAll(async () => {
    open = await openPage('?scene=flock&workers=2', { sharp: true, still: true });
    page = open.page;
    await waitForTick(page, 5);
  });
  afterAll(() => open?.close());
  afterEach(() => expect(open.errors).toEqual([]));

  const hidden = (selector: string) => page.locator(selector).isHidden();

  /** Whether the picture has the color `wanted` at most places of drawn agents. */
  async function agentsDrawn(wanted: (color: readonly number[]) => boolean): Promise<number> {
    await standStill(page);
    const picture = await settledPicture(page);
    const heads = await page.evaluate(() => window.skein!.heads());
    const places = heads.flatMap(({ left, top }) =>
      left === undefined || top === undefined ? [] : [{ left, top }],
    );
    expect(places.length).toBeGreaterThan(50);
    const drawn = places.filter((place) => countNear(picture, place, 3, wanted) > 0);
    await page.evaluate(() => window.skein!.resume());
    return drawn.length / places.length;
  }

  it('shows the flock: darts where the boids are, no gun, and the hash of Node', async () => {
    await waitForTick(page, 60);
    expect(await hidden('#actions')).toBe(true);
    // A few are behind an obstacle.
    expect(await agentsDrawn(([r, g, b]) => r > 70 && r > 1.4 * b && g > 0.5 * b)).toBeGreaterThan(
      0.8,
    );
    await waitForShown(page, 61);
    const { tick, hash } = await readShown(page);
    expect(hash).toBe(hashInNode('flock', 1, [], tick));
  });

  slow('shows the swarm of 100,000 from the list: points, and the hash of Node', async () => {
    await page.getByLabel('Scene', { exact: true }).selectOption('swarm-100k');
    await page.waitForFunction(() => window.skein!.world?.count === 100_000);
    await waitForTick(page, 2);
    expect(await page.locator('#agents').textContent()).toBe('100,000');
    expect(new URL(page.url()).searchParams.get('scene')).toBe('swarm-100k');
    // In the color of their headings.
    expect(await agentsDrawn((color) => Math.max(...color) > 70)).toBeGreaterThan(0.8);
    await standStill(page);
    const { tick, hash } = await page.evaluate(() => window.skein!.hash());
    expect(hash).toBe(hashInNode('swarm-100k', 1, [], tick));
  });

  it('continues from scene to scene', async () => {
    await page.getByLabel('Scene', { exact: true }).selectOption('beams');
    await page.waitForFunction(() => window.skein!.world?.count === 64 && window.skein!.tick > 5);
    expect(await hidden('#actions')).toBe(false);
    await waitForShown(page, 6);
    const { tick, hash } = await readShown(page);
    expect(hash).toBe(hashInNode('beams', 1, [], tick));
  });
});

describe('the page', () => {
  let open: OpenPage;
  let page: Page;

  beforeAll(async () => {
    open = await openPage('favicon.svg');
    page = open.page;
  });
  afterAll(() => open?.close());
  afterEach(() => expect(open.errors).toEqual([]));

  for (const [width, height] of [[1280, 720], [390, 844], ...(SLOW ? SIZES_BETWEEN : [])]) {
    it(`fits a screen of ${width} x ${height}`, async () => {
      await page.setViewportSize({ width, height });
      await page.goto(`${open.url}?scene=beams&workers=1`);
      await waitForTick(page, 3);
      await expect.poll(() => overlaps(page)).toEqual([]);
      const canvas = await page.locator('#view').boundingBox();
      expect(canvas).toEqual({ x: 0, y: 0, width, height });
      const corner = decodePng(
        await page.screenshot({ clip: { x: 0, y: 0, width: 16, height: 16 } }),
      );
      expect(colorAt(corner, 0, 0)).not.toEqual([255, 255, 255]);
      // An open plot and the command line need more space than smaller screens have.
      if (width > 1000) return;
      await page.locator('#gauge .summary').click();
      await page.getByRole('button', { name: 'Measures', exact: true }).click();
      await page.locator('#gauge .uplot').first().waitFor();
      // The readout is folded on smaller screens.
      const compare = page.getByText('Compare with Node');
      if (!(await compare.isVisible())) await page.locator('#fold').click();
      if (width > 640) await compare.click();
      await expect.poll(() => overlaps(page)).toEqual([]);
    });
  }
});
