import { describe, expect, it } from 'vitest';
import { marginsOf } from '../src/margins.ts';

describe('the margins of the picture', () => {
  it('leave it whole where things fly over all of it', () => {
    for (const width of [390, 800, 1280, 1920]) {
      expect(Object.values(marginsOf('nothing', width, 800))).toEqual([0, 0, 0, 0]);
    }
  });

  it('leave out the panel on a wide page, and the words as well where a map would lie under them', () => {
    expect(marginsOf('panel', 1280, 800)).toMatchObject({ left: 0, top: 0, bottom: 0 });
    expect(marginsOf('panel', 1280, 800).right).toBeGreaterThan(250);
    expect(marginsOf('words', 1280, 800)).toMatchObject({ top: 0, bottom: 0 });
    expect(marginsOf('words', 1280, 800).left).toBeGreaterThan(330);
    const { left, right } = marginsOf('words', 1000, 650);
    expect(left).toBeGreaterThan(16 + 284);
    expect(1000 - left - right).toBeGreaterThan(400);
    expect(marginsOf('panel', 760, 450).right).toBeGreaterThan(250);
    expect(marginsOf('panel', 720, 450).right).toBe(0);
    // No room for both columns beside a picture worth looking at.
    expect(marginsOf('words', 940, 800).left).toBe(0);
  });

  it('leave half of a narrow page at least', () => {
    const { left, right, top, bottom } = marginsOf('words', 390, 844);
    expect([left, right]).toEqual([0, 0]);
    expect(top).toBeGreaterThan(100);
    expect(bottom).toBeGreaterThan(100);
    expect(top + bottom).toBeLessThan(844 / 2);
    expect(marginsOf('words', 390, 500)).toMatchObject({ top: 0, bottom: 0 });
  });

  it('leave what is above the card of an agent where the page is narrow', () => {
    expect(marginsOf('words', 320, 640, { cardTop: 400 })).toEqual({
      left: 0,
      right: 0,
      top: 0,
      bottom: 240,
    });
    // It is closed, or stands beside what is looked at.
    expect(marginsOf('words', 320, 640, { cardTop: 0 })).toEqual(marginsOf('words', 320, 640));
    expect(marginsOf('panel', 1280, 800, { cardTop: 400 })).toEqual(marginsOf('panel', 1280, 800));
  });
});
