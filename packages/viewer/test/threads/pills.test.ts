import { expect, it } from 'vitest';
import { flashAfter } from '../../src/threads/flash.ts';
import { pillsFor } from '../../src/threads/pills.ts';

it('offers all small numbers of threads, some large ones, the most, and the present one', () => {
  expect(pillsFor(4, 2)).toEqual([1, 2, 3, 4]);
  expect(pillsFor(20, 2)).toEqual([1, 2, 3, 4, 6, 8, 12, 16, 20]);
  expect(pillsFor(32, 5)).toEqual([1, 2, 3, 4, 5, 6, 8, 12, 16, 24, 32]);
});

it('shows the colors of threads for a moment, and fades only if motion is welcome', () => {
  expect([0, 500, 1700, 1e9].map((ms) => flashAfter(ms, false))).toEqual([1, 1, 0, 0]);
  expect(flashAfter(1100, false)).toBeCloseTo(0.5);
  expect([0, 1100, 1200].map((ms) => flashAfter(ms, true))).toEqual([1, 1, 0]);
  expect(flashAfter(Number.POSITIVE_INFINITY, false)).toBe(0);
});
