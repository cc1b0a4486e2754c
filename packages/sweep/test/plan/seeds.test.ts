import { describe, expect, it } from 'vitest';
import { countSeeds, readSeeds, type Seeds, seedAt, seedsText } from '../../src/plan/seeds.ts';

const list = (input: unknown): number[] => {
  const seeds = readSeeds(input, '$') as Seeds;
  return Array.from({ length: countSeeds(seeds) }, (_, at) => seedAt(seeds, at));
};

describe('seeds', () => {
  it.each<[unknown, number[]]>([
    [7, [7]],
    ['7', [7]],
    ['1..4', [1, 2, 3, 4]],
    ['3..3', [3]],
    ['1,3,9..12', [1, 3, 9, 10, 11, 12]],
    ['9..12, 1', [9, 10, 11, 12, 1]],
    [
      [5, '1..3', 4294967295],
      [5, 1, 2, 3, 4294967295],
    ],
    [
      [1, 2, 3, 5],
      [1, 2, 3, 5],
    ],
  ])('%j', (input, expected) => {
    expect(list(input)).toEqual(expected);
    expect(list(seedsText(readSeeds(input, '$') as Seeds))).toEqual(expected);
  });

  it('are not stored one by one: four billion take no memory', () => {
    const seeds = readSeeds('0..4294967295', '$') as Seeds;
    expect(countSeeds(seeds)).toBe(2 ** 32);
    expect(seedAt(seeds, 2 ** 32 - 1)).toBe(2 ** 32 - 1);
  });

  const EXPECTED = 'whole numbers from 0 to 4294967295, or ranges of them such as "1..100"';
  it.each<[unknown, string, string, string]>([
    [1.5, '$', '1.5', EXPECTED],
    [-1, '$', '-1', EXPECTED],
    [2 ** 32, '$', '4294967296', EXPECTED],
    ['1..1.5', '$', '"1..1.5"', EXPECTED],
    ['1,,2', '$', '""', EXPECTED],
    ['1e3', '$', '"1e3"', EXPECTED],
    [null, '$', 'null', EXPECTED],
    [[1, 2.5], '$[1]', '2.5', EXPECTED],
    ['9..1', '$', 'the empty range 9..1', 'a range from the smaller seed to the larger'],
    ['1..9,12,4..20', '$', '4 a second time', 'each seed once'],
    [[3, 3], '$[1]', '3 a second time', 'each seed once'],
    [[], '$', 'an empty list', 'at least one seed'],
  ])('%j is refused', (input, path, found, expected) => {
    expect(readSeeds(input, '$')).toEqual([{ path, found, expected }]);
  });
});
