import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { softwareWebGPUCanvas } from '../../../scripts/setup/browser.mjs';
import { type OpenPage, openPage } from './open-page.ts';
import { differing, type Picture, stillPicture } from './pixels.ts';
import { hashInNode, standStill, waitForTick } from './replay.ts';

const SCENE = 'particle-life';
const AGENTS = 600;
/** Words in a state: id, birth, position and velocity. */
const STATE = 4 * 8 * AGENTS;
const ASKED = `?scene=${SCENE}&seed=3&workers=1&bloom=off&graphics=webgpu`;

interface Kept {
  readonly tick: number;
  readonly picture: Picture;
}

describe('a page that draws from the graphics card', { timeout: 300_000 }, () => {
  let open: OpenPage;

  beforeAll(async () => {
    const viewport = { width: 300, height: 200 };
    const args = softwareWebGPUCanvas;
    open = await openPage('about:blank', { viewport, sharp: true, still: true, args });
    open.page.setDefaultTimeout(120_000);
    await open.page.addInitScript(() => {
      const map = GPUBuffer.prototype.mapAsync;
      GPUBuffer.prototype.mapAsync = function (...asked) {
        performance.mark('read', { detail: this.size });
        return map.apply(this, asked);
      };
    });
    await open.page.goto(`${open.url}${ASKED}&kernel=gpu&mesh=point`);
  }, 300_000);
  afterAll(() => open?.close());

  /** The number of times that a state has come back so far, and the tick. */
  const reads = () =>
    open.page.evaluate((size) => {
      const found = performance.getEntriesByName('read') as PerformanceMark[];
      const states = found.filter(({ detail }) => detail === size).length;
      return { states, ms: performance.now(), tick: window.skein!.tick };
    }, STATE);

  /** The picture of a state that is on the card alone, because the last one came back a second before. */
  async function keptPicture(): Promise<Kept> {
    await open.page.waitForFunction((size) => {
      const found = performance.getEntriesByName('read') as PerformanceMark[];
      const last = found.filter(({ detail }) => detail === size).at(-1)!;
      const ms = performance.now() - last.startTime;
      return ms > 1000 && ms < 1500;
    }, STATE);
    const [{ tick }, picture] = [await reads(), await stillPicture(open.page)];
    return { tick, picture };
  }

  async function cpuPicture(tick: number): Promise<Picture> {
    const { page } = open;
    await page.evaluate((to) => window.skein!.goTo(to), tick);
    await standStill(page);
    await page.evaluate(() => window.skein!.drawn());
    return stillPicture(page);
  }

  it('shows the hashes of Node and the picture of the CPU, and reads few states back', async () => {
    const { page } = open;
    await waitForTick(page, 5);
    await page.waitForFunction(() => window.skein!.graphics === 'webgpu');
    expect(await page.evaluate(() => window.skein!.team!.kernel)).toBe('gpu');
    const begun = await reads();
    await page.waitForTimeout(6000);
    await waitForTick(page, begun.tick + 20);
    const now = await reads();
    // One every two seconds. In software, a tick may take that long.
    const most = Math.max((now.tick - begun.tick) / 2, 2 + (now.ms - begun.ms) / 2000);
    expect(now.states - begun.states).toBeLessThan(most);
    const glyph = await page.evaluate(() => ({
      ...document.querySelector<HTMLElement>('#glyph')!.dataset,
    }));
    expect(glyph.hash).toBe(hashInNode(SCENE, 3, [], Number(glyph.tick)));

    const kept = await keptPicture();
    const tick = await standStill(page);
    await page.evaluate(() => window.skein!.drawn());
    const stood = await stillPicture(page);
    const { hash } = await page.evaluate(() => window.skein!.hash());
    expect(hash).toBe(hashInNode(SCENE, 3, [], tick));

    await page.goto(`${open.url}${ASKED}&draw=page&mesh=point`);
    await waitForTick(page, 1);
    await page.waitForFunction(() => window.skein!.graphics === 'webgpu');
    const expected = await cpuPicture(tick);
    const old = await cpuPicture(kept.tick - 12);
    const near = await cpuPicture(kept.tick);
    // The CPU rounds the positions of points, and the page shows moments between two ticks.
    expect(differing(stood, expected, 24)).toBeLessThan(100);
    expect(differing(old, near, 24)).toBeGreaterThan(5000);
    expect(differing(kept.picture, near, 24)).toBeLessThan(2000);
  });
});
