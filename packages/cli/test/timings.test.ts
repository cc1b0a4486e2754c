import { describe, expect, it } from 'vitest';
import { timingsOf } from '../src/timings.ts';

const ms = (...values: number[]): Float32Array => Float32Array.from(values);

describe('timingsOf', () => {
  it('takes the middle of an odd number of ticks', () => {
    expect(timingsOf([ms(3, 1), ms(), ms(2)])).toEqual({ min: 1, median: 2, p95: 2.9, max: 3 });
  });

  it('takes the mean of the two middle ones of an even number', () => {
    expect(timingsOf([ms(4, 1, 2, 8)])).toMatchObject({ min: 1, median: 3, max: 8 });
  });

  it('sorts as numbers, not as text', () => {
    expect(timingsOf([ms(10, 9)])).toMatchObject({ min: 9, max: 10 });
  });

  it('has all four from a single tick, and none from no tick', () => {
    expect(timingsOf([ms(0.5)])).toEqual({ min: 0.5, median: 0.5, p95: 0.5, max: 0.5 });
    expect(timingsOf([])).toBeUndefined();
    expect(timingsOf([ms()])).toBeUndefined();
  });
});
