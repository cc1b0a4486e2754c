import { describe, expect, it } from 'vitest';
import { CmaEs } from '../../src/fit/cma-es.ts';

type Objective = (x: readonly number[]) => number;

const sphere: Objective = (x) => x.reduce((sum, value) => sum + value ** 2, 0);
const ellipsoid: Objective = (x) =>
  x.reduce((sum, value, at) => sum + 1e6 ** (at / (x.length - 1)) * value ** 2, 0);
const rosenbrock: Objective = (x) =>
  x.slice(1).reduce((sum, y, at) => sum + 100 * (y - x[at] ** 2) ** 2 + (1 - x[at]) ** 2, 0);

/** Returns the number of evaluations until a value is below 1e-10. */
function evaluations(f: Objective, mean: readonly number[], sigma: number, seed: number): number {
  const cma = new CmaEs({ mean, sigma, seed });
  for (let count = 0; count < 20_000; ) {
    const values = cma.ask().map(f);
    count += values.length;
    if (Math.min(...values) < 1e-10) return count;
    cma.tell(values);
  }
  return Number.POSITIVE_INFINITY;
}

describe('CMA-ES', () => {
  // The counts are medians of 21 seeds with cma.Strategy of DEAP 1.3.1, from the same start.
  it.each([
    ['sphere', sphere, 2, 318],
    ['ellipsoid', ellipsoid, 2, 708],
    ['rosenbrock', rosenbrock, 2, 594],
    ['sphere', sphere, 5, 880],
    ['ellipsoid', ellipsoid, 5, 2256],
    ['rosenbrock', rosenbrock, 5, 2160],
  ])(
    'takes as many evaluations for the %s as another implementation, in %3$s dimensions',
    (name, f, n, expected) => {
      const [start, sigma] = name === 'rosenbrock' ? [0, 0.5] : [3, 2];
      const seeds = [1, 2, 3, 4, 5, 6, 7, 8, 9];
      const counts = seeds.map((seed) => evaluations(f, Array(n).fill(start), sigma, seed));
      const [median] = counts.sort((a, b) => a - b).slice(4);
      expect(median / expected).toBeGreaterThan(0.88);
      expect(median / expected).toBeLessThan(1.12);
    },
  );

  it('learns the shape of a function: its axes, their lengths and the pairs that go together', () => {
    // The level sets are ellipses 100 times as long as wide, along a diagonal.
    const f: Objective = ([x, y]) => (x - y) ** 2 + 1e-4 * (x + y - 3) ** 2;
    const cma = new CmaEs({ mean: [4, -2], sigma: 1, seed: 11 });
    for (let generation = 0; generation < 45; generation++) cma.tell(cma.ask().map(f));
    const steps = cma.ask().map(([x, y]) => [x - cma.mean[0], y - cma.mean[1]]);
    const along = steps.reduce((sum, [x, y]) => sum + (x + y) ** 2, 0);
    const across = steps.reduce((sum, [x, y]) => sum + (x - y) ** 2, 0);
    expect(along / across).toBeGreaterThan(1000);
  });

  it('gives the same points for the same seed, others for another, and asks the same until it is told', () => {
    const pointsOf = (seed: number): number[][][] => {
      const cma = new CmaEs({ mean: [0.5, 0.25, 1], sigma: 0.3, seed });
      return [1, 2, 3].map(() => {
        const points = cma.ask();
        expect(cma.ask()).toEqual(points);
        cma.tell(points.map(ellipsoid));
        return points;
      });
    };
    expect(pointsOf(3)).toEqual(pointsOf(3));
    expect(pointsOf(3)).not.toEqual(pointsOf(4));
  });

  it('draws from a normal distribution of the given mean and spread', () => {
    const draws = Array.from({ length: 400 }, (_, seed) =>
      new CmaEs({ mean: [7, -1], sigma: 0.5, seed }).ask(),
    ).flat();
    for (const [at, mean] of [7, -1].entries()) {
      const values = draws.map((point) => (point[at] - mean) / 0.5);
      const moment = (power: number): number =>
        values.reduce((sum, value) => sum + value ** power, 0) / values.length;
      // Five standard errors of 2,400 draws.
      expect(Math.abs(moment(1))).toBeLessThan(0.1);
      expect(Math.abs(moment(2) - 1)).toBeLessThan(0.15);
      expect(Math.abs(moment(4) - 3)).toBeLessThan(1);
    }
    const product = draws.reduce((sum, [x, y]) => sum + ((x - 7) / 0.5) * ((y + 1) / 0.5), 0);
    expect(Math.abs(product / draws.length)).toBeLessThan(0.1);
  });

  it('goes on when some points have no value', () => {
    const cma = new CmaEs({ mean: [3, 3], sigma: 1, seed: 5 });
    for (let generation = 0; generation < 80; generation++) {
      cma.tell(cma.ask().map((x) => (x[0] < 0 ? Number.POSITIVE_INFINITY : sphere(x))));
    }
    expect(cma.mean[0]).toBeCloseTo(0, 2);
    expect(cma.mean[1]).toBeCloseTo(0, 2);
  });

  it('takes one dimension', () => {
    expect(evaluations(sphere, [3], 1, 2)).toBeLessThan(400);
  });
});
