import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { csvRows } from '@skein/core';
import { CSV_HEADER } from '@skein/core/describe';
import { unzipSync } from 'fflate';
import type { Page } from 'playwright';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type OpenPage, openPage } from './open-page.ts';
import { decodePng, type Picture } from './pixels.ts';
import {
  frames,
  hashInNode,
  standStill,
  waitForShown,
  waitForTick,
  worldInNode,
} from './replay.ts';
import { slow } from './slow.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** The number of pixels with the color of boids, (255, 180, 84), lit or shaded. */
function boidsIn({ rgb }: Picture): number {
  let count = 0;
  for (let at = 0; at < rgb.length; at += 3) {
    const [r, g, b] = rgb.subarray(at, at + 3);
    if (r > 70 && r > 1.4 * b && g > 0.5 * b) count += 1;
  }
  return count;
}

describe('saving from the page', () => {
  let open: OpenPage;
  let page: Page;

  beforeAll(async () => {
    open = await openPage('?scene=flock&workers=2&seed=5', { sharp: true });
    page = open.page;
    await waitForTick(page, 20);
    // On a screen this low the text starts folded.
    await page.locator('#fold').click();
    await page.locator('#panel .lil-title', { hasText: /^Save$/ }).click();
  });
  afterAll(() => open?.close());
  afterEach(() => expect(open.errors).toEqual([]));

  const button = (name: string | RegExp) => page.getByRole('button', { name });

  async function saved(action: () => Promise<void>): Promise<{ name: string; bytes: Buffer }> {
    const [download] = await Promise.all([page.waitForEvent('download'), action()]);
    return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) };
  }

  it('files from a folder that scrolls into view when it is opened', async () => {
    const folders = page.locator('#panel .lil-root > .lil-children > .lil-gui');
    const first = folders.filter({ hasText: /^Save/ }).locator('.lil-controller').first();
    const panel = (await page.locator('#panel .lil-root').boundingBox())!;
    const sticksOut = async () => {
      const { y, height } = (await first.boundingBox())!;
      return Math.max(panel.y - y, y + height - panel.y - panel.height);
    };
    await expect.poll(sticksOut, { timeout: 10_000 }).toBeLessThan(0);
  });

  it('a picture, by button and by key', async () => {
    const tick = await standStill(page);
    for (const action of [
      () => button('Save picture (I)').click(),
      () => page.keyboard.press('i'),
    ]) {
      const { name, bytes } = await saved(action);
      expect(name).toBe(`flock-seed5-tick${tick}.png`);
      const picture = decodePng(bytes);
      expect([picture.width, picture.height]).toEqual([720, 450]);
      expect(boidsIn(picture)).toBeGreaterThan(300);
    }
  });

  it('a table of the agents, equal to that of the command line', async () => {
    const tick = await standStill(page);
    const { name, bytes } = await saved(() => button('Save table of agents (CSV)').click());
    expect(name).toBe(`flock-seed5-tick${tick}.csv`);
    const expected = [CSV_HEADER, ...csvRows(worldInNode('flock', 5, [], tick))].join('');
    expect(bytes.toString()).toBe(expected);
  });

  slow('a film', async () => {
    await page.evaluate(() => window.skein!.resume());
    await button('Start filming').click();
    await page.waitForTimeout(1200);
    await frames(page, 20);
    const { name, bytes } = await saved(() => button('Stop filming and save').click());
    expect(name).toMatch(/^flock-seed5-tick\d+\.webm$/);
    // The header of EBML, the format of WebM.
    expect(bytes.readUInt32BE(0)).toBe(0x1a45dfa3);
    expect(bytes.includes('webm')).toBe(true);
    expect(bytes.length).toBeGreaterThan(5000);
    expect(await button('Start filming').isVisible()).toBe(true);
  });

  slow('a picture of each step, in a zip', async () => {
    await page.getByLabel('Pictures', { exact: true }).fill('3');
    await page.getByLabel('Ticks between', { exact: true }).fill('4');
    const { name, bytes } = await saved(() => button('Take pictures of each step').click());
    const begin = Number(/tick(\d+)/.exec(name)![1]);
    const files = unzipSync(bytes);
    expect(Object.keys(files)).toEqual(
      [0, 4, 8].map((more) => `flock-seed5-tick${begin + more}.png`),
    );
    const pictures = Object.values(files).map((png) => Buffer.from(png));
    for (const png of pictures) expect(boidsIn(decodePng(png))).toBeGreaterThan(300);
    expect(pictures[1].equals(pictures[0])).toBe(false);
    expect(pictures[2].equals(pictures[1])).toBe(false);
    // The run was not paused before, so it continues.
    await waitForTick(page, begin + 10);
    const tick = await standStill(page);
    const { hash } = await page.evaluate(() => window.skein!.hash());
    expect(hash).toBe(hashInNode('flock', 5, [], tick));
  });

  slow('the pictures so far when stopped early', async () => {
    await page.getByLabel('Pictures', { exact: true }).fill('3000');
    await button('Take pictures of each step').click();
    const { frames, places } = await page.evaluate(
      () =>
        new Promise<{ frames: number; places: number }>((resolve) => {
          const places = new Set<string>();
          let frames = 0;
          const look = () => {
            const taken = /Stop and save \((\d+) of/.exec(
              document.querySelector('#panel')!.textContent ?? '',
            );
            if (Number(taken?.[1] ?? 0) > 5) return resolve({ frames, places: places.size });
            requestAnimationFrame(look);
            if (taken === null) return;
            frames += 1;
            places.add(window.skein!.camera.position.toArray().join());
          };
          look();
        }),
    );
    // The camera turns by one step per picture, however many frames that takes.
    expect(places).toBeGreaterThan(3);
    expect(places).toBeLessThan(7);
    expect(frames).toBeGreaterThan(places);
    const stop = button(/Stop and save \(\d+ of 3000 taken\)/);
    const { bytes } = await saved(() => stop.click());
    const { length } = Object.keys(unzipSync(bytes));
    expect(length).toBeGreaterThan(0);
    expect(length).toBeLessThan(100);
    await button('Take pictures of each step').waitFor();
    await button('Continue').waitFor();
  });

  it('shows the command line that prints the displayed hash', async () => {
    await waitForShown(page, await standStill(page));
    await page.getByRole('button', { name: 'Hash of the state' }).click();
    await page.getByText('Compare with Node').click();
    const code = page.locator('#compare code');
    const { tick, hash } = await page.evaluate(() => window.skein!.hash());
    await page.locator('#compare .words', { hasText: 'the hash was' }).waitFor();
    expect(await page.locator('#compare .words').textContent()).toContain(hash);
    const [npx, command, ...words] = (await code.textContent())!.split(' ');
    expect([npx, command]).toEqual(['npx', 'skein']);
    const cli = `${root}packages/cli/bin/skein.js`;
    const { stdout } = await promisify(execFile)(process.execPath, [cli, ...words], { cwd: root });
    expect(stdout.trim().split('\n').at(-1)).toBe(`${tick} ${hash}`);
  });

  it('adds a note if commands have changed the run', async () => {
    await page.evaluate(async () => {
      await window.skein!.team!.command({
        type: 'set',
        species: 'boid',
        parameter: 'maxSpeed',
        value: 3,
      });
      window.skein!.step(2);
    });
    const touched = await standStill(page);
    await waitForShown(page, touched);
    await page.getByText('Compare with Node').click();
    await page.getByText('Compare with Node').click();
    await page.getByText('This run was changed by commands: 1 x set').waitFor();
  });
});
