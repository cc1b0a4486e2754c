import { expect, it } from 'vitest';
import { rangesOf } from '../src/tick/ranges.ts';

it('cuts agents into ranges that meet few enough, of whole workgroups', () => {
  expect(rangesOf(200, [10, 10, 90, 5], 100)).toEqual([
    { first: 0, end: 128 },
    { first: 128, end: 200 },
  ]);
  expect(rangesOf(200, [0, 500, 500, 0], 100).map(({ end }) => end)).toEqual([128, 192, 200]);
  expect(rangesOf(100, [0, 0], 1)).toEqual([{ first: 0, end: 100 }]);
});

it('takes small ranges if it is not known what agents meet', () => {
  const ranges = rangesOf(20_000, undefined, 1);
  expect(ranges.map(({ end }) => end)).toEqual([8192, 16_384, 20_000]);
});
