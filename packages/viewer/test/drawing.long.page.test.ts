import type { Page } from 'playwright';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type OpenPage, openPage } from './open-page.ts';
import { differing, type Picture, stillPicture } from './pixels.ts';
import { frames, hashInNode, standStill, waitForTick } from './replay.ts';
import { slow } from './slow.ts';

const SEED = 5;
/** Camera places that do not move. */
const NEAR = 'camera=orbit,20,12,22,0,0,0';
const ASIDE = 'camera=orbit,35,20,-20,0,5,20';

describe('drawing on a thread and on the page', () => {
  let open: OpenPage;
  let page: Page;

  beforeAll(async () => {
    const viewport = { width: 300, height: 180 };
    open = await openPage('favicon.svg', { viewport, sharp: true, still: true });
    page = open.page;
  });
  afterAll(() => open?.close());
  afterEach(() => expect(open.errors).toEqual([]));

  async function openScene(query: string, tick: number): Promise<void> {
    await page.goto(`${open.url}?seed=${SEED}&workers=2&bloom=off&${query}`);
    await waitForTick(page, 1);
    await standStill(page);
    // Trails and wings depend on the steps in which a run reached its state.
    await page.evaluate(async (to) => {
      await window.skein!.restart();
      for (let n = 1; n <= to; n++) {
        window.skein!.step(1);
        while (window.skein!.tick < n) await new Promise((resolve) => setTimeout(resolve));
      }
    }, tick);
  }

  /** The picture and hash of the current state. */
  async function picture(): Promise<Picture> {
    await frames(page, 4);
    return stillPicture(page);
  }

  const drawingThreads = () =>
    page.workers().filter((worker) => worker.url().includes('drawing-thread')).length;

  async function expectAlike(query: string, tick: number): Promise<void> {
    await openScene(query, tick);
    expect(drawingThreads()).toBe(1);
    const byThread = await picture();
    const { hash } = await page.evaluate(() => window.skein!.hash());
    await openScene(`${query}&draw=page`, tick);
    expect(drawingThreads()).toBe(0);
    const byPage = await picture();
    expect(byThread.rgb.some((part) => part > 100)).toBe(true);
    expect(differing(byThread, byPage, 8)).toBeLessThan(30);
    expect((await page.evaluate(() => window.skein!.hash())).hash).toBe(hash);
    const scene = new URLSearchParams(query).get('scene')!;
    expect(hash).toBe(hashInNode(scene, SEED, [], tick));
  }

  it('gives the same picture and hash: bodies, colored by their neighbors', () =>
    expectAlike(`scene=flock&color=neighbors&${NEAR}`, 9));

  // Beams, their trails, sparks and a target; points; a map and its flow fields; a relief; a scalar field.
  slow.each([
    [`scene=beams&trails=ribbons&${ASIDE}`, 70],
    [`scene=beams&particles=threads&${ASIDE}`, 70],
    ['scene=swarm-100k', 3],
    ['scene=maze&field=on', 10],
    ['scene=hills', 20],
    ['scene=physarum', 12],
  ])('gives the same picture and hash: %s', { timeout: 120_000 }, expectAlike);

  slow('marks the selected agent, the same in both', async () => {
    const marked = async (query: string) => {
      await openScene(`scene=flock&${NEAR}&${query}`, 23);
      const bare = await picture();
      await page.evaluate(() => window.skein!.select(3));
      await expect
        .poll(async () => differing(bare, await picture(), 24), { timeout: 20_000 })
        .toBeGreaterThan(60);
      return picture();
    };
    expect(differing(await marked(''), await marked('draw=page'), 8)).toBeLessThan(30);
  });
});

describe('a drawing thread', () => {
  it('is reported if it cannot be loaded', async () => {
    const open = await openPage('favicon.svg');
    try {
      await open.page.route(/drawing-thread-/, (route) => route.abort());
      await open.page.goto(`${open.url}?scene=flock`);
      await open.page.locator('#error .box').waitFor();
      const text = await open.page.locator('#error').textContent();
      expect(text).toContain('This page cannot be drawn here');
    } finally {
      await open.close();
    }
  });
});
