import type { RunOptions } from '@skein/worker';
import type { Page } from 'playwright';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type OpenPage, openPage } from './open-page.ts';
import { hashInNode, standStill, waitForTick } from './replay.ts';
import { slow } from './slow.ts';

/** The requests to the threads in each of several frames. */
interface Asked {
  ticks: number;
  /** The maximum number of ticks in one run of the team. */
  most: number;
  runs: number;
  evaluations: number;
}

/** A frame this long leaves room for 4 ticks at 60 Hz, in ms. */
const BUSY_MS = 75;

describe('the pace of stepping and drawing', () => {
  let open: OpenPage;
  let page: Page;

  beforeAll(async () => {
    const viewport = { width: 660, height: 200 };
    open = await openPage('?scene=beams&workers=2&bloom=off', { viewport });
    page = open.page;
    await waitForTick(page, 30);
    await page.evaluate(countWhatIsAsked);
  });
  afterAll(() => open?.close());
  afterEach(() => expect(open.errors).toEqual([]));

  /** The requests in each of the next frames, each of which blocks the page for this long, in ms. */
  const frames = (count: number, busyMs = 0) =>
    page.evaluate(([n, ms]) => window.pace!.frames(n, ms), [count, busyMs]);

  const mean = (asked: readonly Asked[]) =>
    asked.reduce((sum, { ticks }) => sum + ticks, 0) / asked.length;

  slow('is as fast with particles on the threads as without, on a busy page', async () => {
    const choose = (choice: string) => page.getByLabel('Particles').selectOption(choice);
    // In turns, because other load on the machine varies.
    const card: Asked[] = [];
    const threads: Asked[] = [];
    for (let turn = 0; turn < 3; turn++) {
      await choose('on the graphics card');
      await frames(2, BUSY_MS);
      card.push(...(await frames(10, BUSY_MS)));
      await choose('on the threads');
      await frames(2, BUSY_MS);
      threads.push(...(await frames(10, BUSY_MS)));
    }
    expect(mean(card)).toBeGreaterThan(1);
    expect(mean(threads)).toBeGreaterThan(0.75 * mean(card));
    expect(card.every(({ evaluations }) => evaluations === 0)).toBe(true);
    expect(threads.some(({ evaluations }) => evaluations > 0)).toBe(true);
    // A run that takes longer than a frame is followed immediately by another, and by that of the next frame.
    for (const { most, runs, evaluations } of [...card, ...threads]) {
      expect(most).toBeLessThanOrEqual(4);
      expect(runs).toBeLessThanOrEqual(2);
      expect(evaluations).toBeLessThanOrEqual(Math.max(1, runs));
    }
  });

  it('evaluates no particles while nothing moves', async () => {
    await standStill(page);
    await frames(4);
    const still = await frames(10);
    expect(still.every(({ ticks, evaluations }) => ticks + evaluations === 0)).toBe(true);
    await page.evaluate(() => window.skein!.resume());
  });

  it('stops in a hidden tab, and makes up for nothing afterwards', async () => {
    await page.evaluate(() => window.pace!.hide(true));
    // Work in progress still finishes.
    const before = await page.evaluate(() => window.skein!.idle(() => window.skein!.world!.tick));
    await page.waitForTimeout(1500);
    expect(await page.evaluate(() => window.skein!.tick)).toBe(before);
    const back = await page.evaluate(() => {
      const first = window.pace!.frames(6, 0);
      window.pace!.hide(false);
      return first;
    });
    const seen = back.map(({ ticks }) => ticks);
    // The first frame afterwards only reads the clock.
    expect(seen[0]).toBe(0);
    expect(Math.max(...back.map(({ most }) => most))).toBeLessThanOrEqual(4);
    // 1.8 s would have been 108 ticks.
    expect(seen.reduce((sum, ticks) => sum + ticks, 0)).toBeLessThan(24);
    await waitForTick(page, before + 10);
  });

  it('does not change the run', async () => {
    await page.evaluate(() => window.skein!.pause());
    const { tick, hash } = await page.evaluate(() => window.skein!.hash());
    expect(hash).toBe(hashInNode('beams', 1, [], tick));
  });
});

declare global {
  interface Window {
    pace?: { frames(count: number, busyMs: number): Promise<Asked[]>; hide(hidden: boolean): void };
  }
}

/**
 * Runs on the page: counts the requests to the team from frame to frame, and hides the page, which then has no frames.
 * A headless browser never hides a page by itself.
 */
function countWhatIsAsked(): void {
  const team = window.skein!.team!;
  const run = team.run.bind(team);
  const particles = team.particles.bind(team);
  const none: Asked = { ticks: 0, most: 0, runs: 0, evaluations: 0 };
  let now = { ...none };
  team.run = (ticks: number, options?: RunOptions) => {
    now.ticks += ticks;
    now.most = Math.max(now.most, ticks);
    now.runs += 1;
    if (options?.particles) now.evaluations += 1;
    return run(ticks, options);
  };
  team.particles = (options) => {
    now.evaluations += 1;
    return particles(options);
  };
  const request = window.requestAnimationFrame.bind(window);
  let held: FrameRequestCallback[] | undefined;
  window.requestAnimationFrame = (callback) => {
    if (held === undefined) return request(callback);
    return held.push(callback);
  };
  const hide = (hidden: boolean) => {
    Object.defineProperty(document, 'visibilityState', {
      configurable: true,
      value: hidden ? 'hidden' : 'visible',
    });
    Object.defineProperty(document, 'hidden', { configurable: true, value: hidden });
    document.dispatchEvent(new Event('visibilitychange'));
    const waiting = held ?? [];
    held = hidden ? [] : undefined;
    for (const callback of waiting) request(callback);
  };
  const frames = (count: number, busyMs: number) =>
    new Promise<Asked[]>((resolve) => {
      const asked: Asked[] = [];
      now = { ...none };
      // After the page's own callback, so all requests since the last call belong to one frame.
      const next = () => {
        asked.push(now);
        now = { ...none };
        if (asked.length === count) return resolve(asked);
        const until = performance.now() + busyMs;
        while (performance.now() < until);
        window.requestAnimationFrame(next);
      };
      window.requestAnimationFrame(next);
    });
  window.pace = { frames, hide };
}
