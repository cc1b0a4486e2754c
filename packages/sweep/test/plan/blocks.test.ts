import { describe, expect, it } from 'vitest';
import { blockSize, morrisOrder, morrisShare, sobolShare } from '../../src/plan/blocks.ts';
import { combinationAt, countCombinations, type Sample } from '../../src/plan/sample.ts';
import { SOBOL_DIMENSIONS, sobolBits } from '../../src/plan/sobol-sequence.ts';
import { readValues, type Values, valuesOfText } from '../../src/plan/values.ts';

const read = (...texts: string[]): Values[] =>
  texts.map((text) => readValues(valuesOfText(text), '$') as Values);

const rows = (sample: Sample, all: readonly Values[]): unknown[][] =>
  Array.from({ length: countCombinations(sample, all) }, (_, at) => combinationAt(sample, all, at));

describe('the Sobol sequence', () => {
  it('begins with the points that Joe and Kuo publish with their program', () => {
    const points = Array.from({ length: 10 }, (_, index) =>
      [0, 1, 2].map((dimension) => sobolBits(index, dimension) / 2 ** 32),
    );
    expect(points).toEqual([
      [0, 0, 0],
      [0.5, 0.5, 0.5],
      [0.75, 0.25, 0.25],
      [0.25, 0.75, 0.75],
      [0.375, 0.375, 0.625],
      [0.875, 0.875, 0.125],
      [0.625, 0.125, 0.875],
      [0.125, 0.625, 0.375],
      [0.1875, 0.3125, 0.9375],
      [0.6875, 0.8125, 0.4375],
    ]);
  });

  it('has the points that SciPy 1.10 computes in all dimensions', () => {
    // scipy.stats.qmc.Sobol(64, scramble=False, bits=32), point 1000, times 2^32.
    const expected = [
      943718400, 415236096, 2227175424, 2906652672, 1203765248, 3896508416, 197132288, 3862953984,
      2151677952, 297795584, 364904448, 1094713344, 692060160, 1648361472, 616562688, 1589641216,
      3091202048, 1480589312, 4257218560, 3116367872, 2243952640, 2361393152, 4081057792,
      2319450112, 2503999488, 3896508416, 171966464, 4206886912, 255852544, 1463812096, 633339904,
      624951296, 1270874112, 2545942528, 3443523584, 3309305856, 3644850176, 3569352704, 1321205760,
      2059403264, 3921674240, 1094713344, 4123000832, 3015704576, 3611295744, 398458880, 3745513472,
      3946840064, 4290772992, 2059403264, 1514143744, 2218786816, 3233808384, 1883242496, 541065216,
      3829399552, 1950351360, 339738624, 3795845120, 2453667840, 1916796928, 2587885568, 1111490560,
      1916796928,
    ];
    expect(Array.from({ length: SOBOL_DIMENSIONS }, (_, at) => sobolBits(1000, at))).toEqual(
      expected,
    );
  });

  it.each([1, 6, 10])('has one of 2^%i points in each part of each dimension', (power) => {
    const size = 2 ** power;
    for (let dimension = 0; dimension < SOBOL_DIMENSIONS; dimension++) {
      const parts = Array.from({ length: size }, (_, index) =>
        Math.floor(sobolBits(index, dimension) / (2 ** 32 / size)),
      );
      expect(new Set(parts).size).toBe(size);
    }
  });
});

