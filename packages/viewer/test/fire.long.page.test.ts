import { readFileSync } from 'node:fs';
import type { Page } from 'playwright';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type OpenPage, openPage } from './open-page.ts';
import { countNear, isBeam, isTarget, type Place, settledPicture } from './pixels.ts';
import { standStill, waitForTick } from './replay.ts';
import { slow } from './slow.ts';

/** The beams without the volleys of the scene: nothing flies before Fire. */
function quietBeams(): string {
  const path = new URL('../../../scenarios/beams.json', import.meta.url);
  const { commands: _, ...scenario } = JSON.parse(readFileSync(path, 'utf8'));
  return JSON.stringify(scenario);
}

describe('the page, at Fire and Fire 16,', () => {
  let open: OpenPage;
  let page: Page;

  beforeAll(async () => {
    open = await openPage('favicon.svg', { source: true, sharp: true, still: true });
    page = open.page;
    const file = { contentType: 'application/json', body: quietBeams() };
    await page.route(/scenarios\/beams\.json(\?|$)/, (route) =>
      route.request().resourceType() === 'fetch' ? route.fulfill(file) : route.fallback(),
    );
    await page.goto(`${open.url}?scene=beams&seed=7&workers=2&speed=4`);
    await waitForTick(page, 5);
    await standStill(page);
    await startAgain();
  });
  afterAll(() => open?.close());
  afterEach(() => expect(open.errors).toEqual([]));

  const heads = () => page.evaluate(() => window.skein!.heads());

  /** Goes to tick 0 and pauses there, so agents fired at a tick always fly the same way. */
  async function startAgain(): Promise<void> {
    await page.evaluate(() => window.skein!.restart());
    expect(await page.evaluate(() => [window.skein!.tick, window.skein!.hits])).toEqual([0, 0]);
  }

  /** Continues until this many hits are shown. Returns the ticks at which they happened. */
  async function hitTicks(hits: number): Promise<number[]> {
    const ticks = page.evaluate(
      (count) =>
        new Promise<number[]>((resolve) => {
          const found: number[] = [];
          window.skein!.team!.on('event', (event) => {
            if (event.type === 'hit') found.push(event.tick);
            if (found.length >= count) resolve(found);
          });
        }),
      hits,
    );
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.waitForFunction(
      (count) => Number(document.querySelector('#hits')?.textContent) >= count,
      hits,
    );
    return ticks;
  }

  async function step(ticks: number): Promise<void> {
    const tick = await page.evaluate((n) => {
      const { skein } = window;
      return skein!.idle(() => {
        const until = skein!.world!.tick + n;
        skein!.step(n);
        return until;
      });
    }, ticks);
    await waitForTick(page, tick);
  }

  it('shows a sky, a grid and the target', async () => {
    expect(await heads()).toEqual([]);
    const picture = await settledPicture(page);
    // Between target and gun there is only ground: dark, but with lines.
    const middle = { left: 360, top: 240 };
    const colors = new Set<string>();
    countNear(picture, middle, 50, (color) => colors.add(color.join()) !== undefined);
    expect(colors.size).toBeGreaterThan(20);
    expect(countNear(picture, middle, 50, ([r, g, b]) => r + g + b > 200)).toBe(0);
    // The framing camera holds the target at 0.6 of the upper half.
    const target = { left: 360, top: 225 * 0.4 };
    expect(countNear(picture, target, 8, isTarget)).toBeGreaterThan(250);
  });

  it('draws a beam at its place, and its trail behind it', async () => {
    await step(60);
    const before = await settledPicture(page);
    await page.locator('#fire').click();
    await step(14);
    const [early] = await heads();
    await step(12);
    const [late, ...others] = await heads();
    expect(others).toEqual([]);
    const after = await settledPicture(page);
    for (const { left, top } of [early, late]) {
      if (left === undefined || top === undefined) throw new Error('the beam is out of sight');
      expect(countNear(before, { left, top }, 6, isBeam)).toBe(0);
      expect(countNear(after, { left, top }, 6, isBeam)).toBeGreaterThan(10);
    }
    // The head has a white core exactly at its place; the trail has none.
    const whiteAt = (place: Place) => countNear(after, place, 2, ([r, g]) => r > 200 && g > 200);
    expect(whiteAt(late as Place)).toBeGreaterThan(3);
    expect(whiteAt(early as Place)).toBe(0);
    expect(late.z).toBeGreaterThan(early.z + 2);
  });

  slow('draws sixteen beams, and none after a restart', async () => {
    await startAgain();
    await page.locator('#fire16').click();
    await step(130);
    const volley = await heads();
    expect(volley).toHaveLength(16);
    const picture = await settledPicture(page);
    const seen = volley.flatMap(({ left, top }) =>
      left === undefined || top === undefined ? [] : [{ left, top }],
    );
    expect(seen.length).toBeGreaterThan(10);
    for (const place of seen) expect(countNear(picture, place, 6, isBeam)).toBeGreaterThan(10);

    await startAgain();
    const cleared = await settledPicture(page);
    for (const place of seen) expect(countNear(cleared, place, 6, isBeam)).toBe(0);
  });

  slow('shows a hint when no beam is left', async () => {
    await startAgain();
    for (let i = 0; i < 3; i++) await page.locator('#fire16').click();
    await step(2);
    expect(await page.locator('#pool').isVisible()).toBe(false);
    await page.locator('#fire16').click();
    await step(2);
    await page
      .getByText('All 64 agents are in flight. The next shot can replace the oldest agent.')
      .waitFor();
  });

  it('hits with one beam after 1.80 s', async () => {
    await startAgain();
    await page.locator('#fire').click();
    // Without a picture of each tick: waiting for a hit that already happened during a picture would never end.
    await step(100);
    const [tick] = await hitTicks(1);
    expect(Math.abs(tick - 1.8 * 60)).toBeLessThanOrEqual(2);
    expect(await page.locator('#hits').textContent()).toBe('1');
  });

  slow('hits with all sixteen after 2.53 s', async () => {
    await standStill(page);
    await startAgain();
    await page.locator('#fire16').click();
    const ticks = await hitTicks(16);
    expect(ticks).toHaveLength(16);
    for (const tick of ticks) expect(Math.abs(tick - 2.53 * 60)).toBeLessThanOrEqual(2);
    expect(await page.locator('#hits').textContent()).toBe('16');
    expect(await page.locator('#orbits').isVisible()).toBe(false);
  });

  slow('counts the beams that only orbit, and their trails continue', async () => {
    await page.goto(`${open.url}?scene=beams&workers=2&speed=4&set=beam.homing.curvatureRadius:40`);
    await waitForTick(page, 5);
    await page.locator('#fire16').click();
    await page.waitForFunction(() => window.skein!.orbits === 16);
    expect(await page.locator('#score').textContent()).toBe('0 hits, 16 in orbit');
    expect((await heads()).length).toBe(16);
  });
});
