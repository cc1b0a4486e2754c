import type { Page } from 'playwright';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { readRun } from '../src/share/run-text.ts';
import { type OpenPage, openPage } from './open-page.ts';
import { hashInNode, readShown, waitForShown, waitForTick } from './replay.ts';
import { SLOW, slow } from './slow.ts';

const SCENE = 'flock-yuka';
const SEED = 4;

type Shown = Awaited<ReturnType<typeof readShown>>;

describe('the run, controlled from the page,', () => {
  let open: OpenPage;
  let page: Page;

  beforeAll(async () => {
    open = await openPage(`?scene=${SCENE}&seed=${SEED}&workers=2`, {
      viewport: { width: 1000, height: 450 },
    });
    page = open.page;
    await waitForTick(page, 3);
  });
  afterAll(() => open?.close());
  afterEach(() => expect(open.errors).toEqual([]));

  const query = () => new URL(page.url()).search;
  const hash = () => page.evaluate(() => window.skein!.hash());
  const log = () => page.evaluate(() => structuredClone([...window.skein!.log]));
  const goTo = (tick: number) => page.evaluate((to) => window.skein!.goTo(to), tick);
  const paused = () => page.getByRole('button', { name: 'Continue' }).isVisible();
  const slider = (label: string) => page.getByLabel(label, { exact: true });

  async function setNumber(label: string, value: number): Promise<void> {
    const before = (await log()).length;
    await slider(label).fill(String(value));
    await slider(label).press('Enter');
    await page.waitForFunction((n) => window.skein!.log.length > n, before);
    await page.evaluate(() => (document.activeElement as HTMLElement).blur());
  }

  describe('its parameters', () => {
    it('can be changed during the run, with the hash of Node for the same log', async () => {
      await setNumber('Keep together', 2.5);
      await setNumber('Top speed (m/s)', 3);
      const given = await log();
      expect(given.map(({ tick: _, ...command }) => command)).toEqual([
        { type: 'set', species: 'vehicle', behavior: 'cohesion', parameter: 'weight', value: 2.5 },
        { type: 'set', species: 'vehicle', parameter: 'maxSpeed', value: 3 },
      ]);
      expect(given[1].tick).toBeGreaterThan(0);
      await waitForShown(page, given[1].tick + 5);
      const shown = await readShown(page);
      expect(shown.hash).toBe(hashInNode(SCENE, SEED, given, shown.tick));
      expect(shown.hash).not.toBe(hashInNode(SCENE, SEED, [], shown.tick));
    });

    slow('are kept in the address, which repeats each change at its tick', async () => {
      const given = await log();
      const carried = async () => {
        const run = new URL(page.url()).searchParams.get('run');
        return run === null ? [] : (await readRun(run)).log;
      };
      await expect.poll(carried).toEqual(given);
      await page.goto(page.url());
      await waitForShown(page, given[1].tick + 5);
      const shown = await readShown(page);
      expect(shown.log).toEqual(given);
      expect(shown.hash).toBe(hashInNode(SCENE, SEED, given, shown.tick));
      expect(await slider('Keep together').inputValue()).toBe('2.5');
    });

    slow('in a link are set at tick 0', async () => {
      await page.goto(`${open.url}?scene=${SCENE}&seed=${SEED}&set=vehicle.maxSpeed:3`);
      await waitForShown(page, 5);
      const shown = await readShown(page);
      expect(shown.log.map(({ tick }) => tick)).toEqual([0]);
      expect(shown.hash).toBe(hashInNode(SCENE, SEED, shown.log, shown.tick));
      await setNumber('Keep together', 2.5);
    });

    it('return to the scenario after a reset', async () => {
      await page.getByRole('button', { name: 'Reset laws' }).click();
      await page.waitForFunction(() => window.skein!.log.length >= 4);
      expect(await slider('Keep together').inputValue()).toBe('0.9');
      // In the order in which they were changed.
      expect((await log()).slice(2).map((command) => 'value' in command && command.value)).toEqual(
        SLOW ? [1.5, 0.9] : [0.9, 1.5],
      );
    });

    it('are drawn at random, undone and redone, each as commands of the run', async () => {
      const shown = () => slider('Keep together').inputValue();
      const was = await shown();
      await page.getByRole('button', { name: 'Surprise me' }).click();
      const surprising = await shown();
      expect(surprising).not.toBe(was);
      await page.getByRole('button', { name: 'Undo' }).click();
      expect(await shown()).toBe(was);
      await page.getByRole('button', { name: 'Redo' }).click();
      expect(await shown()).toBe(surprising);
      await page.keyboard.press('u');
      expect(await shown()).toBe(was);
      const weights = async () =>
        (await log()).flatMap((command) =>
          'behavior' in command && command.behavior === 'cohesion' ? [command.value] : [],
        );
      await expect.poll(async () => (await weights()).at(-1)).toBe(Number(was));
    });

    slow('and the number of agents start another run, which the address holds', async () => {
      const number = page.getByLabel('Number of agents: vehicle');
      await number.focus();
      await number.press('Home');
      for (let n = 0; n < 5; n++) await number.press('PageUp');
      const wanted = (await number.getAttribute('aria-valuetext'))!.replace(',', '');
      await page.waitForFunction((n) => window.skein!.world?.count === n, Number(wanted));
      expect(await number.evaluate((element) => element === document.activeElement)).toBe(true);
      await page.waitForFunction((n) => location.search.includes(`many=vehicle:${n}`), wanted);
      await page.goto(page.url());
      await page.waitForFunction((n) => window.skein!.world?.count === n, Number(wanted));
      await page.goto(`${open.url}?scene=${SCENE}&count=vehicle:0`);
      await page.getByText('expected a list like boid:5000').waitFor();
    });

    slow('follow the commands of the scene, forward and back', async () => {
      await page.goto(`${open.url}?scene=bees&workers=2`);
      await waitForShown(page, 1);
      expect(await slider('Commanded').inputValue()).toBe('0');
      for (const [tick, value] of [
        [302, '1'],
        [299, '0'],
      ] as const) {
        await page.evaluate((to) => {
          window.skein!.pause();
          return window.skein!.goTo(to);
        }, tick);
        await expect.poll(() => slider('Commanded').inputValue()).toBe(value);
      }
    });

    slow('that the scene lacks are ignored, and named', async () => {
      await page.goto(`${open.url}?scene=${SCENE}&set=vehicle.seek.weight:1,vehicle.mass:-1`);
      const notice = page.locator('.notice', { hasText: 'Ignored in the link' });
      await notice.waitFor();
      const text = await notice.textContent();
      expect(text).toContain('set = vehicle.seek.weight:1 (found');
      expect(text).toContain('set = vehicle.mass:-1 (found -1');
      await waitForTick(page, 1);
    });
  });

  describe('its time', () => {
    /** Two commands, a tick 5 s and more after the first, a command that drops the second, and the last tick. */
    const [first, second, late, other, last] = SLOW
      ? [100, 310, 450, 200, 330]
      : [5, 99, 310, 50, 60];

    slow('starts over at the end of its scene, unless it was changed', async () => {
      await page.goto(`${open.url}?scene=beams&speed=4&bloom=off`);
      await waitForTick(page, 3);
      const end = await page.evaluate(() => {
        const { duration, dt } = window.skein!.world!.scenario;
        return Math.ceil(duration! / dt);
      });
      await page.evaluate((tick) => window.skein!.goTo(tick - 5), end);
      await page.waitForFunction(() => window.skein!.tick < 100);
      await page.evaluate(() => window.skein!.fire(1));
      await page.evaluate((tick) => window.skein!.goTo(tick - 5), end);
      await waitForTick(page, end + 20);
    });

    it('goes back by 5 s to the same state, with all commands until then', async () => {
      await page.goto(`${open.url}?scene=${SCENE}&seed=${SEED}&workers=2`);
      await waitForTick(page, 3);
      await page.evaluate(() => window.skein!.pause());
      await goTo(first);
      await setNumber('Keep together', 2.5);
      await goTo(second);
      await setNumber('Keep together', 0.1);
      await goTo(late);
      const ahead = await hash();
      expect(ahead).toEqual({ tick: late, hash: hashInNode(SCENE, SEED, await log(), late) });
      expect(await slider('Keep together').inputValue()).toBe('0.1');

      await page.keyboard.press('b');
      const back = late - 300;
      await page.waitForFunction((tick) => window.skein!.tick === tick, back);
      const given = await log();
      expect(given.map(({ tick }) => tick)).toEqual([first]);
      expect(await hash()).toEqual({ tick: back, hash: hashInNode(SCENE, SEED, given, back) });
      // The old session is gone before the page shows the new one.
      await expect.poll(() => slider('Keep together').inputValue()).toBe('2.5');
      expect(await paused()).toBe(true);

      // Ahead again, across the commands given there: they are repeated, and the state is the same.
      await page.getByLabel('Moment of the run').fill(String(late));
      await page.waitForFunction((tick) => window.skein!.tick === tick, late);
      expect(await hash()).toEqual(ahead);
    });

    slow('drops later commands when another command is given', async () => {
      await goTo(other);
      await setNumber('Top speed (m/s)', 1);
      await goTo(last);
      const given = await log();
      expect(given.map(({ tick }) => tick)).toEqual([first, other]);
      expect(await hash()).toEqual({ tick: last, hash: hashInNode(SCENE, SEED, given, last) });
    });

    slow('shows a hash with its own tick, also on the way to another tick', async () => {
      await page.evaluate(() => window.skein!.goTo(0));
      const from = await page.locator('#hash').textContent();
      // Starting in the same frame, because a fast machine arrives soon.
      const shown = await page.evaluate(async () => {
        void window.skein!.goTo(300);
        const text = (id: string) => document.querySelector(id)!.textContent!;
        const seen = new Set<string>();
        while (text('#tick') !== '300' && text('#hash-tick') !== 'at 300') {
          if (text('#hash') !== '...') seen.add(`${text('#hash')} ${text('#hash-tick')}`);
          await new Promise((done) => requestAnimationFrame(done));
        }
        return [...seen];
      });
      expect(shown).toEqual([`${from} at 0`]);
      await page.waitForFunction(
        () => document.querySelector('#hash-tick')!.textContent === 'at 300',
      );
      await goTo(last);
    });

    it('continues with the other kernel from the same tick, with the same hash', async () => {
      const before = await hash();
      expect(await page.evaluate(() => window.skein!.world!.kernel)).toBe('simd');
      await slider('Stepped by').selectOption('TypeScript');
      await page.waitForFunction(() => window.skein!.world!.kernel === 'ts');
      expect(query()).toContain('kernel=ts');
      await page.waitForFunction((tick) => window.skein!.tick === tick, before.tick);
      expect(await hash()).toEqual(before);
      await goTo(last + 10);
      expect((await hash()).hash).toBe(hashInNode(SCENE, SEED, await log(), last + 10));
      await slider('Stepped by').selectOption('fast code (SIMD)');
      await page.waitForFunction(() => window.skein!.world!.kernel === 'simd');
    });

    slow('is cut short by another request, and the scene can be changed on the way', async () => {
      await page.evaluate(() => {
        void window.skein!.goTo(1_000_000);
      });
      await page.waitForFunction(() =>
        /^\d+ %$/.test(document.querySelector('#bar output')!.textContent!),
      );
      await page.getByText(/^Stepping through the run: \d+ %$/).waitFor();
      await waitForTick(page, last + 11);
      await page.keyboard.press('p');
      await page.waitForFunction(() =>
        /s$/.test(document.querySelector('#bar output')!.textContent!),
      );
      const tick = await page.evaluate(() => window.skein!.tick);
      // The way may be cut short before its first step is done.
      expect(tick).toBeGreaterThanOrEqual(last + 10);
      expect(tick).toBeLessThan(900_000);
      await page.evaluate(() => {
        void window.skein!.goTo(1_000_000);
      });
      await page.getByLabel('Scene', { exact: true }).selectOption('chasers');
      await page.waitForFunction(() => window.skein!.world?.scenario.name === 'chasers');
      await waitForTick(page, 2);
    });
  });

  describe('by keys', () => {
    it('pauses, steps, continues and restarts', async () => {
      await page.evaluate(() => window.skein!.resume());
      await page.keyboard.press('p');
      expect(await paused()).toBe(true);
      const { tick } = await hash();
      await page.keyboard.press('.');
      await page.waitForFunction((t) => window.skein!.tick === t + 1, tick);
      await page.keyboard.press('p');
      expect(await paused()).toBe(false);
      await waitForTick(page, tick + 5);
      await page.keyboard.press('p');
      await page.keyboard.press('r');
      await page.waitForFunction(() => window.skein!.world?.tick === 0);
      expect(await paused()).toBe(true);
    });

    it('changes the number of threads', async () => {
      await page.keyboard.press(']');
      await page.waitForFunction(() => window.skein!.team?.workers === 3);
      await page.keyboard.press('[');
      await page.keyboard.press('[');
      await page.waitForFunction(() => window.skein!.team!.workers <= 2);
    });

    it('changes the number of threads by the strip, which shows their lanes and the hash', async () => {
      await page.evaluate(() => window.skein!.resume());
      const strip = page.locator('#threads-strip');
      await strip.getByRole('button', { name: '3', exact: true }).click();
      await strip.locator('[aria-pressed="true"][data-workers="3"]').waitFor();
      const from = await page.evaluate(() => window.skein!.tick);
      const shown = await page.waitForFunction((least) => {
        const { tick, hash } = document.querySelector<HTMLElement>('#glyph')!.dataset;
        return Number(tick) > least + 2 && { tick: Number(tick), hash, log: window.skein!.log };
      }, from);
      const { tick, hash: found, log: given } = (await shown.jsonValue()) as Shown;
      // The tests before this one may have left another scene.
      const asked = new URL(page.url()).searchParams;
      const seed = Number(asked.get('seed'));
      expect(found).toBe(hashInNode(asked.get('scene')!, seed, given, tick));
      // The newest column of the canvas has one hue per thread.
      const lanes = () =>
        strip.locator('.lanes').evaluate((canvas: HTMLCanvasElement) => {
          const { width, height } = canvas;
          const { data } = canvas.getContext('2d')!.getImageData(width - 1, 0, 1, height);
          const hues = Array.from({ length: height }, (_, row) => {
            const [r, g, b, opacity] = data.subarray(4 * row, 4 * row + 4);
            const turn = Math.atan2(Math.sqrt(3) * (g - b), 2 * r - g - b) / (2 * Math.PI);
            // Between two lanes there is a gap.
            return opacity < 20 ? [] : [Math.round(12 * turn)];
          }).flat();
          return new Set(hues).size;
        });
      await expect.poll(lanes).toBe(3);
      await page.keyboard.press('p');
      await page.evaluate(() => window.skein!.threads(2));
    });

    slow('ends with the number of threads requested last, however fast the requests', async () => {
      await page.evaluate(() => window.skein!.threads(2));
      await page.evaluate(() => {
        for (const key of [']', ']', '[', ']']) {
          dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
        }
      });
      await page.waitForFunction(() => window.skein!.team!.workers === 4);
    });

    it('hides and shows everything but the picture', async () => {
      await page.keyboard.press('h');
      await page.locator('#panel').waitFor({ state: 'hidden' });
      await page.keyboard.press('h');
      await page.locator('#panel').waitFor();
    });

    it('lists all keys, which are inactive while the list is open', async () => {
      await page.keyboard.press('?');
      const help = page.locator('#help');
      await help.waitFor();
      expect(await help.locator('kbd').allTextContents()).toEqual([
        ...[
          'Space',
          'P',
          '.',
          'B',
          'R',
          'G',
          'O',
          '[',
          ']',
          'C',
          'N',
          'Esc',
          'M',
          'U',
          'Ctrl+Z',
          'Ctrl+Shift+Z',
          'Ctrl+Y',
          'E',
          'J',
          'L',
          'I',
          'H',
          'F',
          '?',
        ],
      ]);
      await page.keyboard.press('p');
      await page.keyboard.press('Escape');
      expect(await help.isVisible()).toBe(false);
      expect(await paused()).toBe(true);
    });

    it('does nothing during typing in a field', async () => {
      await slider('Seed').focus();
      for (const key of ['p', 'g', 'h', '?']) await page.keyboard.press(key);
      expect(await page.locator('dialog[open]').count()).toBe(0);
      expect(await page.locator('#panel').isVisible()).toBe(true);
      expect(await paused()).toBe(true);
    });
  });

  slow('has its default options after a reset', async () => {
    await page.goto(`${open.url}?scene=${SCENE}&speed=2`);
    await waitForTick(page, 2);
    await page.getByRole('button', { name: 'Reset speed and look' }).click();
    expect(query()).not.toContain('speed');
    expect(await slider('Speed (x)').inputValue()).toBe('1');
  });
});
