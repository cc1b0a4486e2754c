import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { f32Text } from '../../src/measure/f32-text.ts';

const bits = new Uint32Array(1);
const float = new Float32Array(bits.buffer);

function f32(pattern: number): number {
  bits[0] = pattern;
  return float[0];
}

/** Significant digits of a decimal text. */
function digits(text: string): number {
  return text
    .replace(/e.*$|[-.]/g, '')
    .replace(/^0+/, '')
    .replace(/0+$/, '').length;
}

describe('f32Text', () => {
  it.each([
    [0, '0'],
    [-0, '-0'],
    [1, '1'],
    [-2.5, '-2.5'],
    [Math.fround(0.1), '0.1'],
    [Math.fround(1 / 3), '0.33333334'],
    [Math.fround(123456.789), '123456.79'],
    [16777216, '16777216'],
    [2 ** -149, '1e-45'],
    [f32(0x7f7fffff), '3.4028235e+38'],
  ])('writes %d as %s', (value, text) => {
    expect(f32Text(value)).toBe(text);
  });

  it('reads back to the same bits, for any finite float (seed 1)', () => {
    const finite = fc.integer({ min: 0, max: 0xffffffff }).map(f32).filter(Number.isFinite);
    fc.assert(
      fc.property(finite, (value) => Object.is(Math.fround(Number(f32Text(value))), value)),
      { seed: 1, numRuns: 50_000 },
    );
  });

  it('has no text that is shorter, for any coordinate (seed 2)', () => {
    fc.assert(
      fc.property(fc.float({ noNaN: true, min: -1e5, max: 1e5 }), (value) => {
        const length = digits(f32Text(value));
        return length <= 1 || Math.fround(Number(value.toPrecision(length - 1))) !== value;
      }),
      { seed: 2, numRuns: 50_000 },
    );
  });
});
