import { describe, expect, it } from 'vitest';
import { permuted } from '../../src/plan/permutation.ts';
import {
  combinationAt,
  countCombinations,
  readSample,
  type Sample,
} from '../../src/plan/sample.ts';
import { type Range, readValues, type Values, valuesOfText } from '../../src/plan/values.ts';

const read = (...texts: string[]): Values[] =>
  texts.map((text) => readValues(valuesOfText(text), '$') as Values);

const rows = (sample: Sample, all: readonly Values[]): unknown[][] =>
  Array.from({ length: countCombinations(sample, all) }, (_, at) => combinationAt(sample, all, at));

describe('a grid', () => {
  it('has all combinations, the last parameter changing first', () => {
    const all = read('0..1x2', 'a,b,c', '5,4,3,2,1');
    const expected: unknown[][] = [];
    for (const x of [0, 1]) {
      for (const y of ['a', 'b', 'c']) for (const z of [5, 4, 3, 2, 1]) expected.push([x, y, z]);
    }
    expect(rows({ type: 'grid' }, all)).toEqual(expected);
  });

  it('has one combination if there are no parameters', () => {
    expect(rows({ type: 'grid' }, [])).toEqual([[]]);
    expect(rows({ type: 'list' }, [])).toEqual([[]]);
  });
});

describe('a list', () => {
  it('has rows, in which a single value stands for all', () => {
    const all = read('1,2,3', '9', '0..4x3');
    expect(rows({ type: 'list' }, all)).toEqual([
      [1, 9, 0],
      [2, 9, 2],
      [3, 9, 4],
    ]);
  });
});

describe('permuted', () => {
  it.each([1, 2, 3, 4, 5, 16, 17, 1003, 4096, 10_000])('takes each of %i once', (size) => {
    for (const seed of [1, 0xffffffff]) {
      const taken = new Set<number>();
      for (let at = 0; at < size; at++) taken.add(permuted(at, size, seed, 5));
      expect(taken.size).toBe(size);
      expect(Math.max(...taken)).toBe(size - 1);
      expect(Math.min(...taken)).toBe(0);
    }
  });

  it('draws all orders of four equally often, seeds 1 to 12000', () => {
    const counts = new Map<string, number>();
    for (let seed = 1; seed <= 12_000; seed++) {
      const order = [0, 1, 2, 3].map((at) => permuted(at, 4, seed, 9)).join('');
      counts.set(order, (counts.get(order) ?? 0) + 1);
    }
    expect(counts.size).toBe(24);
    // 500 of each: chi squared with 23 degrees of freedom is below 49.7 in 999 of 1000 cases.
    const chi = [...counts.values()].reduce((sum, count) => sum + (count - 500) ** 2 / 500, 0);
    expect(chi).toBeLessThan(49.7);
  });
});

describe('a Latin hypercube', () => {
  it.each([
    [1, 1],
    [2, 1],
    [3, 2],
    [17, 3],
    [200, 4],
    [1003, 5],
  ])('with %i rows, seed %i, has each part of each range once', (count, seed) => {
    const all = read('0..3', '-5..-4', '1..1000:log');
    const drawn = rows({ type: 'latin', count, seed }, all) as number[][];
    const share = (at: number, value: number): number => {
      const { from, to, scale } = all[at] as Range;
      if (scale === 'log') return Math.log(value / from) / Math.log(to / from);
      return (value - from) / (to - from);
    };
    for (const at of all.keys()) {
      const parts = drawn.map((row) => Math.floor(share(at, row[at]) * count + 1e-9));
      expect([...parts].sort((a, b) => a - b)).toEqual([...Array(count).keys()]);
    }
    // If two parameters had the same order, all rows would lie on a diagonal.
    if (count < 17) return;
    const order = (at: number): number[] =>
      drawn.map((row) => Math.floor(share(at, row[at]) * count));
    expect(order(0)).not.toEqual(order(1));
    expect(order(1)).not.toEqual(order(2));
  });

  it('has each value of a list, and each whole number, as often as any other', () => {
    const all = read('a,b,c,d', '3..7:whole');
    const drawn = rows({ type: 'latin', count: 40, seed: 8 }, all);
    const count = (at: number, value: unknown): number =>
      drawn.filter((row) => row[at] === value).length;
    expect(['a', 'b', 'c', 'd'].map((value) => count(0, value))).toEqual([10, 10, 10, 10]);
    expect([3, 4, 5, 6, 7].map((value) => count(1, value))).toEqual([8, 8, 8, 8, 8]);
  });
});

