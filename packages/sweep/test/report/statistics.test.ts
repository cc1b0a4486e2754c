import { describe, expect, it } from 'vitest';
import { combine, effectOf, quantileOf, statisticsBy } from '../../src/report/statistics.ts';
import { noise } from './synthetic.ts';

/** The statistics of each group, one after the other, by a few plain lines without typed arrays. */
function bruteForce(codes: Int32Array, groups: number, values: Float64Array) {
  return Array.from({ length: groups }, (_, group) => {
    const members = [...values]
      .filter((value, row) => codes[row] === group && Number.isFinite(value))
      .sort((a, b) => a - b);
    const mean = members.reduce((sum, value) => sum + value / members.length, 0);
    const squares = members.reduce((sum, value) => sum + (value - mean) ** 2, 0);
    const quantile = (share: number): number => {
      const at = share * (members.length - 1);
      const [below, above] = [members[Math.floor(at)], members[Math.ceil(at)]];
      return below + (above - below) * (at - Math.floor(at));
    };
    return {
      count: members.length,
      mean,
      deviation: Math.sqrt(squares / (members.length - 1)),
      min: members[0],
      max: members[members.length - 1],
      low: quantile(0.05),
      high: quantile(0.95),
    };
  });
}

describe('statistics by group', () => {
  it.each([1, 2, 3, 4, 5])('agree with a sort of each group, seed %i', (seed) => {
    const rows = [17, 1003, 1, 64, 5000][seed - 1];
    const groups = [5, 7, 3, 64, 11][seed - 1];
    const values = Float64Array.from({ length: rows }, (_, row) => {
      const draw = noise(seed, row);
      // Ties, values without a number, and sizes from 1e-3 to 1e6.
      if (draw < 0.05) return [Number.NaN, Number.POSITIVE_INFINITY][row % 2];
      return draw < 0.3 ? 2.5 : (draw - 0.5) * 10 ** (noise(seed, row, 1) * 9 - 3);
    });
    const codes = Int32Array.from(
      { length: rows },
      (_, row) => Math.floor(noise(seed, row, 2) ** 2 * (groups + 1)) - 1,
    );
    const found = statisticsBy(codes, groups, values);
    for (const [group, wanted] of bruteForce(codes, groups, values).entries()) {
      expect(found.count[group]).toBe(wanted.count);
      for (const key of ['mean', 'deviation', 'min', 'max', 'low', 'high'] as const) {
        const [value, expected] = [found[key][group], wanted[key]];
        if (wanted.count < (key === 'deviation' ? 2 : 1)) expect(value).toBeNaN();
        else
          expect(Math.abs(value - expected)).toBeLessThanOrEqual(1e-9 * (1 + Math.abs(expected)));
      }
    }
  });

  it('have no deviation for a single value', () => {
    const { count, mean, deviation, min, high } = statisticsBy(
      Int32Array.of(1),
      2,
      Float64Array.of(-3),
    );
    expect([...count]).toEqual([0, 1]);
    expect([mean[1], deviation[1], min[1], high[1]]).toEqual([-3, Number.NaN, -3, -3]);
    expect(mean[0]).toBeNaN();
  });

  it('have a mean even if the sum of the values overflows', () => {
    const values = Float64Array.of(1.7e308, 1.7e308, 1.6e308);
    const { mean } = statisticsBy(new Int32Array(3), 1, values);
    expect(mean[0] / 1e308).toBeCloseTo(5 / 3, 12);
  });

  it('take quantiles between two values as NumPy does', () => {
    // numpy.quantile([1, 2, 4, 8], [0, 0.05, 0.5, 0.95, 1])
    const sorted = [1, 2, 4, 8];
    expect([0, 0.05, 0.5, 0.95, 1].map((share) => quantileOf(sorted, share))).toEqual([
      1,
      1.15,
      3,
      expect.closeTo(7.4, 12),
      8,
    ]);
    expect(quantileOf([], 0.5)).toBeNaN();
  });
});

describe('groups of groups', () => {
  it('number each pair once, the last part fastest; a row missing in a part is in none', () => {
    const first = { codes: Int32Array.of(0, 1, 1, -1, 0), size: 2 };
    const second = { codes: Int32Array.of(2, 0, 1, 1, -1), size: 3 };
    const { codes, size } = combine(5, [first, second]);
    expect(size).toBe(6);
    expect([...codes]).toEqual([2, 3, 4, -1, -1]);
    expect([...combine(2, []).codes]).toEqual([0, 0]);
  });

  it('explain all of the variance, none, or a known share', () => {
    const codes = Int32Array.of(0, 0, 1, 1);
    expect(effectOf(codes, 2, Float64Array.of(1, 1, 5, 5))).toBeCloseTo(1, 12);
    expect(effectOf(codes, 2, Float64Array.of(1, 5, 1, 5))).toBeCloseTo(0, 12);
    // Means 2 and 4 about 3: 4 of a total of (1 + 9 + 1 + 9) ... by hand: values 0, 4, 2, 6.
    expect(effectOf(codes, 2, Float64Array.of(0, 4, 2, 6))).toBeCloseTo(4 / 20, 12);
  });
});
