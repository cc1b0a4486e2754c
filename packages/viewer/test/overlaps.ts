import type { Page } from 'playwright';

const PARTS = [
  ...['#fold', '#tagline', '#facts', '#legend', '#panel', '#insight', '#notices'],
  ...['#fire', '#fire16', '#score', '#gauge', '#bar', '#threads-strip'],
];

/** The selectors of elements that extend beyond the page, or cover another element. */
export function overlaps(page: Page): Promise<string[]> {
  return page.evaluate((parts) => {
    const boxes = parts.flatMap((selector) => {
      const part = document.querySelector<HTMLElement>(selector)!;
      if (!part.checkVisibility({ visibilityProperty: true })) return [];
      const { left, right, ...box } = part.getBoundingClientRect().toJSON();
      // Text that does not fit can be scrolled to.
      const words = document.querySelector('#readout')!.getBoundingClientRect();
      const inWords = part.closest('#readout') !== null;
      const top = inWords ? Math.max(box.top, words.top) : box.top;
      const bottom = inWords ? Math.min(box.bottom, words.bottom) : box.bottom;
      return bottom <= top || right <= left ? [] : [{ selector, left, top, right, bottom }];
    });
    // Half a pixel may be rounding.
    const slack = 0.5;
    return boxes.flatMap((a, i) => {
      const isInside =
        a.left >= -slack &&
        a.top >= -slack &&
        a.right <= innerWidth + slack &&
        a.bottom <= innerHeight + slack;
      const covered = boxes.slice(i + 1).filter((b) => {
        const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
        const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
        return across > slack && down > slack;
      });
      const pairs = covered.map((b) => `${a.selector} and ${b.selector}`);
      return isInside ? pairs : [`${a.selector} sticks out`, ...pairs];
    });
  }, PARTS);
}