describe('a Sobol sample', () => {
  it.each([1, 2, 9])('has the rows A, AB, BA and B, as SALib orders them; seed %i', (seed) => {
    const parameters = 3;
    const size = blockSize('sobol', parameters);
    expect(size).toBe(8);
    for (let block = 0; block < 16; block++) {
      const row = (index: number): number[] =>
        [0, 1, 2].map((at) => sobolShare(seed, block * size + index, at, parameters));
      const [a, b] = [row(0), row(7)];
      for (const at of [0, 1, 2]) expect(a[at]).not.toBe(b[at]);
      for (const at of [0, 1, 2]) {
        expect(row(1 + at)).toEqual(Object.assign([...a], { [at]: b[at] }));
        expect(row(4 + at)).toEqual(Object.assign([...b], { [at]: a[at] }));
      }
    }
  });

  it('keeps its first points if it grows, and has others with another seed', () => {
    const all = read('0..1', '10..20', '1..100:log');
    const small = rows({ type: 'sobol', count: 8, seed: 3 }, all);
    const large = rows({ type: 'sobol', count: 16, seed: 3 }, all);
    expect(large.slice(0, small.length)).toEqual(small);
    expect(rows({ type: 'sobol', count: 8, seed: 4 }, all)[0]).not.toEqual(small[0]);
  });

  it('is the same on any engine: recorded numbers', () => {
    expect(rows({ type: 'sobol', count: 1, seed: 42 }, read('0..1', '7', '1..100:log'))).toEqual([
      [0.9932263467926532, 7, 12.860711691417258],
      [0.7381974991876632, 7, 12.860711691417258],
      [0.9932263467926532, 7, 2.3704763648291323],
      [0.9932263467926532, 7, 2.3704763648291323],
      [0.7381974991876632, 7, 12.860711691417258],
      [0.7381974991876632, 7, 2.3704763648291323],
    ]);
  });

  it('varies only parameters with several values, and draws from lists', () => {
    const all = read('0..1', '7', 'a,b');
    const drawn = rows({ type: 'sobol', count: 4, seed: 1 }, all);
    expect(drawn).toHaveLength(4 * 6);
    expect(new Set(drawn.map((row) => row[1]))).toEqual(new Set([7]));
    // Four points have each half of a range twice, in A and in B.
    const inA = drawn.filter((_, at) => at % 6 === 0).map((row) => row[2]);
    expect(inA.sort()).toEqual(['a', 'a', 'b', 'b']);
  });
});

describe('a Morris sample', () => {
  it.each([1, 2, 9])('changes each parameter once by 2/3 of its range; seed %i', (seed) => {
    const parameters = 5;
    const size = blockSize('morris', parameters);
    const levels = new Map<number, number>();
    let [up, down] = [0, 0];
    for (let block = 0; block < 200; block++) {
      const order = morrisOrder(seed, block, parameters);
      expect([...order].sort()).toEqual([0, 1, 2, 3, 4]);
      const row = (index: number): number[] =>
        order.map((_, at) => morrisShare(seed, block * size + index, at, parameters));
      for (const share of row(0)) {
        const level = Math.round(share * 3);
        expect(share).toBe(level / 3);
        levels.set(level, (levels.get(level) ?? 0) + 1);
      }
      for (const [at, parameter] of order.entries()) {
        const [before, after] = [row(at), row(at + 1)];
        const step = after[parameter] - before[parameter];
        expect(Math.abs(step)).toBeCloseTo(2 / 3, 12);
        if (step > 0) up++;
        else down++;
        expect(Object.assign([...after], { [parameter]: before[parameter] })).toEqual(before);
      }
    }
    // Of 1000 draws each: the deviation of a level is 13.7, of a direction 15.8.
    for (const level of [0, 1, 2, 3]) expect(Math.abs(levels.get(level)! - 250)).toBeLessThan(55);
    expect(Math.abs(up - down)).toBeLessThan(130);
  });

  it('takes both ends of ranges, and always changes lists and whole numbers', () => {
    const all = read('-1..5', '3..4:whole', 'a,b,c', '1..1000:log', '0..9x4');
    const drawn = rows({ type: 'morris', count: 60, seed: 1 }, all);
    expect(drawn).toHaveLength(60 * 6);
    const taken = (at: number): unknown[] => [...new Set(drawn.map((row) => row[at]))].sort();
    expect(taken(0)).toHaveLength(4);
    expect(taken(0)).toEqual(expect.arrayContaining([-1, 5]));
    expect(taken(1)).toEqual([3, 4]);
    expect(taken(2)).toEqual(['a', 'b', 'c']);
    expect(taken(3)).toEqual(expect.arrayContaining([1, 1000]));
    expect(taken(4)).toEqual([0, 3, 6, 9]);
    for (const [at, row] of drawn.entries()) {
      if (at % 6 === 0) continue;
      expect(row.filter((value, k) => value !== drawn[at - 1][k])).toHaveLength(1);
    }
  });
});
