import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createWorld, parseScenarioText, stateHash, tick } from '@skein/core';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OpenPage, openPage } from './open-page.ts';
import { standStill, waitForTick } from './replay.ts';

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

declare const axe: { run(): Promise<AxeResults> };

describe('the scenario beside the picture', () => {
  let open: OpenPage;
  let page: Page;

  beforeAll(async () => {
    const viewport = { width: 1000, height: 620 };
    open = await openPage('?scene=flock&seed=8&workers=2', { viewport });
    page = open.page;
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await waitForTick(page, 3);
    await standStill(page);
    await page.keyboard.press('j');
    await page.locator('#code-0 .cm-content').waitFor();
  });
  afterAll(() => open?.close());

  const content = () => page.locator('#code-0 .cm-content');
  const problems = () => page.locator('#code-0 .problems');

  /** The text as a visitor would copy it, because the editor draws only visible lines. */
  async function text(): Promise<string> {
    await content().focus();
    await page.keyboard.press('Control+a');
    await page.keyboard.press('Control+c');
    return page.evaluate(() => navigator.clipboard.readText());
  }

  /** Replaces the text. */
  async function write(other: string): Promise<void> {
    await content().focus();
    await page.keyboard.press('Control+a');
    await page.keyboard.insertText(other);
  }

  it('shows the run with its seed, in short form', async () => {
    const shown = await text();
    expect(shown).toContain('"seed": 8');
    expect(shown).not.toContain('"mass"');
    expect(await page.evaluate(() => window.skein!.camera.view?.offsetX)).toBeLessThan(0);
  });

  it('undoes nothing in a text that was just opened', async () => {
    const shown = await text();
    await page.keyboard.press('Control+z');
    expect(await text()).toBe(shown);
  });

  it('marks a mistake in its line, suggests the right name, and does not run the text', async () => {
    const before = await page.evaluate(() => window.skein!.world!.scenario.species[0].count);
    const good = (await text()).replace('"count": 200', '"count": 60');
    const line = good.split('\n').findIndex((one) => one.includes('"count"')) + 1;
    await write(good.replace('"count": 60', '"count": -60'));
    await problems().getByText(`Line ${line}`).waitFor();
    expect(await problems().textContent()).toContain('$.species[0].count: found -60');
    await page.keyboard.press('Control+Enter');
    await page.getByText('Not run.').waitFor();
    expect(await page.evaluate(() => window.skein!.world!.scenario.species[0].count)).toBe(before);
    await write('{"name" 1}');
    await problems().getByText('not JSON').waitFor();
    expect(await problems().textContent()).toMatch(/^Line 1 found text that is not JSON/);
    await write(good);
    await problems().waitFor({ state: 'hidden' });
  });

  it('runs the edited text with the hash of Node, and keeps the text', async () => {
    const edited = await text();
    await page.keyboard.press('Control+Enter');
    await page.waitForFunction(() => window.skein?.world?.count === 60);
    await page.evaluate(() => window.skein!.resume());
    await waitForTick(page, 20);
    await standStill(page);
    const shown = await page.evaluate(() => window.skein!.hash());
    const world = createWorld(parseScenarioText(edited));
    tick(world, shown.tick);
    expect(shown.hash).toBe(stateHash(world));
    expect(await text()).toBe(edited);
    await page.goBack();
    await page.waitForFunction(() => window.skein?.world?.count === 200);
  });

  it('completes keys and values, and Tab leaves the editor', async () => {
    await content().focus();
    await page.keyboard.press('Control+Home');
    await page.keyboard.press('End');
    await page.keyboard.type('\n"laun');
    await page.locator('.cm-tooltip-autocomplete li', { hasText: '"launchers"' }).waitFor();
    await page.keyboard.press('Escape');
    expect(await page.locator('#drawer').isVisible()).toBe(true);
    // Letters typed here are not keys of the page.
    expect(await page.evaluate(() => document.body.classList.contains('bare'))).toBe(false);
    await page.keyboard.press('Tab');
    const on = await page.evaluate(() => document.activeElement?.className);
    expect(on).not.toContain('editor');
  });

  it('restores the run, and undo restores the edits', async () => {
    const edited = await text();
    await page.getByRole('button', { name: 'Refresh' }).click();
    expect(await text()).not.toBe(edited);
    expect(await text()).toContain('"count": 200');
    await content().focus();
    await page.keyboard.press('Control+z');
    expect(await text()).toBe(edited);
  });

  it('has no violation that axe finds, wide and narrow, in both tabs, and large buttons', async () => {
    await page.evaluate(readFileSync(AXE, 'utf8'));
    for (const tab of ['Scenario', 'Law']) {
      await page.getByRole('tab', { name: tab }).click();
      for (const width of [1280, 390]) {
        await page.setViewportSize({ width, height: 844 });
        const { violations } = await page.evaluate(() => axe.run());
        const found = violations.flatMap(({ id, nodes }) =>
          nodes.map((node) => `${id}: ${node.target}`),
        );
        expect(found, `${tab} ${width}`).toEqual([]);
        const small = await page.evaluate(() =>
          [...document.querySelectorAll('#drawer :is(button, select)')]
            .filter(
              (element) => element.checkVisibility() && element.getBoundingClientRect().height < 44,
            )
            .map(({ textContent }) => textContent),
        );
        expect(small).toEqual([]);
      }
    }
  });

  it('closes with Escape and gives the space back to the picture', async () => {
    await page.getByRole('tab', { name: 'Scenario' }).focus();
    await page.keyboard.press('Escape');
    expect(await page.locator('#drawer').isVisible()).toBe(false);
    expect(await page.evaluate(() => document.body.classList.contains('coding'))).toBe(false);
  });

  it('violates no policy and logs no error', () => {
    expect(open.errors).toEqual([]);
  });
});
