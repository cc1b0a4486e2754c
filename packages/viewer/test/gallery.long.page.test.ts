import { readdirSync } from 'node:fs';
import type { Page } from 'playwright';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type OpenPage, openPage } from './open-page.ts';
import { hashInNode, readShown, waitForShown, waitForTick } from './replay.ts';

const SCENES = ['', 'models/'].flatMap((folder) =>
  readdirSync(new URL(`../../../scenarios/${folder}`, import.meta.url))
    .filter((file) => /^[\w-]+[.]json$/.test(file))
    .map((file) => file.replace('.json', ''))
    // The scene of the benchmark is not shown.
    .filter((name) => name !== 'swarm-100k'),
);

describe('the gallery of scenes', () => {
  let open: OpenPage;
  let page: Page;
  const asked: string[] = [];

  beforeAll(async () => {
    open = await openPage('?scene=flock-yuka&workers=2&speed=2');
    page = open.page;
    page.on('request', (request) => asked.push(request.url()));
    await waitForTick(page, 3);
  });
  afterAll(() => open?.close());
  afterEach(() => expect(open.errors).toEqual([]));

  const gallery = () => page.locator('#gallery');
  const pictures = () => asked.filter((url) => url.includes('/thumbnails/'));
  const focused = () => page.evaluate(() => (document.activeElement as HTMLElement).dataset.scene);

  it('loads no picture before it is opened, and then shows each scene with its own', async () => {
    expect(pictures()).toEqual([]);
    await page.getByRole('button', { name: 'Scenes' }).click();
    expect(await gallery().locator('[data-scene="fish-and-shark"]').isVisible()).toBe(true);
    const cards = await gallery()
      .locator('.card')
      .evaluateAll((all) => all.map((card) => (card as HTMLElement).dataset.scene!));
    expect([...cards].sort()).toEqual([...SCENES].sort());
    await page.waitForFunction(
      () => document.querySelector('#gallery .library li:last-child .line')?.textContent,
    );
    const shown = await page.evaluate(async () => {
      const found: Array<[width: number, line: number]> = [];
      for (const card of document.querySelectorAll<HTMLElement>('#gallery .card')) {
        card.scrollIntoView();
        const picture = card.querySelector('img')!;
        await picture.decode();
        found.push([picture.naturalWidth, card.querySelector('.line')!.textContent!.length]);
      }
      return found;
    });
    expect(shown.map(([width]) => width)).toEqual(cards.map(() => 320));
    expect(Math.min(...shown.map(([, line]) => line))).toBeGreaterThan(20);
    expect(new Set(pictures()).size).toBe(SCENES.length);
  });

  it('marks the current scene, and the arrow keys move from card to card', async () => {
    const marked = gallery().locator('[aria-current="true"]');
    expect(await marked.getAttribute('data-scene')).toBe('flock-yuka');
    await page.keyboard.press('Escape');
    await page.keyboard.press('g');
    expect(await focused()).toBe('flock-yuka');
    const cards = await gallery()
      .locator('.card')
      .evaluateAll((all) =>
        all.map((card) => {
          const { left, top } = card.getBoundingClientRect();
          return { scene: (card as HTMLElement).dataset.scene!, left, top };
        }),
      );
    const at = cards.findIndex(({ scene }) => scene === 'flock-yuka');
    const distance = ({ left }: { left: number }) => Math.abs(left - cards[at].left);
    await page.keyboard.press('ArrowRight');
    expect(await focused()).toBe(cards[at + 1].scene);
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowUp');
    const above = cards
      .filter(({ top }, i) => i < at && top < cards[at].top)
      .sort((a, b) => b.top - a.top || distance(a) - distance(b))[0];
    expect(await focused()).toBe(above!.scene);
  });

  it('shows the scenes of a group, and those with the words of a search', async () => {
    const shown = async () =>
      gallery()
        .locator('.card:visible')
        .evaluateAll((all) => all.map((card) => (card as HTMLElement).dataset.scene!));
    await gallery().getByRole('button', { name: 'Chase', exact: true }).click();
    const chase = await shown();
    expect(chase).toContain('fish-and-shark');
    expect(chase).not.toContain('maze');
    await gallery().getByRole('button', { name: 'All', exact: true }).click();
    expect((await shown()).length).toBe(SCENES.length);
    await gallery().getByRole('searchbox').fill('vicsek');
    expect(await shown()).toContain('vicsek');
    expect((await shown()).length).toBeLessThan(6);
    await gallery().getByRole('searchbox').fill('no such words');
    expect(await shown()).toEqual([]);
    await gallery().getByText('No scene has these words.').waitFor();
    await gallery().getByRole('searchbox').fill('');
  });

  it('opens the chosen scene on the same number of threads, with the hash of Node', async () => {
    await gallery().locator('[data-scene="crossing"]').click();
    await page.waitForFunction(() => window.skein!.world?.scenario.name === 'crossing');
    await waitForShown(page, 4);
    expect(await gallery().isVisible()).toBe(false);
    expect(new URL(page.url()).search).toBe('?scene=crossing&workers=2&speed=2&seed=1');
    expect(await page.getByLabel('Scene', { exact: true }).inputValue()).toBe('crossing');
    const { tick, hash } = await readShown(page);
    expect(hash).toBe(hashInNode('crossing', 1, [], tick));
    await page.keyboard.press('g');
    expect(await gallery().locator('[aria-current="true"]').getAttribute('data-scene')).toBe(
      'crossing',
    );
    await page.keyboard.press('Escape');
  });

  it('colors a model as its scenario says, until the visitor chooses another color', async () => {
    const legend = page.locator('#legend');
    const choose = async (name: string) => {
      await page.keyboard.press('g');
      await gallery().locator(`[data-scene="${name}"]`).click();
      await page.waitForFunction((is) => window.skein!.world?.scenario.name === is, name);
      await waitForShown(page, 2);
    };
    await choose('fireflies');
    await expect.poll(() => legend.textContent()).toContain('next flash');
    await choose('epidemic');
    await expect.poll(() => legend.textContent()).toContain('recovered');
    await choose('lanes');
    await expect.poll(() => legend.textContent()).toContain('westward');
    expect(new URL(page.url()).searchParams.get('color')).toBeNull();
  });
});
