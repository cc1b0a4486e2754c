import { readFileSync } from 'node:fs';
import { createWorld, parseScenarioText, stateHash, tick as step } from '@skein/core';
import type { Page } from 'playwright';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type OpenPage, openPage } from './open-page.ts';
import { ownScene } from './own-scene.ts';
import { waitForTick } from './replay.ts';

const OWN = ownScene('three-of-mine');

describe('a file of the visitor', () => {
  let open: OpenPage;
  let page: Page;

  beforeAll(async () => {
    open = await openPage('?scene=flock-yuka&workers=1&seed=3&set=vehicle.maxSpeed:2');
    page = open.page;
    await waitForTick(page, 3);
  });
  afterAll(() => open?.close());
  afterEach(() => expect(open.errors).toEqual([]));

  const report = () => page.locator('#report');
  const running = () => page.evaluate(() => window.skein!.world!.scenario.name);

  /** Drops files on the page like a browser. */
  async function drop(...files: Array<{ name: string; text: string }>): Promise<void> {
    await page.evaluate((all) => {
      const dataTransfer = new DataTransfer();
      for (const { name, text } of all) {
        const bytes = Uint8Array.from(text, (character) => character.charCodeAt(0));
        dataTransfer.items.add(new File([bytes], name));
      }
      for (const type of ['dragover', 'drop']) {
        const event = new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true });
        document.querySelector('#view')!.dispatchEvent(event);
      }
    }, files);
  }

  describe('that is refused', () => {
    beforeEach(async () => {
      await page.keyboard.press('Escape');
      expect(await report().isVisible()).toBe(false);
    });

    /** Checks that the report is shown and that the run has continued. */
    async function refused(): Promise<string> {
      await report().waitFor();
      expect(await running()).toBe('flock-yuka');
      await waitForTick(page, (await page.evaluate(() => window.skein!.tick)) + 3);
      return report().textContent() as Promise<string>;
    }

    it('is reported with all its problems, each with the found and the expected value', async () => {
      const bad = JSON.parse(OWN);
      bad.dt = 'soon';
      bad.species[0].behaviors[0].wieght = 1;
      bad.species[0].maxSpeed = -1;
      await drop({ name: 'bad.json', text: JSON.stringify(bad) });
      const text = await refused();
      expect(text).toContain('bad.json');
      expect(text).toContain('3 problems');
      const rows = await report()
        .locator('tbody tr')
        .evaluateAll((all) => all.map((row) => [...row.children].map((cell) => cell.textContent)));
      expect(rows).toEqual([
        ['$.dt', '"soon"', 'a finite number'],
        ['$.species[0].maxSpeed', '-1', 'a number of at least 0'],
        [
          '$.species[0].behaviors[0].wieght',
          'an unknown key (did you mean "weight"?)',
          'one of "type", "weight", "interval", "states"',
        ],
      ]);
    });

    it('is reported: a megabyte of brackets', async () => {
      await drop({ name: 'hostile', text: '['.repeat(0x100000) });
      expect(await refused()).toContain('33 levels');
    });

    it('is reported: two at once', async () => {
      await drop({ name: 'a.json', text: OWN }, { name: 'b.json', text: OWN });
      expect(await refused()).toContain('Only one file can be opened at a time');
    });
  });

  it('runs under its name, is kept in the address, and has the hash of Node', async () => {
    await page.keyboard.press('Escape');
    await drop({ name: 'mine.json', text: `\xef\xbb\xbf${OWN}` });
    await page.waitForFunction(() => window.skein!.world?.scenario.name === 'three-of-mine');
    await waitForTick(page, 7);
    await page.evaluate(() => window.skein!.pause());
    const { tick, hash } = await page.evaluate(() => window.skein!.hash());
    const world = createWorld(parseScenarioText(OWN));
    step(world, tick);
    expect(hash).toBe(stateHash(world));
    await page.waitForFunction(() => location.search.includes('run='));
    expect(await page.locator('.notice').count()).toBe(0);
    expect(await page.locator('#description').textContent()).toBe('Three that wander.');
    expect(await page.locator('#panel .lil-display').first().textContent()).toBe('three-of-mine');
    await page.getByRole('button', { name: 'Hash of the state' }).click();
    await page.getByText('Compare with Node').click();
    await page.locator('#compare code', { hasText: 'run your-file.json --seed' }).waitFor();
    await page.getByText('replace your-file.json with the path of your file').waitFor();
    await page.goto(page.url());
    await page.waitForFunction(() => window.skein!.world?.scenario.name === 'three-of-mine');
  });

  it('has its columns among the choices of colors', async () => {
    await drop({ name: 'mine.json', text: OWN });
    await page.waitForFunction(() => window.skein!.world?.scenario.name === 'three-of-mine');
    const color = page.getByLabel('Color by', { exact: true });
    await color.selectOption('column "calm"');
    await expect.poll(() => page.locator('#legend').textContent()).toBe('calm08');
    expect(new URL(page.url()).search).toContain('color=column:calm');
    await color.selectOption('species');
  });

  it('can be chosen instead of dropped, and is replaced by the next scene', async () => {
    const choosing = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Make' }).click();
    await page.getByRole('button', { name: 'Open a file' }).click();
    const path = new URL('../../../scenarios/circle.json', import.meta.url);
    const text = readFileSync(path, 'utf8').replace('"name": "circle"', '"name": "ring-of-mine"');
    await (await choosing).setFiles({
      name: 'ring.json',
      mimeType: 'application/json',
      buffer: Buffer.from(text),
    });
    await page.waitForFunction(() => window.skein!.world?.scenario.name === 'ring-of-mine');
    await page.getByLabel('Scene', { exact: true }).selectOption('crossing');
    await page.waitForFunction(() => window.skein!.world?.scenario.name === 'crossing');
    await waitForTick(page, 2);
    expect(await page.locator('.notice').count()).toBe(0);
  });
});
