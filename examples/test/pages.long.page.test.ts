import { createWorld, parseScenario, slotOf, tick } from '@skein/core';
import type { Agents, Driver } from '@skein/three';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { countPixels, Examples } from './open-example.ts';

const patience = { timeout: 40_000, interval: 200 };
const examples = new Examples();
beforeAll(() => examples.start());
afterEach(() => examples.closePages());
afterAll(() => examples.stop());

/** Globals of 02-three-scene.html. */
declare const driver: Driver;
declare const agents: Agents;

it('three-scene steps its flock on threads with the bits of Node, and draws it', async () => {
  const { page, errors } = await examples.open('02-three-scene.html');
  await page.waitForFunction('globalThis.driver?.world.tick > 10', undefined, patience);
  const found = await page.evaluate(async () => {
    driver.pause();
    return driver.whenIdle(() => {
      const { world, team } = driver;
      const { id, position } = world.views;
      const positions = [position.x, position.y, position.z].map((values) => [...values]);
      const { scenario } = world;
      return { tick: world.tick, scenario, threaded: team.threaded, id: [...id], positions };
    });
  });
  expect(found.threaded).toBe(true);
  expect(found.id).toHaveLength(5000);
  const world = createWorld(parseScenario(found.scenario), { kernel: 'ts' });
  tick(world, found.tick);
  const { x, y, z } = world.views.position;
  const slots = found.id.map((id) => slotOf(world, id));
  expect(found.positions).toEqual([x, y, z].map((values) => slots.map((slot) => values[slot])));

  const isDark = (red: number, green: number, blue: number) => red + green + blue < 150;
  const bodies = await countPixels(page, isDark);
  expect(bodies).toBeGreaterThan(500);
  await page.evaluate(() => {
    agents.visible = false;
  });
  await expect.poll(() => countPixels(page, isDark), patience).toBeLessThan(0.1 * bodies);
  expect(errors).toEqual([]);
});

it('react colors a clicked firefly, and starts over with another number of them', async () => {
  const { page, errors } = await examples.open('03-react.html');
  const isYellow = (red: number, green: number, blue: number) =>
    red > 120 && green > 80 && blue < 0.8 * red;
  const isRed = (red: number, green: number, blue: number) =>
    red > 90 && red > 2.5 * green && red > 1.5 * blue;
  await expect.poll(() => countPixels(page, isYellow), patience).toBeGreaterThan(500);
  const many = await countPixels(page, isYellow);
  expect(await countPixels(page, isRed)).toBe(0);
  const status = page.getByRole('status');
  expect(await status.textContent()).toBe('click one');
  let clicks = 0;
  await expect
    .poll(async () => {
      // Clicks on a spiral around the lantern.
      const [distance, angle] = [20 + 3 * (clicks % 10), 2.4 * clicks++];
      await page.mouse.click(160 + distance * Math.cos(angle), 100 + distance * Math.sin(angle));
      return status.textContent();
    }, patience)
    .toMatch(/^picked \d+$/);
  await expect.poll(() => countPixels(page, isRed), patience).toBeGreaterThan(1);
  await page.getByLabel('fireflies').fill('100');
  await expect.poll(() => countPixels(page, isYellow), patience).toBeLessThan(0.7 * many);
  expect(errors).toEqual([]);
});

it('clicked-crowd goes to the clicked place, and through no wall', async () => {
  const { page, errors } = await examples.open('09-clicked-crowd.html');
  /** The mean x of colored pixels (m), their number, and the number inside the outer walls. */
  const look = () =>
    page.evaluate(() => {
      const canvas = document.querySelector('canvas')!;
      const [width, height, step, edge] = [canvas.width, canvas.height, 4, 62];
      const { data } = canvas.getContext('2d')!.getImageData(0, 0, width, height);
      let [sum, count, inWalls] = [0, 0, 0];
      for (let y = 0; y < height; y += step) {
        for (let x = 0; x < width; x += step) {
          const at = 4 * (y * width + x);
          const [red, green, blue] = [data[at]!, data[at + 1]!, data[at + 2]!];
          if (Math.max(red, green, blue) - Math.min(red, green, blue) < 60) continue;
          sum += x;
          count++;
          if (Math.min(x, y, width - x, height - y) < edge) inWalls++;
        }
      }
      return { x: sum / count / 32, count, inWalls };
    });
  await expect.poll(async () => (await look()).count, patience).toBeGreaterThan(400 * 6);
  expect(Math.abs((await look()).x - 20)).toBeLessThan(2);
  const canvas = page.locator('canvas');
  // One meter is 8 pixels on the page.
  await canvas.click({ position: { x: 8 * 9, y: 8 * 15 } });
  await expect.poll(async () => (await look()).x, patience).toBeLessThan(15);
  expect((await look()).inWalls).toBe(0);
  await canvas.click({ position: { x: 8 * 32, y: 8 * 15 } });
  await expect.poll(async () => (await look()).x, patience).toBeGreaterThan(20);
  expect((await look()).inWalls).toBe(0);
  expect(errors).toEqual([]);
});

it('turret fires 16 beams on a click, and all of them hit', async () => {
  const { page, errors } = await examples.open('10-turret.html');
  const isBright = (_red: number, green: number, blue: number) => green > 100 && blue > 150;
  const status = page.getByRole('status');
  await page.waitForFunction('document.querySelector("canvas")', undefined, patience);
  expect(await status.textContent()).toMatch('Click to fire.');
  expect(await countPixels(page, isBright)).toBe(0);
  await page.mouse.click(160, 100);
  await expect.poll(() => status.textContent(), patience).toBe('16 fired, 0 hits');
  await expect.poll(() => countPixels(page, isBright), patience).toBeGreaterThan(10);
  await expect.poll(() => status.textContent(), patience).toBe('16 fired, 16 hits');
  expect(errors).toEqual([]);
});
