import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseScenarioText, readReplay, stateHash } from '@skein/core';
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OpenPage, openPage } from './open-page.ts';
import { standStill, waitForTick, worldAfter } from './replay.ts';
import { SLOW, slow } from './slow.ts';

/** Each kind of edit once, then random ones. */
const EDITS = 30;
const SEED = 20261125;

/** Random numbers from 0 to 1. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

/** A scene with everything that can be edited: a map, obstacles without names, a target, goals. */
const SCENE = JSON.stringify({
  name: 'workshop',
  dimensions: 2,
  map: {
    rows: ['##########', ...Array.from({ length: 6 }, () => '#...2....#'), '##########'],
    legend: { '.': 1, '2': 2, '#': 'wall' },
    cellSize: 2,
    origin: [-10, -8],
  },
  obstacles: [{ type: 'sphere', center: [1, 1], radius: 0.6 }],
  targets: [{ name: 'mark', position: [5, -3], radius: 0.4 }],
  species: [
    {
      name: 'walker',
      count: 17,
      radius: 0.2,
      maxSpeed: 2,
      maxForce: 9,
      spawn: { type: 'box', min: [-7, -5], max: [-3, 5] },
      goals: { type: 'mirror', center: [0, 0] },
      behaviors: [
        { type: 'goal', weight: 2 },
        { type: 'separation', weight: 3, radius: 1 },
      ],
    },
    {
      name: 'runner',
      count: 5,
      maxSpeed: 4,
      spawn: { type: 'sphere', center: [4, 2], radius: 2, velocity: { speed: 1 } },
      behaviors: [{ type: 'flowField', target: 'mark', weight: 4 }],
    },
  ],
});

