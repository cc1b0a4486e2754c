import type { Page } from 'playwright';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type OpenPage, openPage } from './open-page.ts';
import { frames, hashInNode, standStill, waitForTick } from './replay.ts';
import { slow } from './slow.ts';

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
      const { camera } = window.skein!;
      return { at: camera.position.toArray(), turn: camera.quaternion.toArray() };
    });
  const asked = () => new URL(page.url()).searchParams.get('camera');
  const away = (a: number[], b: number[]) => Math.hypot(...a.map((value, i) => value - b[i]));

  /** Waits until the camera has been still for some frames, because it glides for a while. */
  const rest = () =>
    page.evaluate(async () => {
      const { camera } = window.skein!;
      const now = () => [...camera.position.toArray(), ...camera.quaternion.toArray()];
      for (let still = 0, before = now(); still < 8; ) {
        await new Promise((done) => requestAnimationFrame(done));
        const moved = Math.hypot(...now().map((value, i) => value - before[i]));
        still = moved < 1e-4 ? still + 1 : 0;
        before = now();
      }
    });

  /** The distance of agent 0 from the center of what is free of the picture, CSS pixels, at the end of a frame. */
  const offMiddle = () =>
    page.evaluate(async () => {
      await new Promise((done) => requestAnimationFrame(done));
      const [head] = window.skein!.heads().filter(({ id }) => id === 0);
      const { offsetX = 0, offsetY = 0 } = window.skein!.camera.view ?? {};
      const across = (head.left ?? 9999) - innerWidth / 2 + offsetX;
      const down = (head.top ?? 9999) - innerHeight / 2 + offsetY;
      return Math.hypot(across, down);
    });

  it('is not in the address until the visitor moves it', async () => {
    expect(await camera().inputValue()).toBe('by hand');
    expect(asked()).toBeNull();
  });

  it('does not move on a press that does not turn it', async () => {
    await page.mouse.move(300, 380);
    await page.mouse.down();
    await page.waitForTimeout(300);
    await page.mouse.up();
    expect(asked()).toBeNull();
  });

  it('moves behind an agent on a key press, smoothly, and keeps it in the center', async () => {
    const before = await place();
    await camera().focus();
    const way = page.evaluate(async () => {
      const { camera } = window.skein!;
      const select = document.activeElement as HTMLSelectElement;
      const places: number[][] = [];
      for (let begin = Number.POSITIVE_INFINITY; ; ) {
        await new Promise((done) => requestAnimationFrame(done));
        if (select.selectedOptions[0].text !== 'behind an agent') continue;
        places.push(camera.position.toArray());
        begin = Math.min(begin, performance.now());
        if (performance.now() > begin + 1500 && places.length > 12) return places;
      }
    });
    await page.keyboard.press('ArrowDown');
    expect(await camera().inputValue()).toBe('behind an agent');
    const places = await way;
    const whole = away(before.at, places.at(-1)!);
    expect(whole).toBeGreaterThan(20);
    // In one frame, however long, the camera moves at most as far as in 0.1 s of its 0.9 s.
    const steps = places.map((at, i) => away(at, i === 0 ? before.at : places[i - 1]));
    expect(Math.max(...steps)).toBeLessThan(0.5 * whole);
    expect(asked()).toBe('follow');
    await expect.poll(offMiddle, { timeout: 20_000 }).toBeLessThan(25);
    for (let i = 0; i < 3; i++) {
      expect(await offMiddle()).toBeLessThan(25);
      await page.waitForTimeout(200);
    }
  });

  it('flies by keys, and by dragging', async () => {
    await camera().selectOption('fly (W A S D, drag)');
    await page.evaluate(() => (document.activeElement as HTMLElement).blur());
    await rest();
    const before = await place();
    await page.keyboard.down('KeyW');
    await expect.poll(async () => away(before.at, (await place()).at)).toBeGreaterThan(1);
    await page.keyboard.up('KeyW');
    await rest();
    const ahead = await place();
    expect(away(before.at, ahead.at)).toBeGreaterThan(1);
    expect(away(before.turn, ahead.turn)).toBeLessThan(1e-3);
    await page.mouse.move(360, 240);
    await page.mouse.down();
    await page.mouse.move(430, 240, { steps: 4 });
    await page.mouse.up();
    await rest();
    const turned = await place();
    expect(away(turned.turn, ahead.turn)).toBeGreaterThan(0.05);
    expect(away(turned.at, ahead.at)).toBeLessThan(0.2);
    expect(await camera().inputValue()).toBe('fly (W A S D, drag)');
    expect(asked()).toMatch(/^fly(,-?[\d.e-]+){6}$/);
  });

  it('takes the place in the address, and the run is the same', async () => {
    const before = await place();
    await page.reload();
    await waitForTick(page, 3);
    const restored = await place();
    expect(await camera().inputValue()).toBe('fly (W A S D, drag)');
    expect(away(before.at, restored.at)).toBeLessThan(0.05);
    // A quaternion and its negative are the same rotation.
    const dot = before.turn.reduce((sum, value, i) => sum + value * restored.turn[i], 0);
    expect(Math.abs(dot)).toBeGreaterThan(0.9999);
    await standStill(page);
    const { tick, hash } = await page.evaluate(() => window.skein!.hash());
    expect(hash).toBe(hashInNode('formation', 1, [], tick));
  });

  slow('is taken over by dragging, from its present place', async () => {
    await page.evaluate(() => window.skein!.resume());
    await camera().selectOption('behind an agent');
    await expect.poll(offMiddle, { timeout: 20_000 }).toBeLessThan(25);
    await standStill(page);
    await rest();
    const before = await place();
    await page.mouse.move(360, 240);
    await page.mouse.down();
    await page.mouse.move(366, 240, { steps: 2 });
    await page.mouse.up();
    await rest();
    expect(await camera().inputValue()).toBe('by hand');
    expect(away(before.at, (await place()).at)).toBeLessThan(4);
    expect(asked()).toMatch(/^orbit,/);
  });

  it('stays while the first edit makes room in the scene', async () => {
    await page.goto(`${open.url}?scene=evacuation&workers=2`);
    await waitForTick(page, 5);
    await page.evaluate(() => window.skein!.pause());
    await page.keyboard.press('e');
    await page.locator('#edit').waitFor();
    await rest();
    const before = await place();
    await page.getByRole('radio', { name: 'Obstacle' }).click();
    await page.mouse.move(420, 180);
    await page.mouse.down();
    await page.mouse.move(440, 200, { steps: 4 });
    await page.mouse.up();
    await page.waitForFunction(() => window.skein!.log.some(({ type }) => type === 'obstacle'));
    expect(away(before.at, (await place()).at)).toBeLessThan(0.01);
    await page.keyboard.press('e');
  });

  it('changes at once with reduced motion', async () => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await camera().selectOption('behind an agent');
    await frames(page, 2);
    expect(await offMiddle()).toBeLessThan(25);
  });

  it('looks from where the scenario says', async () => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.goto(`${open.url}?scene=formation&workers=2`);
    await waitForTick(page, 3);
    const { ahead, from } = await page.evaluate(() => {
      const { x, y, z, w } = window.skein!.camera.quaternion;
      return {
        // Where the camera looks: its z axis, reversed.
        ahead: [-2 * (x * z + w * y), -2 * (y * z - w * x), 2 * (x * x + y * y) - 1],
        from: window.skein!.world!.scenario.display!.camera!.from,
      };
    });
    const length = Math.hypot(...from);
    expect(
      away(
        ahead,
        from.map((value) => -value / length),
      ),
    ).toBeLessThan(1e-3);
  });
});
