import { describe, expect, it } from 'vitest';
import { ParameterError } from '../../src/errors.ts';
import { changeText, parameterName, readChange } from '../../src/scenario/change-text.ts';

describe('the text of a change', () => {
  it.each([
    ['boid.maxSpeed', 12, { species: 'boid', parameter: 'maxSpeed' }],
    ['boid-2.seek.weight', 0.1, { species: 'boid-2', behavior: 'seek', parameter: 'weight' }],
    ['boid.13.weight', -0.5, { species: 'boid', behavior: 13, parameter: 'weight' }],
    ['a.law:or-bit_2.r-1', 1e-7, { species: 'a', behavior: 'law:or-bit_2', parameter: 'r-1' }],
  ])('%s, %d, is read back from its text, with either sign', (name, value, parts) => {
    for (const sign of ['=', ':'] as const) {
      const text = `${name}${sign}${value}`;
      expect(readChange(text, sign)).toEqual({ ...parts, value });
      expect(changeText({ ...parts, value }, sign)).toBe(text);
    }
    expect(parameterName({ ...parts, value })).toBe(name);
  });

  it.each([
    ['+5', 5],
    ['.5', 0.5],
    ['5.', 5],
    ['-1.5E+3', -1500],
    ['007', 7],
  ])('has the number %s', (text, value) => {
    expect(readChange(`a.b=${text}`, '=').value).toBe(value);
  });

  const FORM = 'SPECIES.PARAMETER=NUMBER or SPECIES.BEHAVIOR.PARAMETER=NUMBER';
  const NUMBER = 'a finite number after "="';

  it.each([
    ['', 'no "="', FORM],
    ['a.b', 'no "="', FORM],
    ['a.b:1', 'no "="', FORM],
    ['=1', '""', FORM],
    ['a=1', '"a"', FORM],
    ['a.=1', '"a."', FORM],
    ['.b=1', '".b"', FORM],
    ['a..b=1', '"a..b"', FORM],
    ['a.b.c.d=1', '"a.b.c.d"', FORM],
    ['a.1=1', '"a.1"', FORM],
    ['1.b=1', '"1.b"', FORM],
    ['a.-1.b=1', '"a.-1.b"', FORM],
    ['a.1.5.b=1', '"a.1.5.b"', FORM],
    ['a.low:x.b=1', '"a.low:x.b"', FORM],
    [' a.b=1', '" a.b"', FORM],
    ['a.b =1', '"a.b "', FORM],
    ['a.b\n=1', '"a.b\\n"', FORM],
    ['a.b=1=2', '"a.b=1"', FORM],
    ['a.b=', '""', NUMBER],
    ['a.b= 1', '" 1"', NUMBER],
    ['a.b=1 ', '"1 "', NUMBER],
    ['a.b=1\n', '"1\\n"', NUMBER],
    ['a.b=.', '"."', NUMBER],
    ['a.b=1e', '"1e"', NUMBER],
    ['a.b=1,5', '"1,5"', NUMBER],
    ['a.b=1-2', '"1-2"', NUMBER],
    ['a.b=0x10', '"0x10"', NUMBER],
    ['a.b=NaN', '"NaN"', NUMBER],
    ['a.b=Infinity', '"Infinity"', NUMBER],
    ['a.b=1e999', '"1e999"', NUMBER],
    ['a.b=٣', '"٣"', NUMBER],
  ])('%j is refused', (text, found, expected) => {
    const problems = [{ path: JSON.stringify(text), found, expected }];
    const read = () => readChange(text, '=');
    expect(read).toThrow(ParameterError);
    expect(read).toThrow(expect.objectContaining({ code: 'PARAMETER_INVALID', problems }));
  });

  it('of a law without a value has no number', () => {
    expect(() => readChange('a.law:orbit.b', ':')).toThrow('found "orbit.b"');
  });
});

it('reads a change with "=" by default', () => {
  expect(readChange('boid.maxSpeed=12')).toEqual(readChange('boid.maxSpeed=12', '='));
  expect(() => readChange('boid.maxSpeed')).toThrow('SPECIES.PARAMETER=NUMBER');
});
