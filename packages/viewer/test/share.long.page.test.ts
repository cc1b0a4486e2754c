import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OpenPage, openPage } from './open-page.ts';
import { hashInNode, readShown, waitForTick } from './replay.ts';
import { slow } from './slow.ts';

const SEED = 7;
const skein = fileURLToPath(new URL('../../../node_modules/.bin/skein', import.meta.url));

describe('a run that is shared', () => {
  const folder = mkdtempSync(join(tmpdir(), 'skein-share-'));
  let open: OpenPage;
  let page: Page;
  let link = '';
  beforeAll(async () => {
    open = await openPage(`?scene=beams&seed=${SEED}&bloom=off`);
    page = open.page;
    await waitForTick(page, 1);
    // Commands at several ticks, one of them after the run was taken back.
    await page.evaluate(async () => {
      const skein = window.skein!;
      skein.pause();
      await skein.goTo(60);
      await skein.fire(5);
      await skein.goTo(150);
      await skein.command({ type: 'move', target: 'target', position: [3, 2, 48] });
      await skein.goTo(200);
      await skein.goTo(120);
      await skein.fire(2);
      await skein.goTo(170);
    });
    await page.getByRole('button', { name: 'Share this run' }).click();
    await page.waitForFunction(
      () => (document.querySelector<HTMLInputElement>('#share input')?.value ?? '') !== '',
    );
    link = await page.getByLabel('Link to this moment').inputValue();
  });
  afterAll(async () => {
    rmSync(folder, { recursive: true });
    await open.close();
  });

  /** Saves a file with a button of the dialog. */
  async function saved(button: string): Promise<string> {
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: button }).click();
    const file = await download;
    const path = join(folder, file.suggestedFilename());
    await file.saveAs(path);
    return path;
  }

  /** Opens a file in a new page. Returns the tick and hash there. */
  async function opened(path: string): Promise<{ tick: number; hash: string }> {
    await page.goto(`${open.url}?scene=flock-yuka`);
    await waitForTick(page, 1);
    await page.locator('input[type=file]').setInputFiles(path);
    await page.waitForFunction(() => window.skein!.world?.scenario.name === 'beams');
    await page.waitForFunction(() => window.skein!.tick === 170);
    return page.evaluate(() => window.skein!.hash());
  }

  it('opens with the focus on the link, and explains each file', async () => {
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Copy link');
    const words = await page.locator('#share li span').allTextContents();
    expect(words.filter((text) => text !== '')).toHaveLength(4);
  });

  it('has the hash of Node, without the commands after the tick to which it was taken back', async () => {
    const shown = await readShown(page);
    expect(shown.log.map(({ tick, type }) => [tick, type])).toEqual([
      [60, 'fire'],
      [120, 'fire'],
    ]);
    const { tick, hash } = await page.evaluate(() => window.skein!.hash());
    expect([tick, hash]).toEqual([170, hashInNode('beams', SEED, shown.log, 170)]);
    const asked = new URL(link).searchParams;
    expect([asked.get('at'), asked.get('hash'), asked.has('workers')]).toEqual([
      '170',
      hash,
      false,
    ]);
  });

  it('is the same from its files: in the page, and by the command line', async () => {
    const { hash } = await page.evaluate(() => window.skein!.hash());
    const [replay, snapshot] = [await saved('Save replay'), await saved('Save snapshot')];
    const said = execFileSync(skein, ['replay', '--verify', replay], { encoding: 'utf8' });
    expect(said).toContain('agrees: ticks 0 to 170');
    for (const path of [replay, snapshot]) {
      expect(await opened(path), path).toEqual({ tick: 170, hash });
    }
    expect(await page.evaluate(() => window.skein!.log.length)).toBe(2);
  });

  it('is the same from its link, with a notice, and a different run is noticed, too', async () => {
    const hash = new URL(link).searchParams.get('hash')!;
    await page.goto(link);
    await page
      .locator('.notice', { hasText: `Its hash at tick 170 is ${hash}, as expected.` })
      .waitFor();
    expect(await page.evaluate(() => window.skein!.hash())).toEqual({ tick: 170, hash });
    // Good news looks good, also to screen readers.
    expect(await page.locator('.notice.good[role=status]').count()).toBe(1);
    await page.goto(link.replace(`hash=${hash}`, 'hash=0123456789abcdef'));
    await page
      .locator('.notice', {
        hasText: `Its hash at tick 170 is ${hash}, expected 0123456789abcdef.`,
      })
      .waitFor();
    expect(await page.locator('.notice.good').count()).toBe(0);
  });

  slow(
    'is the same in a frame from its embed code, and from its scenario, copied and pasted',
    async () => {
      const hash = new URL(link).searchParams.get('hash')!;
      await page.getByRole('button', { name: 'Share this run' }).click();
      await page.waitForFunction(
        () => (document.querySelector<HTMLInputElement>('#share input')?.value ?? '') !== '',
      );
      const frame = await page.evaluate(() => {
        const html = document.querySelectorAll<HTMLInputElement>('#share input')[1].value;
        const { body } = new DOMParser().parseFromString(html, 'text/html');
        return body.querySelector('iframe')!.src;
      });
      await page.evaluate(() => {
        navigator.clipboard.writeText = async (text) =>
          void Object.assign(window, { copied: text });
      });
      await page.getByRole('button', { name: 'Copy scenario' }).click();
      await page.getByText('Copied.').waitFor();
      const text = await page.evaluate(() => (window as unknown as { copied: string }).copied);
      await page.goto(frame);
      // A frame shows only the picture, so the notice exists but is hidden.
      const same = page.locator('.notice', {
        hasText: `Its hash at tick 170 is ${hash}, as expected.`,
      });
      await same.waitFor({ state: 'attached' });
      expect(await page.evaluate(() => document.body.className)).toContain('embed');
      await page.goto(`${open.url}?scene=flock-yuka`);
      await waitForTick(page, 1);
      await page.evaluate((pasted) => {
        const clipboardData = new DataTransfer();
        clipboardData.setData('text/plain', pasted);
        window.dispatchEvent(new ClipboardEvent('paste', { clipboardData, cancelable: true }));
      }, text);
      await page.waitForFunction(() => window.skein!.world?.scenario.name === 'beams');
      await page.evaluate(() => window.skein!.goTo(170));
      expect(await page.evaluate(() => window.skein!.hash())).toEqual({ tick: 170, hash });
    },
  );

  it('is left with Back and Forward like pages', async () => {
    await page.goto(`${open.url}?scene=flock-yuka`);
    await page.getByLabel('Scene', { exact: true }).selectOption('chasers');
    const runs = (name: string) =>
      page.waitForFunction((wanted) => window.skein!.world?.scenario.name === wanted, name);
    await runs('chasers');
    await page.goBack();
    await runs('flock-yuka');
    await page.goForward();
    await runs('chasers');
  });

  it.each([
    ['run=AAAA', 'The link is incomplete'],
    ['run=%3Cimg%20src=x%3E', 'characters that are not allowed there'],
    ['run=q1bKyU9XsjKvBQA', 'Found no list of commands'],
    [
      'run=BcFBCsIwEAXQq5S_spCF3Q6tl3ApLob4KcHEhMkoLaV3970Dua6QxwFP8Q25BvjeCEGnI6A3xsQOwZzKOnSLyzbUD82qLZppfpnGGwKamhY6DYKi272RLwT8NH8Jmc7n-Qc',
      'found "<img src=x onerror=alert(1)>"',
    ],
    ['at=-1&hash=xyz', 'hash = xyz (expected 16 digits'],
    ['mesh=points', 'mesh = points (expected one of species, dart, point)'],
  ])('opens the scene of links that no page wrote, and says why: %s', async (query, words) => {
    await page.goto(`${open.url}?scene=flock-yuka&seed=4&${query}`);
    const notice = page.locator('.notice');
    await notice.waitFor();
    expect(await notice.locator('strong').textContent()).toBe('Ignored in the link');
    expect(await notice.textContent()).toContain(words);
    expect(await page.locator('#notices img').count()).toBe(0);
    await waitForTick(page, 2);
    await page.evaluate(() => window.skein!.pause());
    const { tick, hash } = await page.evaluate(() => window.skein!.hash());
    expect(hash).toBe(hashInNode('flock-yuka', 4, [], tick));
    expect(page.url()).not.toContain(query.split('=')[1].slice(0, 4));
    expect(open.errors).toEqual([]);
  });

  it('of a new scene has an address of its own, which a reload and Forward open again', async () => {
    await page.goto(`${open.url}?scene=flock-yuka`);
    await waitForTick(page, 1);
    await page.getByRole('button', { name: 'Make', exact: true }).click();
    await page.getByRole('button', { name: 'New plane' }).click();
    const isNew = () =>
      page.waitForFunction(() => window.skein!.world?.scenario.name === 'new-plane');
    await isNew();
    const query = () => new URL(page.url()).search;
    await page.waitForFunction(() => location.search.includes('new=plane'));
    expect(query()).not.toContain('flock-yuka');
    await page.reload();
    await isNew();
    expect([...new URLSearchParams(query())].sort()).toEqual([
      ['new', 'plane'],
      ['seed', '1'],
    ]);
    await page.goBack();
    await page.waitForFunction(() => window.skein!.world?.scenario.name === 'flock-yuka');
    await page.goForward();
    await isNew();
    // An edit is in the address as well.
    await page.evaluate(() => {
      window.skein!.pause();
      return window.skein!.command({ type: 'move', target: 'target', position: [7, 3] });
    });
    await page.waitForFunction(() => location.search.includes('run='));
    const { tick } = await page.evaluate(() => window.skein!.hash());
    await page.reload();
    await waitForTick(page, tick + 1);
    expect(await page.evaluate(() => window.skein!.log.map(({ type }) => type))).toEqual(['move']);
    expect([...new URLSearchParams(query()).keys()].sort()).toEqual(['new', 'run', 'seed']);
  });
});
