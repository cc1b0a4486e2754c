import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Box, freePart } from '../src/free-part.ts';

const [WIDTH, HEIGHT] = [1280, 800];
const seed = 5;

/** Places of the edges of boxes, in steps of 40, so that a search of all rectangles is possible. */
const STEP = 40;
const boxes = fc.array(
  fc
    .tuple(
      fc.integer({ min: -1, max: WIDTH / STEP }),
      fc.integer({ min: -1, max: HEIGHT / STEP }),
      fc.integer({ min: 1, max: 12 }),
      fc.integer({ min: 1, max: 8 }),
    )
    .map(([x, y, w, h]) => ({
      left: x * STEP,
      top: y * STEP,
      right: (x + w) * STEP,
      bottom: (y + h) * STEP,
    })),
  { maxLength: 6 },
);

const sizeOf = (width: number, height: number, aspect: number) => Math.min(width / aspect, height);

/** The size of the largest subject beside the boxes, by a search of all rectangles with a given step. */
function largest(covers: readonly Box[], aspect: number): number {
  let best = 0;
  for (let left = 0; left < WIDTH; left += STEP) {
    for (let top = 0; top < HEIGHT; top += STEP) {
      for (let right = left + STEP; right <= WIDTH; right += STEP) {
        for (let bottom = top + STEP; bottom <= HEIGHT; bottom += STEP) {
          const size = sizeOf(right - left, bottom - top, aspect);
          if (size <= best || right - left < 0.22 * WIDTH || bottom - top < 0.22 * HEIGHT) continue;
          const isFree = covers.every(
            (cover) =>
              cover.right <= left ||
              cover.left >= right ||
              cover.bottom <= top ||
              cover.top >= bottom,
          );
          if (isFree) best = size;
        }
      }
    }
  }
  return best;
}

describe('the part of the picture that stays free', () => {
  it(`is as large as the best of all rectangles, for random boxes and shapes, seed ${seed}`, () => {
    fc.assert(
      fc.property(boxes, fc.constantFrom(0.5, 1, 1.5, 3), (covers, aspect) => {
        const { left, right, top, bottom } = freePart(WIDTH, HEIGHT, covers, aspect);
        const best = largest(covers, aspect);
        if (best === 0) {
          expect([left, right, top, bottom]).toEqual([0, 0, 0, 0]);
          return;
        }
        expect(sizeOf(WIDTH - left - right, HEIGHT - top - bottom, aspect)).toBe(best);
        for (const cover of covers) {
          const isBeside =
            cover.right <= left ||
            cover.left >= WIDTH - right ||
            cover.bottom <= top ||
            cover.top >= HEIGHT - bottom;
          expect(isBeside).toBe(true);
        }
      }),
      { seed, numRuns: 60 },
    );
  });

  it('is everything without a cover, and with a cover outside the page', () => {
    const none = { left: 0, right: 0, top: 0, bottom: 0 };
    expect(freePart(WIDTH, HEIGHT, [], 1)).toEqual(none);
    const outside = { left: WIDTH, top: 0, right: WIDTH + 300, bottom: HEIGHT };
    expect(freePart(WIDTH, HEIGHT, [outside], 1)).toEqual(none);
  });

  it('is beside a column of text for a round subject, and below it for a wide one', () => {
    const text = { left: 0, top: 0, right: 340, bottom: 160 };
    expect(freePart(WIDTH, HEIGHT, [text], 1)).toMatchObject({ left: 340, top: 0 });
    expect(freePart(WIDTH, HEIGHT, [text], 3)).toMatchObject({ left: 0, top: 160 });
    // On a phone, only the part below is wide enough.
    expect(freePart(390, 844, [{ ...text, right: 390 }], 1)).toMatchObject({ left: 0, top: 160 });
  });

  it('is the whole page where the parts of the page leave too little of it', () => {
    const all = { left: 40, top: 40, right: WIDTH - 40, bottom: HEIGHT - 40 };
    expect(freePart(WIDTH, HEIGHT, [all], 1)).toEqual({ left: 0, right: 0, top: 0, bottom: 0 });
  });
});
