import { describe, expect, it } from 'vitest';
import { marginsOf } from '../src/margins.ts';

describe('the margins of the picture', () => {
  it('are zero where agents fly across the whole picture', () => {
    for (const width of [390, 800, 1280, 1920]) {
      expect(Object.values(marginsOf('nothing', width, 800))).toEqual([0, 0, 0, 0]);
    }
  });

  it('exclude the panel on a wide page, and also the text where it would cover a map', () => {
    expect(marginsOf('panel', 1280, 800)).toMatchObject({ left: 0, top: 0, bottom: 0 });
    expect(marginsOf('panel', 1280, 800).right).toBeGreaterThan(250);
    expect(marginsOf('words', 1280, 800)).toMatchObject({ top: 0, bottom: 0 });
    expect(marginsOf('words', 1280, 800).left).toBeGreaterThan(330);
    const { left, right } = marginsOf('words', 1000, 650);
    expect(left).toBeGreaterThan(16 + 284);
    expect(1000 - left - right).toBeGreaterThan(400);
    expect(marginsOf('panel', 760, 450).right).toBeGreaterThan(250);
    expect(marginsOf('panel', 720, 450).right).toBe(0);
    // Both columns would leave too little of the picture.
    expect(marginsOf('words', 940, 800).left).toBe(0);
  });

  it('leave at least half of a narrow page', () => {
    const { left, right, top, bottom } = marginsOf('words', 390, 844);
    expect([left, right]).toEqual([0, 0]);
    expect(top).toBeGreaterThan(100);
    expect(bottom).toBeGreaterThan(100);
    expect(top + bottom).toBeLessThan(844 / 2);
    expect(marginsOf('words', 390, 500)).toMatchObject({ top: 0, bottom: 0 });
  });

  it('leave the part above the card of an agent on a narrow page', () => {
    expect(marginsOf('words', 320, 640, { cardTop: 400 })).toEqual({
      left: 0,
      right: 0,
      top: 0,
      bottom: 240,
    });
    // The card is closed, or stands beside the picture's center.
    expect(marginsOf('words', 320, 640, { cardTop: 0 })).toEqual(marginsOf('words', 320, 640));
    expect(marginsOf('panel', 1280, 800, { cardTop: 400 })).toEqual(marginsOf('panel', 1280, 800));
  });
});
