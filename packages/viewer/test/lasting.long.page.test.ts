import type { CDPSession, Page } from 'playwright';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type OpenPage, openPage } from './open-page.ts';
import { countNear, settledPicture, stillPicture } from './pixels.ts';
import { frames, hashInNode, standStill, waitForTick } from './replay.ts';
import { slowly } from './slow.ts';

/** The numbers of scenes and frames in the memory tests; SKEIN_SCENE_CHANGES and SKEIN_FRAMES can raise them. */
const CHANGES = Number(process.env.SKEIN_SCENE_CHANGES ?? 8);
const FRAMES = Number(process.env.SKEIN_FRAMES ?? 300);

slowly('a page that is open for long', () => {
  let open: OpenPage;
  let page: Page;
  let devtools: CDPSession;

  beforeAll(async () => {
    open = await openPage('?scene=flock&workers=1', {
      viewport: { width: 660, height: 300 },
    });
    page = open.page;
    devtools = await page.context().newCDPSession(page);
    await waitForTick(page, 5);
  });
  afterAll(() => open?.close());
  afterEach(() => expect(open.errors).toEqual([]));

  const show = async (scene: string) => {
    await page.getByLabel('Scene', { exact: true }).selectOption(scene);
    await page.waitForFunction(
      (name) => window.skein!.world?.scenario.name === name && window.skein!.tick > 2,
      scene,
    );
  };

  /** The memory of the page after garbage collection. */
  async function held(): Promise<{ heap: number; geometries: number; textures: number }> {
    for (let i = 0; i < 3; i++) await devtools.send('HeapProfiler.collectGarbage');
    const { usedSize } = await devtools.send('Runtime.getHeapUsage');
    const memory = await page.evaluate(() => window.skein!.drawing.memory());
    return { heap: usedSize, geometries: memory.geometries, textures: memory.textures };
  }

  it('needs no more memory with more frames', { timeout: 600_000 }, async () => {
    // The engine's compiled code of hot functions counts as well, most of it early.
    await frames(page, FRAMES / 3);
    const before = await held();
    await frames(page, FRAMES);
    const after = await held();
    expect(after.geometries).toBe(before.geometries);
    expect(after.textures).toBe(before.textures);
    expect(after.heap - before.heap).toBeLessThan(400_000);
  });

  it('needs no more memory with more scenes', { timeout: 600_000 }, async () => {
    const scenes = ['beams', 'maze', 'salvo', 'flock'];
    for (const scene of scenes) await show(scene);
    const before = await held();
    for (let i = 0; i < CHANGES; i++) await show(scenes[i % scenes.length]);
    if (CHANGES % scenes.length !== 0) await show('flock');
    const after = await held();
    expect(after.geometries).toBe(before.geometries);
    expect(after.textures).toBe(before.textures);
    expect(after.heap - before.heap).toBeLessThan(1_500_000);
    expect(await page.evaluate(() => window.skein!.team!.workers)).toBe(1);
  });
});

describe('a page that loses its graphics context', () => {
  let open: OpenPage;
  let page: Page;

  beforeAll(async () => {
    const viewport = { width: 330, height: 150 };
    open = await openPage('?scene=flock&workers=1', { viewport, sharp: true, still: true });
    page = open.page;
    await waitForTick(page, 5);
  });
  afterAll(() => open?.close());
  afterEach(() => expect(open.errors).toEqual([]));

  it('draws again when the context is restored', async () => {
    await page.evaluate(() => window.skein!.drawing.lose());
    const notice = page.locator('.notice[data-title^="The picture"]');
    await notice.waitFor();
    const tick = await page.evaluate(() => window.skein!.tick);
    await waitForTick(page, tick + 5);
    const saved = stillPicture(page);
    await page.evaluate(() => window.skein!.drawing.restore());
    await notice.waitFor({ state: 'detached' });
    expect((await saved).rgb.some((value) => value > 120)).toBe(true);
    await standStill(page);
    const picture = await settledPicture(page);
    const heads = await page.evaluate(() => window.skein!.heads());
    const drawn = heads.filter(
      ({ left, top }) =>
        left !== undefined &&
        top !== undefined &&
        countNear(picture, { left, top }, 3, ([r, g, b]) => r + g + b > 120) > 0,
    );
    expect(drawn.length).toBeGreaterThan(0.6 * heads.length);
    const end = await page.evaluate(() => window.skein!.hash());
    expect(end.hash).toBe(hashInNode('flock', 1, [], end.tick));
  });
});
