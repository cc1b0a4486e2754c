import { describe, expect, it } from 'vitest';
import { fall, meanDecay, squaredFlight } from '../../src/math/drag.ts';
import { decay } from '../../src/math/exponential.ts';

/** 1e-7 to 1e5, ten to the decade, and both sides of where series give way to closed forms. */
const zs = [
  ...Array.from({ length: 121 }, (_, k) => 10 ** (k / 10 - 7)),
  0.0499999,
  0.05,
  0.0500001,
];

/** The integral from 0 to 1 by Simpson's rule; the error is below 1e-9 for what is integrated here. */
function integral(f: (s: number) => number): number {
  const steps = 2000;
  let sum = f(0) + f(1);
  for (let k = 1; k < steps; k++) sum += (k % 2 === 0 ? 2 : 4) * f(k / steps);
  return sum / (3 * steps);
}

/** How far a flight of unit speed has come at the share s of its time, without cancellation. */
const flown = (z: number, s: number): number => (z === 0 ? s : -Math.expm1(-z * s) / z);

const relative = (found: number, expected: number): number => Math.abs(found / expected - 1);

describe('decay', () => {
  it('is e^-x to 1e-12, from 0 to 700', () => {
    expect(decay(0)).toBe(1);
    for (const x of zs.filter((z) => z < 700)) {
      expect(relative(decay(x), Math.exp(-x)), `at ${x}`).toBeLessThan(1e-12);
    }
    expect(relative(decay(700), Math.exp(-700))).toBeLessThan(1e-12);
  });
});

describe('the flight under drag', () => {
  it('has exact values without drag', () => {
    expect([meanDecay(0), fall(0), squaredFlight(0)]).toEqual([1, 0.5, 1 / 3]);
  });

  // From 20 on quadrature would need finer steps, and closed forms lose nothing.
  const exact = {
    meanDecay: (z: number) => flown(z, 1),
    fall: (z: number) => (z < 20 ? integral((s) => flown(z, s)) : (z + Math.expm1(-z)) / (z * z)),
    squaredFlight: (z: number) =>
      z < 20
        ? integral((s) => flown(z, s) ** 2)
        : (1 + (2 * Math.expm1(-z)) / z - Math.expm1(-2 * z) / (2 * z)) / (z * z),
  };

  it.each([
    ['meanDecay', meanDecay],
    ['fall', fall],
    ['squaredFlight', squaredFlight],
  ] as const)('%s is its integral to 3e-7', (name, found) => {
    for (const z of zs) expect(relative(found(z), exact[name](z)), `at ${z}`).toBeLessThan(3e-7);
  });
});
