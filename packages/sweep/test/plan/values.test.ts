import { describe, expect, it } from 'vitest';
import { power } from '../../src/plan/power.ts';
import {
  countOf,
  endsOf,
  isInterval,
  type Range,
  readValues,
  type Values,
  valueAt,
  valueOfShare,
  valuesOfText,
} from '../../src/plan/values.ts';

/** The values of an argument, or its problems. */
function read(text: string): Values {
  return readValues(valuesOfText(text), '$') as Values;
}

function all(text: string): unknown[] {
  const values = read(text);
  return Array.from({ length: countOf(values) }, (_, index) => valueAt(values, index));
}

describe('values of an argument', () => {
  it.each<[string, unknown[]]>([
    ['7', [7]],
    ['-0', [0]],
    ['1,2,4', [1, 2, 4]],
    ['1, 2', [1, 2]],
    ['0..3x7', [0, 0.5, 1, 1.5, 2, 2.5, 3]],
    ['0..1x11', [0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1]],
    ['-.5..1e0x4', [-0.5, 0, 0.5, 1]],
    ['1..1000x4:log', [1, 10, 100, 1000]],
    ['0.001..1000x7:log', [0.001, 0.01, 0.1, 1, 10, 100, 1000]],
    ['2..7x3:whole', [2, 5, 7]],
    ['1..100x5:log:whole', [1, 3, 10, 32, 100]],
    ['cohesion,alignment', ['cohesion', 'alignment']],
    ['true,false', [true, false]],
    ['["1,2","true",3]', ['1,2', 'true', 3]],
    ['{"from":2,"to":4,"steps":2}', [2, 4]],
  ])('%s', (text, expected) => {
    expect(all(text)).toEqual(expected);
  });

  it('include both ends of any range exactly', () => {
    for (const text of ['0.1..0.7x7', '1e-9..3e17x13', '1e-9..3e17x13:log', '-7.3..-0.1x2']) {
      const [from, to] = text.split(/\.\.|x/).map(Number);
      const values = all(text);
      expect([values[0], values.at(-1)]).toEqual([from, to]);
      expect(values).toEqual([...(values as number[])].sort((a, b) => a - b));
    }
  });

  it.each<[string, string, string]>([
    ['3..0x7', 'the empty range 3..0x7', '"to" above "from"'],
    ['3..3', 'the empty range 3..3', '"to" above "from"'],
    ['0..3x7:log', 'the range 0..3x7:log', '"from" above 0 for a log scale'],
    [
      '0..2.5x3:whole',
      'the range 0..2.5x3:whole',
      'whole numbers from -(2^53 - 1) to 2^53 - 1 as its ends',
    ],
    ['0..3x7:whole', 'the range 0..3x7:whole', 'at most 4 steps, one per whole number'],
    ['1..100x60:log:whole', 'the range 1..100x60:log:whole, which has 1 twice', 'fewer steps'],
    ['1e308..-1e308', 'the empty range 1e+308..-1e+308', '"to" above "from"'],
    ['-1e308..1e308', 'the range -1e+308..1e+308', 'a range of finite length'],
    [
      '1..1.000000000000001x9',
      'the range 1..1.000000000000001x9, which has 1 twice',
      'fewer steps',
    ],
    ['[]', 'an empty list', 'at least one value'],
    [
      '[null]',
      'null',
      'a number, a text, true or false, a list of them, or { "from", "to", "steps" }',
    ],
  ])('%s is refused', (text, found, expected) => {
    expect(read(text)).toEqual([{ path: expect.stringMatching(/^\$/), found, expected }]);
  });

  it.each([
    ['0..3x', 'FROM..TO or FROM..TOxSTEPS, followed by :log, :whole or nothing'],
    ['0..3.', 'FROM..TO or FROM..TOxSTEPS, followed by :log, :whole or nothing'],
    ['0..x', 'FROM..TO or FROM..TOxSTEPS, followed by :log, :whole or nothing'],
    ['0..3x0', '2 to 10000000 steps'],
    ['0..3x1', '2 to 10000000 steps'],
    ['0..3x99999999', '2 to 10000000 steps'],
    ['1,,2', 'a value, values separated by commas, or FROM..TOxSTEPS'],
    ['', 'a value, values separated by commas, or FROM..TOxSTEPS'],
  ])('%j is not in any of the forms', (text, expected) => {
    expect(valuesOfText(text)).toEqual({ found: JSON.stringify(text), expected });
  });
});

describe('an interval', () => {
  it('comes from a range without steps', () => {
    expect([isInterval(read('0..3')), isInterval(read('0..3x4')), isInterval(read('0'))]).toEqual([
      true,
      false,
      false,
    ]);
    expect(endsOf(read('0..3'))).toEqual([0, 3]);
  });

  it('gives each whole number the same share', () => {
    const values = read('3..7:whole');
    const counts = new Map<unknown, number>();
    for (let k = 0; k < 1000; k++) {
      const value = valueOfShare(values, k / 1000);
      counts.set(value, (counts.get(value) ?? 0) + 1);
    }
    expect([...counts]).toEqual([3, 4, 5, 6, 7].map((value) => [value, 200]));
  });

  it('gives each value of a list the same share, and stays within its ends otherwise', () => {
    const list = read('5,1,9');
    expect([0, 0.33, 0.34, 0.66, 0.67, 1 - 2 ** -53].map((u) => valueOfShare(list, u))).toEqual([
      5, 5, 1, 1, 9, 9,
    ]);
    for (const text of ['0.1..0.7', '0.001..1000:log', '-3..5']) {
      const { from, to } = read(text) as Range;
      for (const u of [0, 2 ** -48, 0.5, 1 - 2 ** -48, 1 - 2 ** -53]) {
        const value = valueOfShare(read(text), u) as number;
        expect(value).toBeGreaterThanOrEqual(from);
        expect(value).toBeLessThanOrEqual(to);
      }
    }
    expect(valueOfShare(read('1..100:log'), 0.5)).toBeCloseTo(10, 12);
  });
});

describe('power', () => {
  it('is Math.pow to a few units in the last place', () => {
    for (const base of [1e-300, 0.001, 0.5, 1, 1.0001, 2, 1e7, 1e300]) {
      for (const exponent of [0, 2 ** -40, 0.1, 1 / 3, 0.5, 0.7, 1 - 2 ** -53, 1]) {
        const expected = base ** exponent;
        expect(Math.abs(power(base, exponent) - expected)).toBeLessThanOrEqual(1e-13 * expected);
      }
    }
    expect([power(2, 0), power(2, 0.5), power(2, 1)]).toEqual([1, Math.SQRT2, 2]);
  });
});
