import type { Page } from 'playwright';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type OpenPage, openPage } from './open-page.ts';
import { hashInNode, waitForTick } from './replay.ts';

describe('the film of the run', () => {
  let open: OpenPage;
  let page: Page;

  beforeAll(async () => {
    open = await openPage('?scene=flock&workers=2&seed=3', {
      viewport: { width: 1280, height: 800 },
      still: true,
    });
    page = open.page;
    await waitForTick(page, 5);
  });
  afterAll(() => open?.close());
  afterEach(() => expect(open.errors).toEqual([]));

  const film = () => page.locator('#film');
  const slider = () => page.getByLabel('Moment of the run');

  it('has pictures of earlier moments, which differ, and lead there', async () => {
    await page.evaluate(() =>
      window.skein!.command({ type: 'set', species: 'boid', parameter: 'maxSpeed', value: 4 }),
    );
    await page.waitForTimeout(5500);
    await page.evaluate(() => window.skein!.pause());
    expect(await film().isVisible()).toBe(false);
    await slider().hover();
    await film().waitFor();
    const shots = film().locator('.frames button');
    await expect.poll(() => shots.count()).toBeGreaterThanOrEqual(2);
    const pictures = await film()
      .locator('canvas')
      .evaluateAll((all: HTMLCanvasElement[]) => all.map((canvas) => canvas.toDataURL()));
    expect(new Set(pictures).size).toBe(pictures.length);
    const given = await page.evaluate(() => structuredClone([...window.skein!.log]));
    expect(await film().locator('.line i').first().getAttribute('data-tick')).toBe(
      String(given[0].tick),
    );
    const tick = Number(await shots.first().getAttribute('data-tick'));
    await shots.first().click();
    await page.waitForFunction((at) => window.skein!.world!.tick === at, tick);
    const { hash } = await page.evaluate(() => window.skein!.hash());
    expect(hash).toBe(hashInNode('flock', 3, given, tick));
  });

  it('keeps the recorded future beside the run, and tells when the run leaves it', async () => {
    const begin = await page.evaluate(() => window.skein!.tick);
    await slider().hover();
    await page.getByRole('button', { name: 'Branch here' }).click();
    const branch = page.locator('#branch');
    await branch.getByText('The same so far').waitFor();
    await page.evaluate(() => window.skein!.step(5));
    await page.locator(`#branch[data-tick="${begin + 5}"]`).waitFor();
    expect(await branch.getAttribute('data-apart')).toBeNull();
    await page.evaluate(() =>
      window.skein!.command({ type: 'set', species: 'boid', parameter: 'maxSpeed', value: 1 }),
    );
    await page.evaluate(() => window.skein!.resume());
    await branch.getByText('Two futures since tick').waitFor();
    expect(Number(await branch.getAttribute('data-apart'))).toBeGreaterThan(begin + 5);
    await branch.getByRole('button', { name: 'Close' }).click();
    expect(await branch.isVisible()).toBe(false);
  });
});
