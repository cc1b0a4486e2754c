import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults, ContextObject } from 'axe-core';
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OpenPage, openPage } from './open-page.ts';
import { overlaps } from './overlaps.ts';
import { frames, standStill, waitForTick } from './replay.ts';
import { slow } from './slow.ts';

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

declare const axe: { run(context?: ContextObject): Promise<AxeResults> };

/** The violations that axe finds: the rule, and the elements. */
async function violationsOn(page: Page): Promise<string[]> {
  const { violations } = await page.evaluate(() => axe.run());
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target }) => `${id}: ${target.join(' ')}`),
  );
}

describe('the page, for visitors with low vision or without a mouse,', () => {
  let open: OpenPage;
  let page: Page;

  beforeAll(async () => {
    open = await openPage('?scene=beams&workers=1', { viewport: { width: 900, height: 700 } });
    page = open.page;
    await waitForTick(page, 3);
    await standStill(page);
    // The page's policy would block this script.
    await page.evaluate(readFileSync(AXE, 'utf8'));
  });
  afterAll(() => open?.close());

  const violations = () => violationsOn(page);

  it('has no violation that axe finds, with all folders open', async () => {
    // All in one call, because a folder may be gone after the count.
    const closed = page.locator('#panel .lil-closed > .lil-title');
    const open = () =>
      closed.evaluateAll((titles: HTMLElement[]) => titles.map((title) => title.click()).length);
    await expect.poll(open).toBe(0);
    expect(await violations()).toEqual([]);
  });

  for (const [what, key] of [
    ['the scenes', 'g'],
    ['the keys', '?'],
  ]) {
    slow(`has no violation with ${what} open`, async () => {
      await page.keyboard.press(key);
      await page.locator('dialog[open]').waitFor();
      // Elements that fade in do not have their full contrast yet.
      await page.waitForFunction(() =>
        document
          .querySelector('dialog[open]')!
          .getAnimations({ subtree: true })
          .every(({ playState }) => playState !== 'running'),
      );
      expect(await violations()).toEqual([]);
      await page.keyboard.press('Escape');
    });
  }

  slow(
    'has no violation with the editor open, also on a small screen, and all its buttons are large',
    async () => {
      await page.keyboard.press('e');
      await page.locator('#edit').waitFor();
      await page.keyboard.press('2');
      expect(await violations()).toEqual([]);
      await page.setViewportSize({ width: 390, height: 844 });
      expect(await violations()).toEqual([]);
      const small = await page.locator('#edit :is(button, select, input)').evaluateAll((all) =>
        all
          .map((element) => ({
            name: element.textContent,
            ...element.getBoundingClientRect().toJSON(),
          }))
          .filter(({ width, height, left, right }) => {
            return Math.min(width, height) < 44 || left < 0 || right > innerWidth;
          }),
      );
      expect(small).toEqual([]);
      await page.getByRole('button', { name: 'Species' }).click();
      await page.locator('#species').waitFor();
      expect(await violations()).toEqual([]);
      await page.keyboard.press('Escape');
      await page.keyboard.press('e');
      await page.setViewportSize({ width: 900, height: 700 });
    },
  );

  slow('has no violation on a small screen', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await violations()).toEqual([]);
    await page.setViewportSize({ width: 900, height: 700 });
  });

  it('gives every control a name and a tip', async () => {
    const bare = await page.evaluate(() =>
      [
        ...document.querySelectorAll<HTMLElement>(
          '#bar button, #bar input, #threads-strip button, #panel .lil-controller',
        ),
      ]
        .filter((control) => control.checkVisibility() && control.title === '')
        .map((control) => control.textContent || control.outerHTML),
    );
    expect(bare).toEqual([]);
  });

  it('lets Tab move in the order of the screen, with each stop visible', async () => {
    // Begins at the top, wherever the tests before this one have clicked.
    await page.evaluate(() => {
      document.body.tabIndex = -1;
      document.body.focus();
      document.body.removeAttribute('tabindex');
    });
    const stops: string[] = [];
    for (let i = 0; i < 120; i++) {
      await page.keyboard.press('Tab');
      const stop = await page.evaluate(() => {
        const on = document.activeElement as HTMLElement;
        if (on === document.body) return undefined;
        const { outlineStyle, outlineWidth, boxShadow, backgroundColor } = getComputedStyle(on);
        const seen =
          (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 1) || boxShadow !== 'none';
        const place = on.closest(
          'main, #words, #toys, #gauge, #panel, #actions, #threads-strip, #bar, dialog',
        );
        const name = on.getAttribute('aria-label') ?? on.textContent ?? '';
        return { place: place?.id || place?.localName, name, seen, backgroundColor };
      });
      if (stop === undefined) break;
      expect(stop.seen, `${stop.place} ${stop.name}`).toBe(true);
      if (stops.at(-1) !== stop.place) stops.push(stop.place ?? stop.name);
    }
    expect(stops).toEqual([
      ...['main', 'words', 'toys', 'gauge', 'panel', 'actions', 'threads-strip', 'bar'],
    ]);
  });

  slow('turns, moves and zooms the camera by keys, while the picture has the focus', async () => {
    const stand = () =>
      page.evaluate(() => {
        const { position, quaternion } = window.skein!.camera;
        return { at: position.toArray(), turn: quaternion.toArray(), far: position.length() };
      });
    await page.locator('#view').focus();
    const places = [await stand()];
    for (const key of ['ArrowLeft', 'ArrowUp', 'Shift+ArrowRight', '+', '-']) {
      await page.keyboard.press(key);
      await frames(page, 2);
      places.push(await stand());
    }
    const [first, left, up, across, near, back] = places;
    for (const [k, place] of places.entries())
      expect(place.at, `${k}`).not.toEqual(places[k - 1]?.at);
    for (const turned of [left, up]) expect(turned.turn).not.toEqual(first.turn);
    const apart = (a: readonly number[], b: readonly number[]) =>
      Math.hypot(...a.map((part, k) => part - b[k]));
    expect(apart(across.turn, up.turn)).toBeLessThan(1e-3);
    expect(apart(near.turn, up.turn)).toBeLessThan(1e-3);
    expect(apart(back.at, across.at)).toBeLessThan(0.05);
    expect(await page.getByLabel('Camera').inputValue()).toBe('by hand');
  });

  it('moves a target by the arrow keys, as commands of the run', async () => {
    await page.evaluate(() => window.skein!.resume());
    const handle = page.getByRole('button', { name: /^Target target/ });
    await handle.focus();
    const from = await page.evaluate(() => [...window.skein!.targets.slice(0, 3)]);
    for (const key of ['ArrowRight', 'ArrowRight', 'Shift+ArrowUp']) await page.keyboard.press(key);
    await page.waitForFunction(
      () => window.skein!.log.filter((command) => command.type === 'move').length === 3,
    );
    await expect
      .poll(() => page.evaluate(() => [...window.skein!.targets.slice(0, 3)]))
      .not.toEqual(from);
    await standStill(page);
    await handle.evaluate((it) => it.blur());
  });

  slow('announces events to a screen reader in one element, without every tick', async () => {
    const said = page.locator('#said');
    expect(
      await page
        .locator('[aria-live], output, [role="status"]')
        .evaluateAll((all) =>
          all
            .filter(
              (element) => element.checkVisibility() && element.getAttribute('aria-live') !== 'off',
            )
            .map(({ id }) => id),
        ),
    ).toEqual(['said']);
    await page.evaluate(() => {
      window.said = [];
      const place = document.querySelector('#said')!;
      new MutationObserver(() => window.said!.push([performance.now(), place.textContent])).observe(
        place,
        { childList: true, characterData: true, subtree: true },
      );
    });
    await page.evaluate(() => window.skein!.resume());
    await page.keyboard.press('Space');
    await expect.poll(() => said.textContent(), { timeout: 15_000 }).toContain('Fired 1.');
    await page.waitForFunction(() => window.skein!.hits > 0);
    await expect.poll(() => said.textContent(), { timeout: 30_000 }).toMatch(/\d+ hits?/);
    await page.keyboard.press('p');
    await expect.poll(() => said.textContent(), { timeout: 15_000 }).toContain('Paused.');
    const times = await page.evaluate(() => window.said!.map(([ms]) => ms));
    const gaps = times.slice(1).map((ms, k) => ms - times[k]);
    for (const gap of gaps) expect(gap).toBeGreaterThanOrEqual(2900);
  });

  it('hides everything but the picture, and shows how to bring it back', async () => {
    await page.keyboard.press('h');
    await page.getByRole('button', { name: /Show the controls/ }).waitFor();
    expect(await page.locator('#bar').isVisible()).toBe(false);
    await page.getByRole('button', { name: /Show the controls/ }).click();
    await page.locator('#bar').waitFor();
    expect(await page.locator('#show').isVisible()).toBe(false);
  });

  slow('shows edges, and distinguishes mean and maximum, in system colors', async () => {
    await page.locator('#gauge .summary').click();
    await page.emulateMedia({ forcedColors: 'active' });
    const found = await page.evaluate(() => {
      const styleOf = (selector: string) => getComputedStyle(document.querySelector(selector)!);
      const edges = ['#panel input', '#panel .lil-display', '#panel .lil-slider', '#gauge .bars'];
      return {
        bare: edges.filter((edge) => Number.parseFloat(styleOf(edge).borderTopWidth) < 1),
        mean: styleOf('#gauge .bar.mean').backgroundColor,
        max: styleOf('#gauge .bar.max').backgroundColor,
      };
    });
    expect(found.bare).toEqual([]);
    expect(found.mean).not.toBe(found.max);
    // The contrast rules of axe apply to the page's colors, not to those of the system.
    await page.emulateMedia({ forcedColors: 'none', contrast: 'more' });
    const ground = () =>
      page.locator('#words').evaluate((it) => getComputedStyle(it).backgroundColor);
    expect(await ground()).toBe('rgb(0, 0, 0)');
    expect(await violations()).toEqual([]);
    await page.emulateMedia({ contrast: 'no-preference' });
    expect(await ground()).toBe('rgba(0, 0, 0, 0)');
    await page.locator('#gauge .summary').click();
  });

  slow('distinguishes chosen from other buttons, in system colors', async () => {
    await page.emulateMedia({ forcedColors: 'active' });
    await page.keyboard.press('e');
    await page.locator('#edit').waitFor();
    const borders = await page.evaluate(() =>
      ['#edit [aria-checked="true"]', '#edit [aria-checked="false"]', '#bar [aria-pressed="true"]']
        .map((selector) => getComputedStyle(document.querySelector(selector)!))
        .map(({ borderTopWidth }) => Number.parseFloat(borderTopWidth)),
    );
    expect(borders).toEqual([3, 1, 3]);
    // The picture does not shine through text.
    const grounds = await page.evaluate(() =>
      ['#panel .lil-root', '#bar', '#edit'].map(
        (selector) => getComputedStyle(document.querySelector(selector)!).backgroundColor,
      ),
    );
    for (const ground of grounds) expect(ground).toMatch(/^rgb\(/);
    await page.keyboard.press('e');
    await page.emulateMedia({ forcedColors: 'none' });
  });

  const sizes = [
    [320, 640, 16],
    [390, 844, 16],
    [800, 600, 16],
    [1000, 640, 16],
    [1280, 800, 32],
    [390, 844, 32],
  ] as const;
  slow.each(sizes)(
    'covers nothing at %d x %d with text of %d px, a selected agent and a notice',
    async (width, height, standard) => {
      const client = await page.context().newCDPSession(page);
      await client.send('Page.setFontSizes', { fontSizes: { standard } });
      await page.setViewportSize({ width, height });
      await page.evaluate(() => {
        window.skein!.select(0);
        document.querySelector('#readout')!.scrollTop = 0;
        document.querySelector('#notices')!.innerHTML =
          '<div class="notice"><p><strong>Title</strong>Text that says something.</p><button>OK</button></div>';
      });
      const fold = page.locator('#panel > .lil-root > .lil-title');
      if ((await fold.getAttribute('aria-expanded')) === String(width < 640 || standard > 16))
        await fold.click();
      await expect.poll(() => overlaps(page)).toEqual([]);
      await page.evaluate(() => document.querySelector('#notices')!.replaceChildren());
      await client.send('Page.setFontSizes', { fontSizes: { standard: 16 } });
    },
  );

  slow('does not move for visitors who prefer reduced motion', async () => {
    await page.setViewportSize({ width: 900, height: 700 });
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.goto(`${open.url}?scene=flock&workers=1`);
    await waitForTick(page, 3);
    // The camera makes room for the controls of the scene.
    await page.locator('#toys .hero label').first().waitFor();
    await frames(page, 3);
    const camera = () => page.evaluate(() => window.skein!.camera.position.toArray());
    const before = await camera();
    await frames(page, 20);
    expect(await camera()).toEqual(before);
    const moving = await page.evaluate(() => {
      document.querySelector<HTMLElement>('#ring')!.hidden = false;
      return document.getAnimations().length;
    });
    expect(moving).toBe(0);
  });
});

