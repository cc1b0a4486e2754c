import { describe, expect, it } from 'vitest';
import { interceptionTime } from '../../src/math/interception.ts';
import { randomOf } from '../helpers/random-of.ts';

type Five = [x: number, y: number, z: number, vx: number, vy: number, vz: number, last: number];

const gap = ([x, y, z, vx, vy, vz]: Five, t: number): number =>
  Math.hypot(x + vx * t, y + vy * t, z + vz * t);

function draws(seed: number, count: number, size: number): Five[] {
  const random = randomOf(seed);
  const signed = (size: number): number => size * (random() - 0.5);
  return Array.from({ length: count }, () => {
    const offset = [signed(size), signed(size), signed(size)];
    return [...offset, signed(12), signed(12), signed(12), 6 * random()] as Five;
  });
}

describe('interceptionTime', () => {
  it('is the first time at which both can be at one place, of 500 draws, seed 3', () => {
    let met = 0;
    for (const draw of draws(3, 500, 40)) {
      const speed = draw[6];
      const time = interceptionTime(...draw);
      if (time === Number.POSITIVE_INFINITY) {
        for (let t = 0.01; t < 100; t *= 1.1) expect(gap(draw, t)).toBeGreaterThan(speed * t);
        continue;
      }
      met++;
      expect(gap(draw, time)).toBeCloseTo(speed * time, 6);
      for (let share = 0.01; share < 1; share += 0.07) {
        expect(gap(draw, share * time)).toBeGreaterThan(speed * share * time);
      }
    }
    expect(met).toBeGreaterThan(100);
    expect(met).toBeLessThan(450);
  });

  it.each([
    ['at rest', [6, 0, 0, 0, 0, 0, 3], 2],
    ['coming at the same speed', [6, 0, 0, -3, 0, 0, 3], 1],
    ['crossing at the same speed', [6, 0, 0, -1, 2, 2, 3], 3],
    ['going at the same speed', [6, 0, 0, 3, 0, 0, 3], Number.POSITIVE_INFINITY],
    ['getting away', [6, 0, 0, 5, 0, 0, 3], Number.POSITIVE_INFINITY],
    ['coming faster', [6, 0, 0, -9, 0, 0, 3], 0.5],
    ['on the spot', [0, 0, 0, 5, 0, 0, 3], 0],
    ['to one that cannot move', [6, 0, 0, 0, 1, 0, 0], Number.POSITIVE_INFINITY],
    ['coming to one that cannot move', [6, 0, 0, -2, 0, 0, 0], 3],
  ] as [string, Five, number][])('of one %s', (_, draw, time) => {
    expect(interceptionTime(...draw)).toBeCloseTo(time, 12);
  });
});
