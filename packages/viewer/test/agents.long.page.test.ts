import type { Page } from 'playwright';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type OpenPage, openPage } from './open-page.ts';
import { type Color, colorAt, countNear, type Picture, settledPicture } from './pixels.ts';
import { hashInNode, standStill, waitForTick } from './replay.ts';
import { slow } from './slow.ts';

describe('how agents are drawn', () => {
  let open: OpenPage;
  let page: Page;

  beforeAll(async () => {
    open = await openPage('?scene=shepherd&workers=2', { sharp: true, still: true });
    page = open.page;
    await waitForTick(page, 20);
    await standStill(page);
    await page.evaluate(() => window.skein!.goTo(120));
  });
  afterAll(() => open?.close());
  afterEach(() => expect(open.errors).toEqual([]));

  const choose = (label: string, value: string) =>
    page.getByLabel(label, { exact: true }).selectOption(value);
  const heads = async () =>
    (await page.evaluate(() => window.skein!.heads())).flatMap(({ left, top }, place) =>
      left === undefined || top === undefined ? [] : [{ left, top, place }],
    );
  const lit = ([r, g, b]: Color) => Math.max(r, g, b) > 60;

  /** The places of pixels in the two colors of the sheep's threads. */
  async function colorsAtHeads(picture: Picture): Promise<Color[]> {
    return (await heads()).map(({ left, top }) =>
      colorAt(picture, Math.round(left), Math.round(top)),
    );
  }

  it('draws bodies that point in their direction, seen from above', async () => {
    // Only darts are much longer ahead than behind; by this tick many are apart.
    await choose('Bodies', 'darts');
    // The light around a body reaches equally far on each side.
    await choose('Glow', 'off');
    const picture = await settledPicture(page);
    const velocities = await page.evaluate(() => {
      const { velocity } = window.skein!.world!.views;
      return window.skein!.heads().map((_, i) => [velocity.x[i], velocity.y[i]]);
    });
    const all = await heads();
    let [ahead, behind] = [0, 0];
    for (const { left, top, place } of all) {
      const [x, y] = velocities[place];
      const speed = Math.hypot(x, y);
      const apart = all.every(
        (other) => other.place === place || Math.hypot(other.left - left, other.top - top) > 20,
      );
      if (speed < 0.5 || !apart) continue;
      // How far the body extends from the place of the agent: the nose is longer than the tail.
      const reach = (way: number) => {
        let steps = 0;
        const at = () => ({
          left: left + (way * steps * x) / speed,
          top: top - (way * steps * y) / speed,
        });
        while (steps < 20 && countNear(picture, at(), 0, lit) > 0) steps += 1;
        return steps;
      };
      ahead += reach(1);
      behind += reach(-1);
    }
    expect(behind).toBeGreaterThan(100);
    expect(ahead).toBeGreaterThan(1.15 * behind);
    await choose('Glow', 'automatic');
    await choose('Bodies', 'by species');
    expect(new URL(page.url()).searchParams.get('mesh')).toBeNull();
  });

  it('colors agents by thread: one color per slice, with a legend', async () => {
    await choose('Color by', 'worker thread');
    const legend = page.locator('#legend');
    await legend.getByText('thread 2').waitFor();
    expect(await legend.locator('li').count()).toBe(2);
    const chips = await legend
      .locator('.chip')
      .evaluateAll((all) => all.map((chip) => getComputedStyle(chip).backgroundColor));
    const rgb = chips.map((text) => text.match(/\d+/g)!.map(Number));
    const [cut, count] = await page.evaluate(() => [
      window.skein!.inner!.control.cut[1],
      window.skein!.world!.count,
    ]);
    expect(cut).toBeGreaterThan(0);
    expect(cut).toBeLessThan(count);
    const picture = await settledPicture(page);
    const colors = await colorsAtHeads(picture);
    const like = (color: Color, [r, g, b]: number[]) => {
      const [length, other] = [Math.hypot(...color), Math.hypot(r, g, b)];
      return (color[0] * r + color[1] * g + color[2] * b) / (length * other);
    };
    let right = 0;
    const places = (await heads()).map(({ place }) => place);
    colors.forEach((color, i) => {
      const worker = places[i] < cut ? 0 : 1;
      if (like(color, rgb[worker]) > like(color, rgb[1 - worker])) right += 1;
    });
    expect(right / colors.length).toBeGreaterThan(0.9);
  });

  for (const [value, text] of [
    ['speed', /^Speed.*18 m\/s$/],
    ['neighbors', /^Neighbors.*32 or more$/],
    ['grid cell', /^Cell of the grid/],
    ['species', /^sheeprexluna$/],
  ] as const) {
    it(`explains colors by ${value}`, async () => {
      await choose('Color by', value);
      await expect.poll(() => page.locator('#legend').textContent()).toMatch(text);
    });
  }

  it('draws points on request, keeps that in the address, and does not change the run', async () => {
    await choose('Bodies', 'points');
    await choose('Color by', 'speed');
    const asked = new URL(page.url()).searchParams;
    expect([asked.get('mesh'), asked.get('color')]).toEqual(['point', 'speed']);
    const colors = await colorsAtHeads(await settledPicture(page));
    expect(colors.filter(lit).length / colors.length).toBeGreaterThan(0.8);
    const { tick, hash } = await page.evaluate(() => window.skein!.hash());
    expect(hash).toBe(hashInNode('shepherd', 1, [], tick));
  });

  slow('draws the flow field of a map on its open cells, and hides it on request', async () => {
    await page.goto(`${open.url}?scene=maze&workers=2&mesh=point`);
    await waitForTick(page, 1);
    await standStill(page);
    const drawn = await settledPicture(page);
    expect(await page.getByLabel('Trails', { exact: true }).isVisible()).toBe(false);
    await page.getByLabel('Fields', { exact: true }).uncheck();
    expect(new URL(page.url()).searchParams.get('field')).toBe('off');
    const bare = await settledPicture(page);
    let changed = 0;
    for (let y = 0; y < bare.height; y++) {
      for (let x = 0; x < bare.width; x++) {
        const [before, after] = [colorAt(drawn, x, y), colorAt(bare, x, y)];
        const differs = before.some((value, k) => Math.abs(value - after[k]) > 12);
        if (!differs) continue;
        changed += 1;
        // Walls are (68, 86, 106): arrows stand beside them, never on them.
        const wall = [68, 86, 106].reduce((sum, value, k) => sum + Math.abs(value - after[k]), 0);
        expect(wall).toBeGreaterThan(6);
      }
    }
    expect(changed).toBeGreaterThan(1000);
  });
});
