import { inspect } from '@skein/core';
import type { Page } from 'playwright';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type OpenPage, openPage } from './open-page.ts';
import { type Color, countNear, type Place, settledPicture } from './pixels.ts';
import {
  frames,
  hashInNode,
  readShown,
  standStill,
  waitForShown,
  waitForTick,
  worldInNode,
} from './replay.ts';
import { slow } from './slow.ts';

const isWhite = ([r, g, b]: Color): boolean => Math.min(r, g, b) > 190;
const isGreen = ([r, g, b]: Color): boolean => g > 110 && g > 1.5 * r && g > 1.3 * b;
const isPurple = ([r, g, b]: Color): boolean => r > 90 && b > 110 && g < 0.8 * b && g < 0.8 * r;

/** Timeout for a machine that renders in software, in ms. */
const PATIENCE = { timeout: 20_000 };

describe('selecting an agent', () => {
  let open: OpenPage;
  let page: Page;

  beforeAll(async () => {
    open = await openPage('?scene=flock&workers=2', { sharp: true, still: true });
    page = open.page;
    await waitForTick(page, 30);
    await standStill(page);
  });
  afterAll(() => open?.close());
  afterEach(() => expect(open.errors).toEqual([]));

  type Head = Place & { id: number };
  const card = () => page.locator('#insight');
  const selected = () => page.evaluate(() => window.skein!.selected);

  const allHeads = () => page.evaluate(() => window.skein!.heads());

  /** Waits until the camera has nearly reached its goal. */
  async function rest(): Promise<void> {
    let before = await allHeads();
    for (let moved = 1; moved > 0.1; ) {
      await frames(page, 6);
      const now = await allHeads();
      moved = Math.hypot(
        (now[0].left ?? 0) - (before[0].left ?? 0),
        (now[0].top ?? 0) - (before[0].top ?? 0),
      );
      before = now;
    }
  }

  /** The ids of agents in the picture, at least this many pixels from its edges. */
  async function seen(edge: number): Promise<number[]> {
    const { width, height } = page.viewportSize()!;
    const inside = ({ left = -1, top = -1 }) =>
      Math.min(left, top, width - left, height - top) >= edge;
    const ids = (await allHeads()).filter(inside).map(({ id }) => id);
    return ids.sort((a, b) => a - b);
  }

  /** N selects the next agent in the picture; agents near the edge may or may not count. */
  async function pressN(): Promise<void> {
    const from = (await selected()) ?? -1;
    await page.keyboard.press('n');
    const to = (await selected())!;
    expect(await seen(0)).toContain(to);
    const sure = await seen(40);
    const wraps = to <= from;
    expect(sure.filter((id) => (wraps ? id > from || id < to : id > from && id < to))).toEqual([]);
  }

  /** The places of agents in the uncovered middle of the picture. */
  async function heads(): Promise<Head[]> {
    const all = await page.evaluate(() => window.skein!.heads());
    return all.filter((head): head is Head & { x: number; y: number; z: number } => {
      const { left, top } = head;
      return left !== undefined && top !== undefined && left > 250 && left < 430 && top < 330;
    });
  }

  /** An agent at least a few pixels from all others. */
  async function alone(): Promise<Head> {
    const all = await heads();
    const room = (a: Head) =>
      Math.min(
        ...all.filter((b) => b !== a).map((b) => Math.hypot(a.left - b.left, a.top - b.top)),
      );
    const best = all.reduce((best, head) => (room(head) > room(best) ? head : best));
    expect(room(best)).toBeGreaterThan(2);
    return best;
  }

  async function openScene(scene: string, tick: number, id: number): Promise<Place> {
    await page.goto(`${open.url}?scene=${scene}&workers=2`);
    await waitForTick(page, tick);
    await standStill(page);
    await page.evaluate((one) => window.skein!.select(one), id);
    await card().waitFor();
    await rest();
    const places = await allHeads();
    return places.find((head) => head.id === id) as unknown as Place;
  }

  it('selects the clicked agent, with the same insight as core in Node', async () => {
    expect(await selected()).toBeUndefined();
    expect(await card().isHidden()).toBe(true);
    const head = await alone();
    await page.mouse.click(head.left, head.top);
    await card().waitFor();
    expect(await selected()).toBe(head.id);
    expect(await card().locator('h2').textContent()).toBe(`boid ${head.id}`);
    const { tick, insight } = await page.evaluate(() => ({
      tick: window.skein!.tick,
      insight: structuredClone(window.skein!.insight!),
    }));
    const expected = inspect(worldInNode('flock', 1, [], tick), head.id);
    expect(insight.forces).toEqual(expected.forces);
    expect(insight.neighbors).toEqual(expected.neighbors);
    expect(insight.forces.map(({ type }) => type)).toEqual([
      ...['avoidance', 'separation', 'alignment', 'cohesion', 'seek', 'flee'],
    ]);
    const row = card().locator('li[data-behavior="alignment"]');
    expect(await row.textContent()).toContain(`${expected.forces[2].length.toFixed(2)} N`);
    expect(Number(await row.getAttribute('data-force'))).toBe(expected.forces[2].length);
    expect(await card().textContent()).toMatch(
      new RegExp(`Neighbors${expected.neighborCount}Thread[12] of 2`),
    );
  });

  slow('draws a ring around it, until Escape', async () => {
    const id = await selected();
    await rest();
    const head = (await allHeads()).find((one) => one.id === id) as Head;
    expect(countNear(await settledPicture(page), head, 20, isWhite)).toBeGreaterThan(60);
    await page.keyboard.press('Escape');
    expect(await selected()).toBeUndefined();
    await card().waitFor({ state: 'hidden' });
    expect(countNear(await settledPicture(page), head, 20, isWhite)).toBeLessThan(20);
  });

  it('moves to the next agent with N, and deselects by a click beside it or on the cross', async () => {
    await pressN();
    await pressN();
    await pressN();
    await page.mouse.click(200, 440);
    expect(await selected()).toBeUndefined();
    await page.evaluate(() => window.skein!.select(199));
    await pressN();
    await card().getByRole('button', { name: 'Close' }).click();
    expect(await selected()).toBeUndefined();
  });

  it('keeps the selection while the picture is turned', async () => {
    await page.evaluate(() => window.skein!.select(7));
    await page.mouse.move(300, 60);
    await page.mouse.down();
    await page.mouse.move(380, 90, { steps: 3 });
    await page.mouse.up();
    expect(await selected()).toBe(7);
  });

  slow('selects with N an agent in the picture', async () => {
    for (let i = 0; i < 12; i++) await page.mouse.wheel(0, -400);
    await rest();
    expect((await seen(40)).length).toBeGreaterThan(1);
    expect((await seen(0)).length).toBeLessThan(190);
    await page.evaluate(() => window.skein!.select());
    await pressN();
    await pressN();
    await page.evaluate(() => window.skein!.select(7));
  });

  it('follows the agent during the run without changing the run', async () => {
    const from = await page.evaluate(() => {
      window.skein!.resume();
      return window.skein!.tick;
    });
    await waitForShown(page, from + 25);
    // A press that this machine delays pulls the flock, which the log shows.
    const { tick, hash, log } = await readShown(page);
    await page.waitForFunction((least) => window.skein!.insight!.tick >= least, tick);
    expect(hash).toBe(hashInNode('flock', 1, log, tick));
  });

  slow('shows the rays of context steering', async () => {
    const place = await openScene('chasers', 20, 3);
    expect(countNear(await settledPicture(page), place, 90, isGreen)).toBeGreaterThan(100);
    expect(await card().locator('li.wants').count()).toBe(3);
  });

  it('shows the rays of all agents in a link with maps=on, and hides them with M', async () => {
    await page.goto(`${open.url}?scene=chasers&workers=2&bloom=off&maps=on`);
    await waitForTick(page, 20);
    await standStill(page);
    const greens = async () => {
      const [picture, all] = [await settledPicture(page), await allHeads()];
      const shown = all.flatMap(({ left = -1, top = -1 }) => {
        return left > 0 && left < 720 && top > 0 && top < 450 ? [{ left, top }] : [];
      });
      expect(shown.length).toBeGreaterThan(3);
      return shown.map((place) => countNear(picture, place, 55, isGreen));
    };
    await expect.poll(async () => Math.min(...(await greens())), PATIENCE).toBeGreaterThan(30);
    await page.keyboard.press('m');
    await expect.poll(async () => Math.max(...(await greens())), PATIENCE).toBe(0);
    expect(page.url()).not.toContain('maps=');
    const { tick, hash } = await page.evaluate(() => window.skein!.hash());
    expect(hash).toBe(hashInNode('chasers', 1, [], tick));
  });

  slow('shows the half planes of ORCA', async () => {
    const place = await openScene('circle-3d', 5, 3);
    expect(countNear(await settledPicture(page), place, 90, isPurple)).toBeGreaterThan(100);
  });

  slow('selects one of 100,000 agents', async () => {
    await page.goto(`${open.url}?scene=swarm-100k&workers=2`);
    await waitForTick(page, 1);
    await standStill(page);
    await page.mouse.click(360, 225);
    await card().waitFor();
    const id = await selected();
    const { tick, total } = await page.evaluate(() => ({
      tick: window.skein!.insight!.tick,
      total: window.skein!.insight!.total,
    }));
    expect(total).toEqual(inspect(worldInNode('swarm-100k', 1, [], tick), id!).total);
  });
});
