import { MAX_WORKERS } from '@skein/core/describe';
import { expect, it } from 'vitest';
import { openPage } from './open-page.ts';
import { hashInNode, readShown, standStill, waitForShown } from './replay.ts';
import { SLOW } from './slow.ts';

// Also with two cores: each thread loads one file besides those of the page.
it.each(SLOW ? [13, MAX_WORKERS] : [13])(
  '%i threads start at once, with the hash of Node',
  async (workers) => {
    const { page, errors, close } = await openPage(`?scene=beams&seed=2&workers=${workers}`);
    try {
      await waitForShown(page, 5);
      const found = await page.evaluate(() => {
        const { threaded, workers: many } = window.skein!.team!;
        return { threaded, many };
      });
      expect(found).toEqual({ threaded: true, many: workers });
      await waitForShown(page, await standStill(page));
      const { tick, hash, log } = await readShown(page);
      expect(hash).toBe(hashInNode('beams', 2, log, tick));
      expect(errors).toEqual([]);
    } finally {
      await close();
    }
  },
);