describe('random combinations', () => {
  const all = read('0..1', '10..20', 'a,b');

  it('are the same on any engine: recorded numbers', () => {
    expect(rows({ type: 'random', count: 3, seed: 42 }, all)).toEqual([
      [0.2889285462835183, 17.56810120284303, 'b'],
      [0.4580338303790086, 15.572604186341543, 'a'],
      [0.1835677328338221, 19.55079872383429, 'b'],
    ]);
    const log = read('0.001..1000:log');
    expect(combinationAt({ type: 'latin', count: 9, seed: 42 }, log, 4)).toEqual([
      2.2197727034971813,
    ]);
  });

  it('fill the ranges evenly, uncorrelated, and differ with another seed; seed 3', () => {
    const drawn = rows({ type: 'random', count: 4000, seed: 3 }, all) as number[][];
    for (const [at, from, length] of [
      [0, 0, 1],
      [1, 10, 10],
    ]) {
      const tenths = new Array(10).fill(0);
      for (const row of drawn) tenths[Math.floor(((row[at] - from) / length) * 10)]++;
      // 400 each: chi squared with 9 degrees of freedom is below 27.9 in 999 of 1000 cases.
      expect(tenths.reduce((sum, n) => sum + (n - 400) ** 2 / 400, 0)).toBeLessThan(27.9);
    }
    const mean = (list: number[]): number => list.reduce((sum, x) => sum + x, 0) / list.length;
    const xs = drawn.map(([x]) => x - 0.5);
    const ys = drawn.map(([, y]) => y / 10 - 1.5);
    // The correlation of 4000 pairs is normal with deviation 1 / sqrt(4000), 0.0158.
    expect(Math.abs(12 * mean(xs.map((x, k) => x * ys[k])))).toBeLessThan(0.055);
    expect(rows({ type: 'random', count: 9, seed: 4 }, all)[0]).not.toEqual(drawn[0]);
  });
});

describe('readSample', () => {
  it('reads words, texts and objects', () => {
    expect(readSample('grid', '$')).toEqual({ type: 'grid' });
    expect(readSample('list', '$')).toEqual({ type: 'list' });
    expect(readSample('latin:200', '$')).toEqual({ type: 'latin', count: 200, seed: 1 });
    expect(readSample('random:7:99', '$')).toEqual({ type: 'random', count: 7, seed: 99 });
    expect(readSample({ type: 'latin', count: 3 }, '$')).toEqual({
      type: 'latin',
      count: 3,
      seed: 1,
    });
  });

  const FORMS =
    'one of "grid", "list", "random:COUNT", "latin:COUNT", "sobol:COUNT" or "morris:COUNT"';
  it.each<[unknown, string, string, string]>([
    ['gird', '$', '"gird" (did you mean "grid"?)', FORMS],
    ['latin', '$', '"latin"', '"latin:COUNT"'],
    ['latin:', '$', '"latin:"', '"latin:COUNT"'],
    ['grid:3', '$', '"grid:3"', FORMS],
    [7, '$', '7', FORMS],
    ['latin:0', '$', '"latin:0"', '"latin:COUNT", where COUNT is from 1 to 10000000'],
    ['latin:99999999', '$', '"latin:99999999"', '"latin:COUNT", where COUNT is from 1 to 10000000'],
    [
      'random:3:9999999999',
      '$',
      '"random:3:9999999999"',
      '"random:COUNT:SEED", where SEED is at most 4294967295',
    ],
    [{ type: 'latin', count: 1.5 }, '$.count', '1.5', 'a whole number'],
    [
      { type: 'latin', cuont: 3, count: 3 },
      '$.cuont',
      'an unknown key (did you mean "count"?)',
      'one of "type", "count", "seed"',
    ],
  ])('refuses %j', (input, path, found, expected) => {
    expect(readSample(input, '$')).toEqual([{ path, found, expected }]);
  });
});
