import { describe, expect, it } from 'vitest';
import { outputPath, wholeNumber } from '../src/arguments.ts';

describe('wholeNumber', () => {
  const parse = wholeNumber(1, 32);

  it.each([
    ['1', 1],
    ['32', 32],
    ['007', 7],
  ])('reads %j', (text, value) => {
    expect(parse(text)).toBe(value);
  });

  it.each([
    '0',
    '-1',
    '33',
    '10000',
    '10,000',
    '1.5',
    '1.0',
    '1e1',
    '1e3',
    '0x10',
    '0b1',
    '',
    ' ',
    ' 5',
    '5 ',
    '5\n',
    '+5',
    '1_0',
    '٣',
    '５',
    'NaN',
    'Infinity',
    'null',
    'five',
    '9'.repeat(400),
  ])('refuses %j', (text) => {
    expect(() => parse(text)).toThrow('Expected a whole number from 1 to 32.');
  });

  it('reads a negative number where the range has one', () => {
    expect(wholeNumber(-3, 3)('-2')).toBe(-2);
  });
});

describe('outputPath', () => {
  it.each(['-', 'a.csv', './--hash', '/tmp/a b'])('takes %j', (path) => {
    expect(outputPath(path)).toBe(path);
  });

  it.each(['', '--hash', '-x'])('refuses %j', (path) => {
    expect(() => outputPath(path)).toThrow('Expected a path');
  });
});
