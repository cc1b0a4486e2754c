import { describe, expect, it } from 'vitest';
import { axisLevels, designOf, sideLevels } from '../../src/report/design.ts';
import { allLevels, binnedLevels, evenly, factorOf, someLevels } from '../../src/report/levels.ts';
import { noise, synthetic } from './synthetic.ts';

describe('the factor of a column', () => {
  it('has its values in ascending order, and the value of each run', () => {
    const factor = factorOf([10, 2, Number.NaN, 2, -1], { name: 'a' })!;
    expect(factor).toMatchObject({ values: [-1, 2, 10], isNumeric: true, isLog: false });
    expect([...factor.codes]).toEqual([2, 1, -1, 1, 0]);
  });

  it('does not exist with one value, or none', () => {
    expect(factorOf([3, 3, null], { name: 'a' })).toBeUndefined();
    expect(factorOf([], { name: 'a' })).toBeUndefined();
  });

  it('has texts in the order of the plan, then of the runs, and numbers among them', () => {
    const cells = ['lead', 'pursuit', 7, 'lead', true];
    const factor = factorOf(cells, { name: 'law', values: ['pursuit', 'unused', 'lead'] })!;
    expect(factor).toMatchObject({ values: ['pursuit', 'lead', 7, true], isNumeric: false });
    expect([...factor.codes]).toEqual([1, 0, 2, 1, 3]);
  });

  it.each([
    ['a doubling', [1, 2, 4, 8], true],
    ['one, two, five', [1, 2, 5, 10], true],
    ['three values', [1, 2, 4], false],
    ['equal steps', [1, 2, 3, 4, 5], false],
    ['equal steps over a hundredfold', Array.from({ length: 101 }, (_, i) => i + 1), false],
    ['decades, drawn by chance', Array.from({ length: 99 }, (_, i) => 10 ** (4 * noise(i))), true],
    ['zero and decades', [0, 1, 10, 100, 1000], false],
  ])('has a logarithmic axis for %s: %j', (_, values, isLog) => {
    expect(factorOf(values as number[], { name: 'a' })!.isLog).toBe(isLog);
  });

  it('has the axis that the plan gives, but no logarithm of 0', () => {
    expect(factorOf([1, 2], { name: 'a', scale: 'log' })!.isLog).toBe(true);
    expect(factorOf([1, 2, 4, 8], { name: 'a', scale: 'linear' })!.isLog).toBe(false);
    expect(factorOf([0, 2], { name: 'a', scale: 'log' })!.isLog).toBe(false);
  });
});

describe('levels', () => {
  const factor = factorOf([0, 1, 2, 3, 4, 5, 6], { name: 'a' })!;

  it('are some of the values, including the ends, without the runs of the rest', () => {
    const { labels, places, codes } = someLevels(factor, 3);
    expect({ labels, places }).toEqual({ labels: ['0', '3', '6'], places: [0, 3, 6] });
    expect([...codes]).toEqual([0, -1, -1, 1, -1, -1, 2]);
    expect(someLevels(factor, 7)).toEqual(allLevels(factor));
    // Four of seven can be equally far apart, five and six cannot.
    expect(someLevels(factor, 6).places).toEqual([0, 2, 4, 6]);
    expect(someLevels(factorOf(evenly(102, 102), { name: 'a' })!, 6).places).toEqual([
      0, 20, 40, 61, 81, 101,
    ]);
    expect(evenly(5, 2)).toEqual([0, 4]);
    expect(evenly(5, 1)).toEqual([0]);
  });

  it('are ranges that include their lower end, and the last one both', () => {
    const { labels, places, codes } = binnedLevels(factor, 3);
    expect(labels).toEqual(['0 to 2', '2 to 4', '4 to 6']);
    expect(places).toEqual([1, 3, 5]);
    expect([...codes]).toEqual([0, 0, 1, 1, 2, 2, 2]);
  });

  it('are ranges of equal ratio on a logarithmic axis', () => {
    const { places, codes } = binnedLevels(
      factorOf([1, 9, 11, 100], { name: 'a', scale: 'log' })!,
      2,
    );
    expect(places.map((place) => Math.log10(place))).toEqual([
      expect.closeTo(0.5, 12),
      expect.closeTo(1.5, 12),
    ]);
    expect([...codes]).toEqual([0, 0, 1, 1]);
  });
});

describe('the design of a sweep', () => {
  it('keeps each value of a grid, and has each combination once', () => {
    const design = designOf(
      synthetic({ grid: { a: evenly(30, 30), b: [1, 2], c: ['x'] }, seeds: 3 }),
    );
    expect(design.factors.map(({ name }) => name)).toEqual(['a', 'b']);
    expect(design.constants).toEqual([{ name: 'c', value: 'x' }]);
    expect(design.combinationCount).toBe(60);
    expect(design.sampled.size).toBe(0);
    expect(axisLevels(design, design.factors[0])).toMatchObject({ size: 30, isBinned: false });
    expect([...design.combinations.slice(0, 7)]).toEqual([0, 0, 0, 1, 1, 1, 2]);
  });

  it('gathers sampled values in ranges, except few values, or one parameter with seeds', () => {
    const results = synthetic({ grid: { a: evenly(200, 200) }, seeds: 1 });
    const runs = new Map(results.runs);
    runs.set(
      'b',
      Float64Array.from({ length: 200 }, (_, run) => noise(run)),
    );
    runs.set(
      'few',
      Float64Array.from({ length: 200 }, (_, run) => run % 12),
    );
    const parameters = ['a', 'b', 'few'].map((name) => ({ name }));
    const design = designOf({ ...results, runs, plan: { ...results.plan, parameters } });
    expect([...design.sampled].map(({ name }) => name)).toEqual(['a', 'b']);
    const [a, , few] = design.factors;
    expect(axisLevels(design, a)).toMatchObject({ size: 7, isBinned: true });
    expect(sideLevels(design, few)).toMatchObject({ size: 12, isBinned: false });
    const pairs = synthetic({ grid: { a: evenly(12, 12) }, seeds: 1 });
    const own = new Map(pairs.runs).set('b', [5, 3, 8, 1, 0, 2, 9, 7, 4, 6, 11, 10]);
    const named = { ...pairs.plan, parameters: [{ name: 'a' }, { name: 'b' }] };
    expect(designOf({ ...pairs, runs: own, plan: named }).sampled.size).toBe(0);
    const seeded = designOf(synthetic({ grid: { a: evenly(102, 102) }, seeds: 2 }));
    expect(seeded.sampled.size).toBe(0);
  });
});
