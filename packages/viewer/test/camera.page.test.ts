import type { Page } from 'playwright';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type OpenPage, openPage } from './open-page.ts';
import { hashInNode, waitForTick } from './replay.ts';

describe('the camera', () => {
  let open: OpenPage;
  let page: Page;

  beforeAll(async () => {
    open = await openPage('?scene=formation&workers=2');
    page = open.page;
    await waitForTick(page, 5);
  });
  afterAll(() => open?.close());
  afterEach(() => expect(open.errors).toEqual([]));

  const camera = () => page.getByLabel('Camera', { exact: true });
  const place = () =>
    page.evaluate(() => {
      const { camera } = window.skein!.three;
      return { at: camera.position.toArray(), turn: camera.quaternion.toArray() };
    });
  const asked = () => new URL(page.url()).searchParams.get('camera');
  const away = (a: number[], b: number[]) => Math.hypot(...a.map((value, i) => value - b[i]));

  it('is in no address until somebody moves it', async () => {
    expect(await camera().inputValue()).toBe('by hand');
    expect(asked()).toBeNull();
  });

  it('stays where it is at a press that turns nothing', async () => {
    await page.mouse.move(300, 380);
    await page.mouse.down();
    await page.waitForTimeout(300);
    await page.mouse.up();
    expect(asked()).toBeNull();
  });

  it('goes behind an agent when told by keyboard, smoothly, and keeps it in the middle', async () => {
    const before = await place();
    await camera().focus();
    await page.keyboard.press('ArrowDown');
    expect(await camera().inputValue()).toBe('behind an agent');
    const after = await place();
    const start = away(before.at, after.at);
    await page.waitForTimeout(2500);
    const there = await place();
    expect(away(before.at, there.at)).toBeGreaterThan(20);
    expect(start).toBeLessThan(0.5 * away(before.at, there.at));
    expect(asked()).toBe('follow');
    const { width, height } = page.viewportSize()!;
    for (let i = 0; i < 3; i++) {
      const off = await page.evaluate(
        ([w, h]) => {
          const [head] = window.skein!.heads().filter(({ id }) => id === 0);
          return Math.hypot((head.left ?? 9999) - w / 2, (head.top ?? 9999) - h / 2);
        },
        [width, height],
      );
      expect(off).toBeLessThan(25);
      await page.waitForTimeout(200);
    }
  });

  it('flies by keys, and by dragging', async () => {
    await camera().selectOption('fly (W A S D, drag)');
    await page.evaluate(() => (document.activeElement as HTMLElement).blur());
    await page.waitForTimeout(1500);
    const before = await place();
    await page.keyboard.down('KeyW');
    await page.waitForTimeout(500);
    await page.keyboard.up('KeyW');
    await page.waitForTimeout(700);
    const ahead = await place();
    expect(away(before.at, ahead.at)).toBeGreaterThan(1);
    expect(away(before.turn, ahead.turn)).toBeLessThan(1e-3);
    await page.mouse.move(360, 240);
    await page.mouse.down();
    await page.mouse.move(430, 240, { steps: 4 });
    await page.mouse.up();
    await page.waitForTimeout(300);
    const turned = await place();
    expect(away(turned.turn, ahead.turn)).toBeGreaterThan(0.05);
    expect(away(turned.at, ahead.at)).toBeLessThan(0.2);
    expect(await camera().inputValue()).toBe('fly (W A S D, drag)');
    expect(asked()).toMatch(/^fly(,-?[\d.e-]+){6}$/);
  });

  it('stands where the address says, and the run is the same', async () => {
    const before = await place();
    await page.reload();
    await waitForTick(page, 3);
    const restored = await place();
    expect(await camera().inputValue()).toBe('fly (W A S D, drag)');
    expect(away(before.at, restored.at)).toBeLessThan(0.05);
    // Both signs of a quaternion are the same turn.
    const dot = before.turn.reduce((sum, value, i) => sum + value * restored.turn[i], 0);
    expect(Math.abs(dot)).toBeGreaterThan(0.9999);
    await page.evaluate(() => {
      window.skein!.pause();
    });
    const { tick, hash } = await page.evaluate(() => window.skein!.hash());
    expect(hash).toBe(hashInNode('formation', 1, [], tick));
  });

  it('is taken by the hand, from where it is', async () => {
    await camera().selectOption('behind an agent');
    await page.waitForTimeout(2000);
    const before = await place();
    await page.mouse.move(360, 240);
    await page.mouse.down();
    await page.mouse.move(366, 240, { steps: 2 });
    await page.mouse.up();
    await page.waitForTimeout(300);
    expect(await camera().inputValue()).toBe('by hand');
    expect(away(before.at, (await place()).at)).toBeLessThan(4);
    expect(asked()).toMatch(/^orbit,/);
  });

  it('changes at once where less motion is asked for', async () => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await camera().selectOption('behind an agent');
    const off = await page.evaluate(async () => {
      for (let i = 0; i < 3; i++) await new Promise((done) => requestAnimationFrame(done));
      const [head] = window.skein!.heads().filter(({ id }) => id === 0);
      return Math.hypot((head.left ?? 9999) - 360, (head.top ?? 9999) - 225);
    });
    expect(off).toBeLessThan(25);
  });
});
