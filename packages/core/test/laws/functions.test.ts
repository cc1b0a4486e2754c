import { describe, expect, it } from 'vitest';
import {
  atan2,
  cos,
  defineLaw,
  evaluateLaw,
  exp,
  type FloatNode,
  log,
  pow,
  sin,
  vec3,
} from '../../src/laws/index.ts';
import { LONG } from '../helpers/long.ts';
import { randomOf } from '../helpers/random-of.ts';

const fround = Math.fround;

/** A function of laws, as a function of plain numbers. */
function numberOf(
  of: (x: FloatNode, y: FloatNode) => FloatNode,
): (x: number, y?: number) => number {
  const range = { unit: '1', default: 0, min: -3e38, max: 3e38, description: 'An operand.' };
  const law = defineLaw({
    name: 'probe',
    description: 'A function.',
    parameters: { x: range, y: range },
    force: ({ parameters: { x, y } }) => vec3(of(x, y), x, y),
  });
  return (x, y = 0) => evaluateLaw(law, { parameters: { x, y } })[0];
}

/** How far apart, in units of the last place of an f32 of that size, or of `floor` where it is less. */
function ulps(found: number, wanted: number, floor = 1e-30): number {
  const size = Math.max(Math.abs(wanted), floor);
  return Math.abs(found - wanted) / 2 ** (Math.floor(Math.log2(size)) - 23);
}

const random = randomOf(29);
const draw = (low: number, high: number): number => fround(low + random() * (high - low));
const draws = Array.from({ length: LONG ? 3000 : 500 });

describe('functions of laws agree with those of Math in f64', () => {
  it('sine and cosine, to 8,000 rad', () => {
    const [sine, cosine] = [numberOf(sin), numberOf(cos)];
    for (const _ of draws) {
      const angle = draw(-8000, 8000);
      expect(Math.abs(sine(angle) - Math.sin(angle)), `sin ${angle}`).toBeLessThan(1e-6);
      expect(Math.abs(cosine(angle) - Math.cos(angle)), `cos ${angle}`).toBeLessThan(1e-6);
    }
    for (let k = -8; k <= 8; k++) {
      const angle = fround((k * Math.PI) / 4);
      expect(ulps(sine(angle), Math.sin(angle), 1e-3), `${k}`).toBeLessThan(2);
      expect(ulps(cosine(angle), Math.cos(angle), 1e-3), `${k}`).toBeLessThan(2);
    }
    expect([sine(0), cosine(0)]).toEqual([0, 1]);
  });

  it('sine and cosine of larger angles lie between -1 and 1', () => {
    const [sine, cosine] = [numberOf(sin), numberOf(cos)];
    for (const angle of [1e5, -1e6, 3e7, -1e8, 1e9, -1e10]) {
      for (const value of [sine(fround(angle)), cosine(fround(angle))]) {
        expect(Math.abs(value), `of ${angle}`).toBeLessThanOrEqual(1);
      }
    }
  });

  it('arc tangent, in all quadrants and on the axes', () => {
    const angle = numberOf(atan2);
    for (const _ of draws) {
      const [y, x] = [draw(-9, 9), draw(-9, 9)];
      expect(ulps(angle(y, x), Math.atan2(y, x)), `${y}, ${x}`).toBeLessThan(4);
    }
    for (const [y, x] of [
      [0, 1],
      [1, 0],
      [0, -1],
      [-1, 0],
      [1, 1],
      [-1, -1],
    ]) {
      expect(angle(y, x)).toBe(fround(Math.atan2(y, x)));
    }
    expect(angle(0, 0)).toBe(0);
  });

  it('powers of e and logarithms', () => {
    const [power, logarithm] = [numberOf(exp), numberOf(log)];
    for (const _ of draws) {
      const x = draw(-87, 88);
      expect(ulps(power(x), Math.exp(x), 1e-37), `exp ${x}`).toBeLessThan(4);
      const y = fround(Math.exp(draw(-80, 80)));
      expect(ulps(logarithm(y), Math.log(y), 1e-3), `log ${y}`).toBeLessThan(4);
    }
    expect([power(0), power(-200), power(200)]).toEqual([1, 0, Number.POSITIVE_INFINITY]);
    expect([logarithm(1), logarithm(0)]).toEqual([0, Number.NEGATIVE_INFINITY]);
    expect(logarithm(-1)).toBeNaN();
  });

  it('other powers', () => {
    const power = numberOf(pow);
    for (const _ of draws) {
      const [x, y] = [draw(1e-3, 100), draw(-4, 4)];
      expect(Math.abs(power(x, y) / x ** y - 1), `${x}, ${y}`).toBeLessThan(5e-6);
    }
    expect([power(0, 0), power(7, 0), power(0, 2)]).toEqual([1, 1, 0]);
  });
});
