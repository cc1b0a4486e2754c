import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OpenPage, openPage } from './open-page.ts';
import { hashInNode } from './replay.ts';

let opened: OpenPage;
let page: Page;

beforeAll(async () => {
  opened = await openPage('?scene=epidemic&workers=2&speed=4', {
    viewport: { width: 1000, height: 700 },
  });
  page = opened.page;
  await page.locator('.hero label').first().waitFor();
});
afterAll(() => opened?.close());

const log = () => page.evaluate(() => window.skein!.world!.log.map((command) => ({ ...command })));
const legend = () => page.locator('#legend li').allTextContents();

describe('what a scenario says about its picture', () => {
  it('names the colors of its values in the legend', async () => {
    await expect.poll(legend).toEqual(['well', 'ill', 'recovered']);
  });

  it('has its title, its question and its controls on the page', async () => {
    const { display } = await page.evaluate(() => window.skein!.world!.scenario);
    const hero = page.locator('.hero');
    expect(await page.locator('#tagline').textContent()).toBe(
      `${display!.title} ${display!.question}`,
    );
    const labels = await hero
      .locator('input')
      .evaluateAll((all) => all.map((element) => element.ariaLabel));
    expect(labels).toEqual(display!.controls!.map(({ label }) => label));
  });

  it('sets all parameters of a slider by commands, which undo takes back', async () => {
    const slider = page.locator('.hero input').first();
    await slider.focus();
    await page.keyboard.press('Home');
    await expect.poll(async () => (await log()).length).toBe(2);
    expect(await log()).toMatchObject(
      ['susceptible', 'infected'].map((species) => ({
        ...{ type: 'set', species, behavior: 'law:contagion', parameter: 'infection', value: 0 },
      })),
    );
    await page.locator('#panel').getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => slider.inputValue()).toBe('0.7');
    const { tick, hash } = await page.evaluate(() => window.skein!.hash());
    expect(hash).toBe(hashInNode('models/epidemic', 1, await log(), tick));
  });

  it('plots its measures since the start of the run', async () => {
    const plot = page.locator('.scene-plot');
    await plot.locator('canvas').waitFor();
    expect(await plot.locator('.u-legend').textContent()).toMatch(/well.*ill.*recovered/s);
    const measured = await plot.evaluate((element) =>
      element.dataset.measured!.split(' ').map(Number),
    );
    expect(measured.reduce((sum, value) => sum + value)).toBe(5000);
    expect(measured[0]).toBeLessThan(5000);
  });

  it('has a matrix that keys and the pointer change', async () => {
    await page.goto(`${opened.url}?scene=particle-life&workers=2`);
    const cell = page.locator('.hero .cell').nth(5);
    await cell.waitFor();
    const value = async () => Number(await cell.textContent());
    const before = await value();
    await cell.focus();
    await page.keyboard.press('ArrowUp');
    await expect.poll(value).toBe(before + 0.5);
    const box = (await cell.boundingBox())!;
    await page.mouse.move(box.x + 5, box.y + 5);
    await page.mouse.down();
    await page.mouse.move(box.x + 26, box.y + 5);
    await page.mouse.up();
    await expect.poll(value).toBe(before + 2);
    const parameters = (await log()).map((command) => 'parameter' in command && command.parameter);
    expect(new Set(parameters)).toEqual(new Set(['pull12']));
  });

  it('raised no errors', () => {
    expect(opened.errors).toEqual([]);
  });
});
