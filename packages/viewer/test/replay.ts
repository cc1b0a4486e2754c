import { readFileSync } from 'node:fs';
import {
  type Command,
  command,
  createWorld,
  parseScenarioText,
  type Scenario,
  stateHash,
  tick,
  type World,
} from '@skein/core';
import type { Page } from 'playwright';
// Imported for the type of window.skein.
import type {} from '../src/tinker.ts';

/** Steps a scene in Node on one thread, with the commands of a log. Returns the last hash. */
export function hashInNode(...run: Parameters<typeof worldInNode>): string {
  return stateHash(worldInNode(...run));
}

/** The world at the end of such a run. */
export function worldInNode(
  scene: string,
  seed: number,
  log: readonly Command[],
  untilTick: number,
): World {
  const path = new URL(`../../../scenarios/${scene}.json`, import.meta.url);
  return worldAfter(parseScenarioText(readFileSync(path, 'utf8')), seed, log, untilTick);
}

/** The world of a scenario at a tick, with the commands of a log. */
export function worldAfter(
  scenario: Scenario,
  seed: number,
  log: readonly Command[],
  untilTick: number,
): World {
  const world = createWorld(scenario, { seed });
  for (const { tick: at, ...input } of log) {
    if (at >= untilTick) break;
    tick(world, at - world.tick);
    command(world, input);
  }
  tick(world, untilTick - world.tick);
  return world;
}

/** The values on the page, read during the run: a tick, its hash, and the commands so far. */
export function readShown(page: Page): Promise<{ tick: number; hash: string; log: Command[] }> {
  return page.evaluate(() => {
    const { tick, hash } = document.querySelector<HTMLElement>('#hash')!.dataset;
    return { tick: Number(tick), hash: hash!, log: structuredClone([...window.skein!.log]) };
  });
}

/** Waits until the page shows the hash of `tick` or a later one. */
export async function waitForShown(page: Page, tick: number): Promise<void> {
  await page.waitForFunction(
    (least) => Number(document.querySelector<HTMLElement>('#hash')?.dataset.tick ?? -1) >= least,
    tick,
  );
}

/** Pauses the run. Returns the tick at which it stops when the threads are idle. */
export function standStill(page: Page): Promise<number> {
  return page.evaluate(() => {
    window.skein!.pause();
    return window.skein!.idle(() => window.skein!.world!.tick);
  });
}

/** Waits for this many frames of the page, and until the state after them is on the screen. */
export function frames(page: Page, count: number): Promise<void> {
  return page.evaluate(async (wanted) => {
    const pass = async (left: number) => {
      for (; left > 0; left--) await new Promise((resolve) => requestAnimationFrame(resolve));
    };
    await pass(wanted);
    await window.skein?.drawn();
    await pass(2);
  }, count);
}

/** Waits until the run has done `tick` ticks. */
export async function waitForTick(page: Page, tick: number): Promise<void> {
  await page.waitForFunction((least) => (window.skein?.tick ?? -1) >= least, tick);
}
