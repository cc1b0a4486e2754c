import type { Command, World } from '@skein/core';
import type { CDPSession, Page } from 'playwright';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { FINGER_PX } from '../src/controls/finger.ts';
import { type OpenPage, openPage } from './open-page.ts';
import { frames, hashInNode, standStill, waitForTick, worldInNode } from './replay.ts';
import { slow } from './slow.ts';

describe('the pointer in the picture', () => {
  let open: OpenPage;
  let page: Page;

  beforeAll(async () => {
    open = await openPage('?scene=flock&workers=2', {
      viewport: { width: 640, height: 400 },
      fresh: true,
    });
    page = open.page;
    await waitForTick(page, 3);
  });
  afterAll(() => open?.close());
  afterEach(async () => {
    await page.mouse.up();
    expect(open.errors).toEqual([]);
  });

  const log = () => page.evaluate(() => structuredClone([...window.skein!.log]) as Command[]);
  const camera = () => page.evaluate(() => window.skein!.camera.position.toArray());
  /** The distance that the camera has moved, in m; half a picture moves it by 100, and gliding by less. */
  const gone = async (from: readonly number[]) =>
    Math.hypot(...(await camera()).map((value, axis) => value - from[axis]));

  /** Continues for this many ticks. */
  async function goOn(ticks: number): Promise<void> {
    await waitForTick(page, (await page.evaluate(() => window.skein!.tick)) + ticks);
  }

  /**
   * By how much the agents approach the pointer in the 60 ticks after the hold began, in m: the mean of all, across the
   * edges of the torus if that is shorter. Computed in Node from the log of the page.
   */
  async function closerIn60(given: number): Promise<number> {
    const commands = await log();
    const { tick } = commands[given];
    const [begin, end] = [0, 60].map((more) => worldInNode('flock', 1, commands, tick + more));
    const { x, y, z } = end.views.targetPosition;
    const { bounds } = end.scenario;
    const edge = bounds.type === 'open' ? 0 : bounds.max[0] - bounds.min[0];
    const way = (v: number) => v - edge * Math.round(v / edge);
    const spread = ({ views: { position }, count }: World) => {
      let sum = 0;
      for (let i = 0; i < count; i++) {
        sum += Math.hypot(
          way(position.x[i] - x[0]),
          way(position.y[i] - y[0]),
          way(position.z[i] - z[0]),
        );
      }
      return sum / count;
    };
    return spread(begin) - spread(end);
  }

  /** Waits until this many parameters have been set in total. */
  const waitForSets = (count: number) =>
    page.waitForFunction(
      (n) => window.skein!.log.filter(({ type }) => type === 'set').length >= n,
      count,
    );

  async function hashesAgree(scene: string): Promise<void> {
    await standStill(page);
    const { tick, hash } = await page.evaluate(() => window.skein!.hash());
    expect(hash).toBe(hashInNode(scene, 1, await log(), tick));
    await page.evaluate(() => window.skein!.resume());
  }

  const weights = (commands: readonly Command[]) =>
    commands.flatMap((command) =>
      command.type === 'set'
        ? [`${command.behavior} ${Math.round(command.value * 100) / 100}`]
        : [],
    );

  slow('pulls the flock while it is held, and lets go, as commands of the run', async () => {
    expect(await page.locator('#hint').textContent()).toContain(
      'Press and hold to pull all of them',
    );
    await page.mouse.move(330, 190);
    await page.mouse.down();
    await page.waitForFunction(() => window.skein!.log.length >= 3);
    expect(await page.locator('#ring.pull').isVisible()).toBe(true);
    const from = await camera();
    await goOn(60);
    const first = await log();
    expect(first[0]).toMatchObject({ type: 'move', target: 'pointer' });
    expect(weights(first)).toEqual(['seek 3', 'flee 0']);
    expect(await closerIn60(0)).toBeGreaterThan(4);
    // A hold moves the target and not the camera.
    await page.mouse.move(250, 150, { steps: 8 });
    await goOn(20);
    expect(await gone(from)).toBeLessThan(3);
    const held = await log();
    const moves = held.filter((command) => command.type === 'move');
    expect(moves.length).toBeGreaterThan(1);
    expect(new Set(moves.map(({ tick }) => tick)).size).toBe(moves.length);
    await page.mouse.up();
    await waitForSets(4);
    expect(weights(await log()).slice(-2)).toEqual(['seek 0', 'flee 0']);
    expect(await page.locator('#ring').isVisible()).toBe(false);
    expect(await page.locator('#insight').isVisible()).toBe(false);
    expect(page.url()).not.toContain('set=');
    await hashesAgree('flock');
  });

  it('scares the flock with Shift', async () => {
    const given = (await log()).length;
    const sets = weights(await log()).length;
    await page.keyboard.down('Shift');
    await page.mouse.move(320, 200);
    await page.mouse.down();
    await waitForSets(sets + 2);
    await goOn(60);
    expect(weights((await log()).slice(given))).toEqual(['seek 0', 'flee 3']);
    expect(await closerIn60(given)).toBeLessThan(-2);
    await page.mouse.up();
    await page.keyboard.up('Shift');
    await waitForSets(sets + 4);
    await hashesAgree('flock');
  });

  it('pulls with one finger and scares with two', async () => {
    const touch: CDPSession = await page.context().newCDPSession(page);
    await touch.send('Emulation.setTouchEmulationEnabled', { enabled: true, maxTouchPoints: 2 });
    const fingers = (...places: Array<[number, number]>) =>
      places.map(([x, y], id) => ({ x, y, id }));
    for (const [places, expected] of [
      [fingers([300, 200]), ['seek 3', 'flee 0']],
      [fingers([300, 200], [360, 200]), ['seek 0', 'flee 3']],
    ] as const) {
      const sets = weights(await log()).length;
      await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: places });
      await waitForSets(sets + 2);
      expect(weights(await log()).slice(sets)).toEqual(expected);
      // Above the finger that was put down last, which would cover it.
      const { x, y } = places.at(-1)!;
      expect(await page.locator('#ring').evaluate((ring) => ring.style.translate)).toBe(
        `${x}px ${y - FINGER_PX}px`,
      );
      await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
      await waitForSets(sets + 4);
      expect(weights(await log()).slice(-2)).toEqual(['seek 0', 'flee 0']);
    }
    // A tap is slower than a click, but still no hold, unless this machine delayed it.
    await standStill(page);
    const head = await page.evaluate(() =>
      window
        .skein!.heads()
        .find(
          ({ left = 0, top = 0 }) =>
            left > 100 && top > 50 && document.elementFromPoint(left, top)?.tagName === 'CANVAS',
        ),
    );
    const spot = fingers([head!.left!, head!.top!]);
    await page.evaluate(timePresses);
    let sets = 0;
    for (
      let ms = Number.POSITIVE_INFINITY;
      ms > 400;
      ms = await page.evaluate(() => window.pressMs!)
    ) {
      await frames(page, 3);
      sets = weights(await log()).length;
      await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: spot });
      await page.waitForTimeout(240);
      await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    }
    await page.locator('#insight:not([hidden])').waitFor();
    expect(weights(await log()).length).toBe(sets);
    await page.evaluate(() => {
      window.skein!.select();
      window.skein!.resume();
    });
    await touch.send('Emulation.setTouchEmulationEnabled', { enabled: false });
    await touch.detach();
  });

  it('looks around on an immediate movement, and gives no command', async () => {
    const given = (await log()).length;
    const from = await camera();
    await page.mouse.move(300, 200);
    // Without a pause, which would be a hold on a busy machine.
    await Promise.all([page.mouse.down(), page.mouse.move(420, 200, { steps: 6 })]);
    await page.waitForTimeout(400);
    await page.mouse.up();
    expect(await gone(from)).toBeGreaterThan(20);
    expect((await log()).length).toBe(given);
  });

  slow('ends a hold when the run was taken back into the hold and changed', async () => {
    await page.evaluate(() => window.skein!.pause());
    const set = (await log()).filter((command) => command.type === 'set');
    const [pulled] = set;
    const release = set[2];
    const between = Math.floor((pulled.tick + release.tick) / 2) + 1;
    await page.evaluate((tick) => window.skein!.goTo(tick), between);
    expect(weights(await log())).toEqual(['seek 3', 'flee 0']);
    await page.evaluate(() => window.skein!.resume());
    // Repeated, the run ends the hold at the same tick.
    await page.waitForFunction(
      (tick) => window.skein!.tick > tick && window.skein!.log.length > 4,
      release.tick,
    );
    expect((await log()).filter((command) => command.type === 'set')[2].tick).toBe(release.tick);
    await page.evaluate((tick) => window.skein!.goTo(tick), between);
    await page.evaluate(() => {
      window.skein!.resume();
      return window.skein!.command({ type: 'set', species: 'boid', parameter: 'mass', value: 1 });
    });
    await waitForSets(5);
    expect(weights(await log()).slice(-2)).toEqual(['seek 0', 'flee 0']);
    await hashesAgree('flock');
  });

  slow(
    'commands bees while it is held: they come to the pointer, and are free afterwards',
    async () => {
      await page.goto(`${open.url}?scene=bees&workers=2`);
      await waitForTick(page, 30);
      expect(await page.locator('#hint').textContent()).toBe(
        'Click an agent to see what moves it. Press and hold to pull every bee.',
      );
      const sets = async () =>
        (await log()).flatMap((command) =>
          command.type === 'set'
            ? [`${command.behavior}.${command.parameter} ${command.value}`]
            : [],
        );
      await page.mouse.move(300, 160);
      await page.mouse.down();
      await waitForSets(1);
      const targets = () => page.evaluate(() => [...window.skein!.targets]);
      await expect.poll(targets).not.toEqual([100, 0, 0]);
      const touch = await targets();
      expect((await log())[0]).toMatchObject({ type: 'move', target: 'pointer' });
      expect(await sets()).toEqual(['dodge.commanded 1']);
      await page.mouse.move(340, 200, { steps: 4 });
      await goOn(60);
      expect(await targets()).not.toEqual(touch);
      await page.mouse.up();
      await waitForSets(2);
      expect(await sets()).toEqual(['dodge.commanded 1', 'dodge.commanded 0']);
      expect(page.url()).not.toContain('set=');
      // This scene has no agents that Shift scares.
      const given = (await log()).length;
      await page.keyboard.down('Shift');
      await page.mouse.down();
      await page.waitForTimeout(300);
      await page.mouse.up();
      await page.keyboard.up('Shift');
      expect((await log()).length).toBe(given);
      await hashesAgree('bees');
    },
  );

  slow(
    'drags a target, with at most one position per tick, and does not move the camera',
    async () => {
      await page.goto(`${open.url}?scene=beams&workers=2`);
      await waitForTick(page, 3);
      expect(await page.locator('#hint').textContent()).toBe(
        'Click an agent to see what moves it. Drag the target to move it.',
      );
      // The framing camera keeps the target at 0.6 of the upper half.
      await page.mouse.move(320, 80);
      expect(await page.locator('#view').evaluate((view) => view.style.cursor)).toBe('grab');
      const target = () => page.evaluate(() => [...window.skein!.targets]);
      const [x0, y0] = await target();
      await page.mouse.down();
      const from = await camera();
      await page.mouse.move(420, 60, { steps: 10 });
      await goOn(30);
      // The framing camera stands still meanwhile; otherwise the target would move away from the pointer.
      expect(await gone(from)).toBeLessThan(1e-6);
      await page.mouse.up();
      await goOn(3);
      const moves = (await log()).filter((command) => command.type === 'move');
      expect(moves.length).toBeGreaterThan(0);
      expect(new Set(moves.map(({ tick }) => tick)).size).toBeGreaterThanOrEqual(moves.length - 1);
      const [x, y] = await target();
      expect(Math.abs(x - x0)).toBeGreaterThan(5);
      expect(y).toBeGreaterThan(y0);
      expect(
        await page.evaluate(() => window.skein!.log.every(({ type }) => type === 'move')),
      ).toBe(true);
      expect(await page.getByLabel('Camera').inputValue()).toBe('gun and target');
      await hashesAgree('beams');
    },
  );
});

declare global {
  interface Window {
    /** The duration of the last press, in ms. */
    pressMs?: number;
  }
}

/** Runs on the page: measures each press from its event. */
function timePresses(): void {
  let down = 0;
  addEventListener('pointerdown', () => (down = performance.now()), { capture: true });
  addEventListener('pointerup', () => (window.pressMs = performance.now() - down), {
    capture: true,
  });
}
