import type { Page } from 'playwright';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type OpenPage, openPage } from './open-page.ts';
import {
  colorAt,
  countNear,
  differing,
  isBeam,
  type Picture,
  type Place,
  settledPicture,
} from './pixels.ts';
import { frames, hashInNode, standStill, waitForTick } from './replay.ts';
import { slow } from './slow.ts';

const SEED = 7;
const MODES = ['on the threads', 'on the graphics card'] as const;

describe('the particles', () => {
  let open: OpenPage;
  let page: Page;

  beforeAll(async () => {
    const viewport = { width: 648, height: 240 };
    open = await openPage(`?scene=beams&seed=${SEED}&workers=2&bloom=off&capacity=150001`, {
      // The profile must name files of the source.
      source: true,
      viewport,
      sharp: true,
    });
    page = open.page;
    await waitForTick(page, 1);
    await standStill(page);
  });
  afterAll(() => open?.close());
  afterEach(() => expect(open.errors).toEqual([]));

  const choose = (label: string, choice: string) =>
    page.getByLabel(label, { exact: true }).selectOption(choice);

  async function step(ticks: number): Promise<void> {
    const until = await page.evaluate((n) => {
      const { skein } = window;
      return skein!.idle(() => {
        const end = skein!.world!.tick + n;
        skein!.step(n);
        return end;
      });
    }, ticks);
    await waitForTick(page, until);
  }

  async function choosePicture(mode: string): Promise<Picture> {
    await choose('Particles', mode);
    return settledPicture(page);
  }

  slow('form trails without gaps, whether threads or graphics card compute them', async () => {
    await page.evaluate(() => window.skein!.restart());
    await choose('Camera', 'by hand');
    await step(60);
    const quiet = await settledPicture(page);
    const paths: Head[][] = [];
    for (let n = 0; n < 12; n++) {
      const heads = await page.evaluate(() => window.skein!.heads());
      // The beams come in any order: each continues where one was three ticks, 1.5 m, earlier.
      for (const head of heads) {
        const path = paths.find((path) => distance(path.at(-1)!, head) < 1.6);
        if (path === undefined) paths.push([head]);
        else path.push(head);
      }
      await step(3);
    }
    expect(paths).toHaveLength(16);
    for (const mode of MODES) {
      await choose('Particles', mode);
      const picture = await settledPicture(page);
      let looked = 0;
      for (const path of paths) {
        const places = path.slice(1).flatMap((to, i) => between(path[i], to));
        for (const place of places.filter((place) => wellInside(place, picture))) {
          looked += 1;
          const { left, top } = place;
          expect(countNear(picture, place, 2, isBeam), `${mode}: ${left}, ${top}`).toBeGreaterThan(
            0,
          );
        }
      }
      expect(looked).toBeGreaterThan(200);
      expect(differing(quiet, picture, 60)).toBeGreaterThan(300);
    }
  });

  slow('are the same picture on the threads and on the graphics card', async () => {
    await page.evaluate(() => window.skein!.restart());
    await choose('Camera', 'by hand');
    await step(158);
    await choose('Particles', MODES[0]);
    const threads = await settledPicture(page);
    await choose('Particles', MODES[1]);
    const card = await settledPicture(page);
    // A sprite may be one pixel away.
    expect(differing(threads, card, 40)).toBeLessThan(threads.rgb.length / 3 / 500);
    await choose('Trails', 'ribbons');
    const ribbons = await settledPicture(page);
    expect(differing(ribbons, card, 40)).toBeGreaterThan(threads.rgb.length / 3 / 100);
    await choose('Trails', 'of particles');
    expect(differing(await settledPicture(page), card, 2)).toBe(0);
  });

  slow('fly off as hot sparks where a beam hits', async () => {
    const hot = ([r, g, b]: readonly number[]) => r > 170 && r >= g && g > b && g > 60;
    const count = (picture: Picture) => {
      let found = 0;
      for (let y = 0; y < picture.height; y++) {
        for (let x = 0; x < picture.width; x++) if (hot(colorAt(picture, x, y))) found += 1;
      }
      return found;
    };
    await page.evaluate(() => window.skein!.restart());
    await step(149);
    expect(await page.evaluate(() => window.skein!.hits)).toBe(0);
    const before = count(await settledPicture(page));
    await step(13);
    expect(await page.evaluate(() => window.skein!.hits)).toBeGreaterThan(0);
    for (const mode of MODES) {
      await choose('Particles', mode);
      expect(count(await settledPicture(page)), mode).toBeGreaterThan(before + 200);
    }
  });

  slow('show their speed on request, the same on threads and graphics card', async () => {
    const violet = ([r, g, b]: readonly number[]) => b > 45 && b > 1.4 * g && b > 1.3 * r;
    const species = await settledPicture(page);
    await choose('Color by', 'speed');
    const [card, threads] = [await settledPicture(page), await choosePicture(MODES[0])];
    // Particles left behind are at rest, which is the slow end of the scale.
    const count = (picture: Picture) => {
      let found = 0;
      for (let y = 0; y < picture.height; y++) {
        for (let x = 0; x < picture.width; x++) if (violet(colorAt(picture, x, y))) found += 1;
      }
      return found;
    };
    expect(count(threads)).toBeGreaterThan(count(species) + 500);
    expect(differing(threads, card, 40)).toBeLessThan(threads.rgb.length / 3 / 500);
    await choose('Color by', 'species');
  });

  slow('are replaced by ribbons, in the color of the species or of the speed', async () => {
    const yellow = (picture: Picture) => {
      let found = 0;
      for (let i = 0; i < picture.rgb.length; i += 3) {
        const [r, g, b] = picture.rgb.subarray(i, i + 3);
        if (r > 90 && g > 90 && b < 0.7 * r) found += 1;
      }
      return found;
    };
    await page.evaluate(() => window.skein!.restart());
    await step(100);
    await choose('Trails', 'ribbons');
    const onlyTarget = yellow(await settledPicture(page));
    // All beams fly at full speed, the fast end of the scale.
    await choose('Color by', 'speed');
    await step(1);
    expect(yellow(await settledPicture(page))).toBeGreaterThan(onlyTarget + 500);
    await choose('Color by', 'species');
    await choose('Trails', 'of particles');
  });

  slow.each(MODES)('return when the graphics context was lost and restored: %s', async (mode) => {
    await choose('Particles', mode);
    const before = await settledPicture(page);
    const notice = page.locator('.notice[data-title^="The picture"]');
    await page.evaluate(() => window.skein!.drawing.lose());
    await notice.waitFor();
    await page.evaluate(() => window.skein!.drawing.restore());
    await notice.waitFor({ state: 'detached' });
    expect(differing(before, await settledPicture(page), 2)).toBe(0);
  });

  slow('are cheap: their time is shown, and almost nothing is allocated', async () => {
    await choose('Particles', MODES[0]);
    const client = await page.context().newCDPSession(page);
    await page.evaluate(() => window.skein!.resume());
    await page.waitForFunction(() =>
      document.querySelector('[data-gauge=particles]:not([hidden])'),
    );
    await client.send('HeapProfiler.startSampling', {
      samplingInterval: 512,
      includeObjectsCollectedByMajorGC: true,
      includeObjectsCollectedByMinorGC: true,
    } as never);
    await frames(page, 60);
    const { profile } = await client.send('HeapProfiler.stopSampling');
    expect(bytesIn(profile.head, '/three/dist/particles/') / 60).toBeLessThan(4096);
    for (const key of ['particles', 'upload']) {
      const row = page.locator(`#gauge [data-gauge="${key}"]`);
      expect(Number(await row.getAttribute('data-max')), key).toBeGreaterThan(0);
    }
    await page.evaluate(() => window.skein!.pause());
  });

  it('do not affect the run: the hash equals that of Node', async () => {
    expect(await page.evaluate(() => window.skein!.inner!.plan.particles)).toBe(150_001);
    const stood = await page.evaluate(() => window.skein!.hash());
    expect(stood.hash).toBe(hashInNode('beams', SEED, [], stood.tick));
  });
});