describe('the editor', () => {
  const folder = mkdtempSync(join(tmpdir(), 'skein-edit-'));
  let open: OpenPage;
  let page: Page;
  beforeAll(async () => {
    // Slow, because everything that happens is repeated several times.
    open = await openPage('?scene=flock-yuka&workers=2&speed=0.2', {
      viewport: { width: 1000, height: 600 },
    });
    page = open.page;
    await waitForTick(page, 1);
  });
  afterAll(async () => {
    rmSync(folder, { recursive: true });
    await open?.close();
  });

  const settled = () => page.locator('#edit[aria-busy="true"]').waitFor({ state: 'detached' });
  /**
   * The refusals shown. On a busy machine a slow thread may count as lost, which does not concern the editor. The offer to
   * let agents avoid obstacles is none.
   */
  const refusals = () =>
    page
      .locator('.notice')
      .allTextContents()
      .then((all) => all.filter((text) => !/^(A thread was lost|No agent here sees)/.test(text)));

  /** Saves a file with a button of the dialog, using `press` to press it. */
  async function saved(button: string, press: () => Promise<void>): Promise<string> {
    const download = page.waitForEvent('download');
    await press();
    const file = await download;
    const path = join(folder, `${button}-${file.suggestedFilename()}`);
    await file.saveAs(path);
    return path;
  }

  async function openFile(path: string): Promise<void> {
    await page.goto(`${open.url}?scene=flock-yuka&workers=1&speed=0.2`);
    await waitForTick(page, 1);
    await page.locator('input[type=file]').setInputFiles(path);
    await page.waitForFunction(() => window.skein!.world?.scenario.name !== 'flock-yuka');
  }

  slow(
    `has ${EDITS} random edits by mouse in its link, replay and scenario, seed ${SEED}`,
    async () => {
      const random = numbers(SEED);
      const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)];
      const path = join(folder, 'workshop.json');
      writeFileSync(path, SCENE);
      await openFile(path);
      await page.getByRole('button', { name: 'Edit' }).click();
      await page.locator('#edit').waitFor();
      /** A place on the page above the map. */
      const place = () =>
        page.evaluate(
          ([u, v]) => {
            const { camera, canvas } = window.skein!;
            const at = camera.position
              .clone()
              .set(-7.5 + 15 * u, -5.5 + 11 * v, 0)
              .project(camera);
            const { clientWidth, clientHeight } = canvas;
            return { x: ((at.x + 1) / 2) * clientWidth, y: ((1 - at.y) / 2) * clientHeight };
          },
          [random(), random()],
        );
      const stroke = async (from: { x: number; y: number }) => {
        const to = await place();
        await page.mouse.move(from.x, from.y);
        await page.mouse.down();
        await page.mouse.move((from.x + to.x) / 2, (from.y + to.y) / 2 + 6, { steps: 3 });
        await page.mouse.move(to.x, to.y, { steps: 3 });
        await page.mouse.up();
        await settled();
      };
      const tool = (name: string) => page.getByRole('radio', { name }).click();
      /** The place of a drawn agent, or any place if there is none. */
      const agent = async () => {
        const heads = await page.evaluate(() => window.skein!.heads());
        const head = pick(
          heads.filter(({ left }) => left !== undefined && left > 320 && left < 660),
        );
        return head === undefined ? place() : { x: head.left!, y: head.top! };
      };
      const pressed = { force: true };
      const acts: Record<string, () => Promise<void>> = {
        obstacle: async () => {
          await tool('Obstacle');
          await page
            .locator('#edit select')
            .selectOption(pick(['sphere', 'box', 'capsule', 'polygon']));
          await stroke(await place());
        },
        move: async () => {
          await tool('Select');
          const { left, top } = await page.evaluate(() => {
            const { camera, canvas } = window.skein!;
            const { obstacleCenter } = window.skein!.world!.views;
            const at = camera.position.clone().set(obstacleCenter.x[0], obstacleCenter.y[0], 0);
            const { x, y } = at.project(camera);
            const { clientWidth, clientHeight } = canvas;
            return { left: ((x + 1) / 2) * clientWidth, top: ((1 - y) / 2) * clientHeight };
          });
          await stroke({ x: left, y: top });
          await page.keyboard.press(pick(['+', '-']));
          await page.waitForTimeout(600);
        },
        walls: async () => {
          await tool('Walls');
          await page.locator('#edit select').selectOption(pick(['0', '1', '5']));
          await stroke(await place());
        },
        paint: async () => {
          await tool('Agents');
          await page.locator('#edit select').selectOption(pick(['walker', 'runner']));
          await stroke(await place());
        },
        erase: async () => {
          await tool('Erase');
          await stroke(await agent());
        },
        throw: async () => {
          await tool('Throw');
          await stroke(await agent());
        },
        send: async () => {
          await tool('Goal');
          await stroke(await agent());
        },
        law: async () => {
          const slider = page.locator('#panel .laws .lil-slider').first();
          const box = (await slider.boundingBox())!;
          await page.mouse.click(
            box.x + box.width * (0.1 + 0.8 * random()),
            box.y + box.height / 2,
          );
        },
        // Also while there is nothing to undo or redo.
        undo: () => page.locator('#edit').getByRole('button', { name: 'Undo' }).click(pressed),
        redo: () => page.locator('#edit').getByRole('button', { name: 'Redo' }).click(pressed),
      };
      const names = Object.keys(acts);
      /** Edits that were undone later count, too. */
      const given = new Set<string>();
      for (let k = 0; k < EDITS; k++) {
        // Each kind once, then random kinds.
        const name = k < names.length ? names[k] : pick(names);
        // Some edits during the run, some while it is paused.
        if (k % 8 === 0 || k % 8 === 3) await page.keyboard.press('p');
        await acts[name]();
        await settled();
        expect([name, ...(await refusals())]).toEqual([name]);
        const types = await page.evaluate(() => window.skein!.log.map(({ type }) => type));
        for (const type of types) given.add(type);
      }
      await page.waitForTimeout(500);
      const tick = await standStill(page);
      const shown = await page.evaluate(async () => {
        const { log, seed } = window.skein!;
        return {
          log: structuredClone([...log]),
          seed: seed!,
          hash: (await window.skein!.hash()).hash,
        };
      });
      const wanted = ['obstacle', 'cells', 'spawn', 'remove', 'place', 'go', 'set'];
      expect([...given]).toEqual(expect.arrayContaining(wanted));

      await page.getByRole('button', { name: 'Share this run' }).click();
      await page.waitForFunction(
        () => (document.querySelector<HTMLInputElement>('#share input')?.value ?? '') !== '',
      );
      const link = await page.getByLabel('Link to this moment').inputValue();
      const click = (name: string) => () => page.getByRole('button', { name }).click();
      const replay = await saved('replay', click('Save replay'));
      const scenario = await saved('scenario', click('Save scenario'));

      const kept = readReplay(readFileSync(replay));
      const again = worldAfter(kept.scenario, kept.scenario.seed, kept.log, tick);
      expect(stateHash(again)).toBe(shown.hash);
      const written = parseScenarioText(readFileSync(scenario, 'utf8'));
      expect(stateHash(worldAfter(written, written.seed, [], tick))).toBe(shown.hash);

      // On its way there, the run repeats all edits.
      page.setDefaultTimeout(120_000);
      await page.goto(link);
      await page.locator('.notice', { hasText: `is ${shown.hash}, as expected.` }).waitFor();
      await openFile(replay);
      await page.locator('.notice', { hasText: `is ${shown.hash}, as expected.` }).waitFor();
      await openFile(scenario);
      await standStill(page);
      await page.evaluate((at) => window.skein!.goTo(at), tick);
      expect(await page.evaluate(() => window.skein!.hash())).toEqual({ tick, hash: shown.hash });
      expect(open.errors).toEqual([]);
    },
    300_000,
  );

  it('creates, edits, saves and shares a scene with the keyboard only', async () => {
    await page.goto(`${open.url}?scene=flock-yuka&workers=1`);
    await waitForTick(page, 1);
    const press = (...keys: string[]) =>
      keys.reduce((before, key) => before.then(() => page.keyboard.press(key)), Promise.resolve());
    const said = (text: string) => page.locator('#edit .said', { hasText: text }).waitFor();
    const focused = () => page.evaluate(() => document.activeElement?.textContent ?? '');
    const tabTo = async (name: string, way = 'Tab') => {
      for (let k = 0; k < 80 && (await focused()).trim() !== name; k++) await press(way);
      expect(await focused()).toBe(name);
    };
    await tabTo('Make');
    await press('Enter');
    await tabTo('New map');
    await press('Enter');
    await page.waitForFunction(() => window.skein!.world?.scenario.name === 'new-map');
    await page.locator('#edit').waitFor();

    // The focus is on the tools; the arrow keys choose a tool.
    await press('ArrowRight');
    expect(await focused()).toBe('Obstacle');
    await press('2', 'ArrowUp', 'ArrowUp', 'Enter');
    await said('Added obstacle-1');
    if (SLOW) {
      await press('3', 'ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowDown', 'Enter');
      await said('Walls drawn');
      await press('4', 'ArrowLeft', 'Enter');
      await said('Painted walker');
    }
    // Selected as the next one, because the crosshair is elsewhere; then moved and scaled.
    await press('1', 'Enter');
    await said('Selected obstacle-1');
    await press('ArrowLeft', 'ArrowLeft');
    await said('Moved obstacle-1');
    if (SLOW) {
      await press('+', '+');
      await said('Changed obstacle-1');
    }
    await press('Delete');
    await said('Removed obstacle-1');
    await press('Control+z');
    await said('Undone: Removed obstacle-1');
    await press('Control+Shift+Z');
    await said('Redone: Removed obstacle-1');
    await press('u');
    await said('Undone: Removed obstacle-1');

    if (SLOW) {
      // The agents under the crosshair are grabbed, and released elsewhere.
      await press('7', 'ArrowRight', 'Enter', 'ArrowUp', 'ArrowUp', 'Enter');
      await said('Moved target');
    }
    await page.evaluate(() => (document.activeElement as HTMLElement).blur());
    if (SLOW) {
      await tabTo('Species');
      await press('Enter');
      await page.locator('#species').waitFor();
      await page.keyboard.type('scout');
      // Each behavior is explained, and the aim is asked for only where a behavior has one.
      const [usual] = await page.locator('#species .behaviors > ul > li').allInnerTexts();
      expect(usual.split('\n')).toEqual(['Keep apart', 'Pushes away from the neighbors.']);
      const unexplained = page.locator('#species .behaviors li:not(:has(small:not(:empty)))');
      expect(await unexplained.count()).toBe(0);
      const aim = page.getByLabel('Goes after');
      expect(await aim.isVisible()).toBe(false);
      await page.getByLabel(/^Pursue/).check();
      expect(await aim.isVisible()).toBe(true);
      await page.getByLabel(/^Pursue/).uncheck();
      await tabTo('Add species');
      await press('Enter');
      await said('Added scout');
      await settled();
      expect(
        await page.evaluate(() => window.skein!.world!.scenario.species.map(({ name }) => name)),
      ).toEqual(['walker', 'scout']);
    }
    const before = await page.evaluate(() => window.skein!.tick);
    await press('p');
    await waitForTick(page, before + 5);
    await press('p');
    const tick = await standStill(page);
    const { hash } = await page.evaluate(() => window.skein!.hash());
    await press('l');
    await page.waitForFunction(
      () => (document.querySelector<HTMLInputElement>('#share input')?.value ?? '') !== '',
    );
    const link = await page.getByLabel('Link to this moment').inputValue();
    await tabTo('Save scenario');
    const path = await saved('keyboard', () => press('Enter'));
    const scenario = parseScenarioText(readFileSync(path, 'utf8'));
    expect(stateHash(worldAfter(scenario, scenario.seed, [], tick))).toBe(hash);
    expect(open.errors).toEqual([]);
    if (!SLOW) return;
    await page.goto(link);
    await page.locator('.notice', { hasText: `is ${hash}, as expected.` }).waitFor();
    expect(open.errors).toEqual([]);
  }, 180_000);
});