slow('has no violation with what is opened beside a run, and opens it by keyboard', async () => {
  const open = await openPage('?scene=epidemic&workers=2', { still: true });
  const { page } = open;
  try {
    await waitForTick(page, 3);
    await page.evaluate(readFileSync(AXE, 'utf8'));
    const violations = () => violationsOn(page);
    await page.locator('#toys .hero').waitFor();
    expect(await violations(), 'controls and plot of the scene').toEqual([]);
    await page.locator('#glyph').focus();
    await page.keyboard.press('Enter');
    await page.locator('#hash-card').waitFor();
    expect(await violations(), 'the hash').toEqual([]);
    await page.keyboard.press('Escape');
    // The film has pictures after a few seconds.
    await page.waitForTimeout(5000);
    await page.evaluate(() => window.skein!.pause());
    await page.getByLabel('Moment of the run').focus();
    await page.locator('#film').waitFor();
    expect(await violations(), 'the film').toEqual([]);
    await page.keyboard.press('Home');
    const branch = page.getByRole('button', { name: 'Branch here' });
    await branch.focus();
    await page.keyboard.press('Enter');
    await page.locator('#branch').getByText('The same so far').waitFor();
    expect(await violations(), 'a second future').toEqual([]);
    await page.locator('#branch').getByRole('button', { name: 'Close' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Race', exact: true }).focus();
    await page.keyboard.press('Enter');
    await page.locator('#race').waitFor();
    expect(await violations(), 'the race').toEqual([]);
    expect(open.errors).toEqual([]);
  } finally {
    await open.close();
  }
});

slow('has no button smaller than 44 px on a phone', async () => {
  const open = await openPage('?scene=beams&workers=1', {
    viewport: { width: 390, height: 844 },
    touch: true,
  });
  try {
    const { page } = open;
    await waitForTick(page, 1);
    await page.locator('#gauge .summary').tap();
    await page.getByRole('button', { name: 'Measures', exact: true }).tap();
    expect(await small(page)).toEqual([]);
    await page.locator('#gauge .summary').tap();
    await page.locator('#panel .lil-title').first().tap();
    // A folder that unfolds may have others in it.
    await expect
      .poll(() =>
        page.evaluate(() => {
          const closed = document.querySelectorAll<HTMLElement>('#panel .lil-closed > .lil-title');
          for (const title of closed) title.click();
          return closed.length;
        }),
      )
      .toBe(0);
    // Unfolding parts are still growing.
    await expect.poll(() => small(page)).toEqual([]);
    await page.getByRole('button', { name: 'Hash of the state' }).tap();
    expect(await small(page)).toEqual([]);
    await page.keyboard.press('?');
    expect(await small(page)).toEqual([]);
    expect(open.errors).toEqual([]);
  } finally {
    await open.close();
  }
});

/**
 * Elements that can be pressed and are less than 44 px wide or high, with their size. Links within a text are as high
 * as the text.
 */
function small(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const controls =
      'button, input, select, summary, a[href], [role="tab"], .lil-slider, .lil-widget:has(select)';
    const all = [...document.querySelectorAll<HTMLElement>(controls)];
    return all.flatMap((element) => {
      const isSeen = element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
      if (!isSeen || element.matches('.lil-widget select, .licenses a')) return [];
      // A checkbox and its label count as one.
      const pressed = element.closest('label, .lil-boolean') ?? element;
      const { width, height } = pressed.getBoundingClientRect();
      if (width >= 43.5 && height >= 43.5) return [];
      return [`${element.outerHTML.slice(0, 80)} ${width.toFixed(0)} x ${height.toFixed(0)}`];
    });
  });
}

declare global {
  interface Window {
    said?: Array<[ms: number, text: string | null]>;
  }
}
