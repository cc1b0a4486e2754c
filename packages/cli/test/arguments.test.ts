import { describe, expect, it } from 'vitest';
import { outputPath, shard, share, wholeNumber } from '../src/arguments.ts';

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

describe('share', () => {
  it.each([
    ['0', 0],
    ['1', 1],
    ['0.02', 0.02],
    ['.5', 0.5],
  ])('reads %j', (text, value) => {
    expect(share(text)).toBe(value);
  });

  it.each(['', '-0.1', '1.01', '2%', '1e-2', 'NaN', '.', '0,5'])('refuses %j', (text) => {
    expect(() => share(text)).toThrow('Expected a number from 0 to 1.');
  });
});

describe('shard', () => {
  it.each([
    ['1/1', { part: 1, of: 1 }],
    ['3/16', { part: 3, of: 16 }],
    ['16/16', { part: 16, of: 16 }],
  ])('reads %j', (text, value) => {
    expect(shard(text)).toEqual(value);
  });

  it.each(['', '1', '0/3', '4/3', '1/0', '-1/3', '1/3/5', '1.5/3', ' 1/3'])(
    'refuses %j',
    (text) => {
      expect(() => shard(text)).toThrow('Expected I/N, part I of N, from 1/N to N/N.');
    },
  );
});