interface Head extends Partial<Place> {
  x: number;
  y: number;
  z: number;
}

function distance(a: Head, b: Head): number {
  return Math.hypot(a.x - b.x, a.y - b.y, a.z - b.z);
}

/** False where points are left out because their center is outside the picture. */
function wellInside({ left, top }: Place, { width, height }: Picture): boolean {
  return left > 20 && top > 20 && left < width - 20 && top < height - 20;
}

/** Places along a line, at most one pixel apart; none if an end is outside the picture. */
function between(from: Head, to: Head): Place[] {
  if (from.left === undefined || from.top === undefined) return [];
  if (to.left === undefined || to.top === undefined) return [];
  const dx = to.left - from.left;
  const dy = to.top - from.top;
  const steps = Math.ceil(Math.hypot(dx, dy));
  return Array.from({ length: steps }, (_, n) => ({
    left: from.left! + (dx * n) / steps,
    top: from.top! + (dy * n) / steps,
  }));
}

interface Sampled {
  callFrame: { url: string };
  selfSize: number;
  children: Sampled[];
}

function bytesIn(node: Sampled, path: string): number {
  const own = node.callFrame.url.includes(path) ? node.selfSize : 0;
  return node.children.reduce((sum, child) => sum + bytesIn(child, path), own);
}
