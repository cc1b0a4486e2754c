import { afterAll, afterEach, beforeAll, describe, expect } from 'vitest';
import { type OpenPage, openPage } from './open-page.ts';
import { colorAt, settledPicture } from './pixels.ts';
import { standStill, waitForTick } from './replay.ts';
import { slow } from './slow.ts';

/** A hill in the middle of a map, and one agent that walks around it. */
const SCENE = JSON.stringify({
  name: 'one-hill',
  dimensions: 2,
  heights: {
    columns: 11,
    rows: 9,
    cellSize: 2,
    values: Array.from({ length: 99 }, (_, k) =>
      Math.max(0, 5 - Math.hypot((k % 11) - 5, Math.floor(k / 11) - 4) * 1.5),
    ),
  },
  map: { rows: Array.from({ length: 8 }, () => '..........'), cellSize: 2, slope: { up: 9 } },
  species: [
    {
      name: 'walker',
      count: 1,
      maxSpeed: 2,
      spawn: { type: 'points', positions: [[1, 9]] },
      behaviors: [{ type: 'navigate', target: 'camp' }],
    },
  ],
  targets: [{ name: 'camp', position: [19, 9], radius: 0.3 }],
});

describe('a height map', () => {
  let open: OpenPage;

  beforeAll(async () => {
    open = await openPage('?scene=shepherd&workers=1', { sharp: true, still: true });
    await waitForTick(open.page, 2);
  });
  afterAll(() => open?.close());
  afterEach(() => expect(open.errors).toEqual([]));

  slow('is drawn as shaded ground, with agents on it', async () => {
    const { page } = open;
    await page.evaluate((text) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([text], 'one-hill.json'));
      for (const type of ['dragover', 'drop']) {
        const event = new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true });
        document.querySelector('#view')!.dispatchEvent(event);
      }
    }, SCENE);
    await page.waitForFunction(() => window.skein?.world?.scenario.name === 'one-hill');
    await standStill(page);
    await page.evaluate(() => window.skein!.goTo(60));
    const picture = await settledPicture(page);
    const bright = (left: number, top: number): number => {
      const [r, g, b] = colorAt(picture, Math.round(left), Math.round(top));
      return r + g + b;
    };
    // From the far edge of the map, over the hill, to its near foot.
    const column = Array.from({ length: picture.height }, (_, top) =>
      bright(picture.width / 2, top),
    );
    const ground = column.filter((light) => light > 20);
    expect(ground.length).toBeGreaterThan(0.6 * picture.height);
    expect(Math.max(...ground)).toBeGreaterThan(3 * Math.min(...ground));
    const [{ left, top }] = await page.evaluate(() => window.skein!.heads());
    const walker = colorAt(picture, Math.round(left!), Math.round(top!));
    expect(Math.max(...walker)).toBeGreaterThan(120);
  });
});
