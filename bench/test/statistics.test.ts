import { describe, expect, it } from 'vitest';
import { median, ratios, summarize } from '../src/statistics.ts';

describe('summarize', () => {
  // numpy.quantile of the same lists, by its default method.
  it.each([
    [[4, 1, 3, 2], { median: 2.5, lower: 1.75, upper: 3.25, min: 1, max: 4 }],
    [[10, 2, 7, 3, 5], { median: 5, lower: 3, upper: 7, min: 2, max: 10 }],
    [[9], { median: 9, lower: 9, upper: 9, min: 9, max: 9 }],
  ])('%j', (samples, expected) => {
    expect(summarize(samples)).toEqual(expected);
  });

  it('does not change the list', () => {
    const samples = [3, 1, 2];
    summarize(samples);
    expect(samples).toEqual([3, 1, 2]);
  });

  it('gives NaN for an empty list, which no verdict accepts', () => {
    expect(summarize([]).median).toBeNaN();
  });
});

it('ratios pair the samples of one turn: drift that hits both cancels', () => {
  const drift = [1, 2, 4, 8];
  const slow = drift.map((factor) => 6 * factor);
  const fast = drift.map((factor) => 2 * factor);
  expect(ratios(slow, fast)).toEqual([3, 3, 3, 3]);
  expect(median(slow) / median(fast)).toBe(3);
});
