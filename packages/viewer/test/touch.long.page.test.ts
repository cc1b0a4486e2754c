import type { CDPSession, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OpenPage, openPage } from './open-page.ts';
import { frames, hashInNode, standStill, waitForTick } from './replay.ts';

type Fingers = ReadonlyArray<readonly [x: number, y: number]>;

describe('the editor on a touch screen', () => {
  let open: OpenPage;
  let page: Page;
  let client: CDPSession;

  beforeAll(async () => {
    const viewport = { width: 390, height: 844 };
    open = await openPage('?scene=maze&workers=1&bloom=off', { viewport, touch: true });
    page = open.page;
    client = await page.context().newCDPSession(page);
    await waitForTick(page, 3);
    await standStill(page);
    await page.getByRole('button', { name: 'Edit' }).tap();
    await page.locator('#edit').waitFor();
  });
  afterAll(() => open?.close());

  async function touch(type: 'touchStart' | 'touchMove' | 'touchEnd', at: Fingers): Promise<void> {
    const touchPoints = at.map(([x, y], id) => ({ x, y, id }));
    await client.send('Input.dispatchTouchEvent', { type, touchPoints });
  }
  const logged = () => page.evaluate(() => window.skein!.log.map(({ type }) => type));
  const camera = () => page.evaluate(() => window.skein!.camera.position.toArray());
  const settled = () => page.locator('#edit[aria-busy="true"]').waitFor({ state: 'detached' });

  it('uses one finger for the tool', async () => {
    await page.getByRole('radio', { name: 'Agents' }).tap();
    const before = await logged();
    await touch('touchStart', [[190, 430]]);
    await touch('touchMove', [[200, 440]]);
    await touch('touchEnd', []);
    await page.locator('#edit .said', { hasText: 'Painted' }).waitFor();
    await settled();
    expect((await logged()).slice(before.length)).toContain('spawn');
  });

  it.each(['Walls', 'Agents', 'Erase', 'Throw'])(
    'uses two fingers for the camera, which zooms and does not turn, with the tool %s',
    async (tool) => {
      await page.getByRole('radio', { name: tool }).tap();
      const [before, from] = [await logged(), await camera()];
      // One after the other, as real fingers land.
      await touch('touchStart', [[180, 430]]);
      await touch('touchStart', [
        [180, 430],
        [220, 430],
      ]);
      for (let k = 1; k <= 5; k++) {
        await touch('touchMove', [
          [180 - 6 * k, 430],
          [220 + 6 * k, 430],
        ]);
        await frames(page, 1);
      }
      await touch('touchEnd', []);
      await frames(page, 3);
      await settled();
      const to = await camera();
      expect(await logged()).toEqual(before);
      expect(to[2]).toBeLessThan(0.9 * from[2]);
      expect(Math.hypot(to[0] - from[0], to[1] - from[1])).toBeLessThan(0.2 * from[2]);
      expect(open.errors).toEqual([]);
    },
  );
});

describe('a phone', () => {
  it('keeps fewer particles, unless the address sets their number, with the same hash', async () => {
    const viewport = { width: 390, height: 844 };
    const open = await openPage('', { viewport, touch: true });
    try {
      for (const [query, most] of [
        ['', 20_000],
        ['&capacity=30000', 30_000],
      ] as const) {
        await open.page.goto(`${open.url}?scene=beams&workers=1&bloom=off${query}`);
        await waitForTick(open.page, 30);
        await standStill(open.page);
        expect(await open.page.evaluate(() => window.skein!.inner!.plan.particles)).toBe(most);
        const { tick, hash } = await open.page.evaluate(() => window.skein!.hash());
        expect(hash).toBe(hashInNode('beams', 1, [], tick));
      }
      expect(open.errors).toEqual([]);
    } finally {
      await open.close();
    }
  });
});
