import { describe, expect, it } from 'vitest';
import type { Estimate } from '../../src/analysis/bootstrap.ts';
import { morrisEffects } from '../../src/analysis/morris-effects.ts';
import { sobolIndices } from '../../src/analysis/sobol-indices.ts';
import { morrisOrder, morrisShare } from '../../src/plan/blocks.ts';
import { combinationAt, countCombinations } from '../../src/plan/sample.ts';
import type { Range } from '../../src/plan/values.ts';

const range = (from: number, to: number): Range => ({ from, to, scale: 'linear', whole: false });

/** The values of a function in all combinations of a Sobol sample. */
function sampled(
  of: (x: readonly number[]) => number,
  ranges: readonly Range[],
  count: number,
  seed: number,
): Float64Array {
  const sample = { type: 'sobol', count, seed } as const;
  return Float64Array.from({ length: countCombinations(sample, ranges) }, (_, at) =>
    of(combinationAt(sample, ranges, at) as number[]),
  );
}

function expectWithin({ value, low, high }: Estimate, exact: number, most: number): void {
  expect(low).toBeLessThanOrEqual(exact);
  expect(high).toBeGreaterThanOrEqual(exact);
  expect(Math.abs(value - exact)).toBeLessThan(most);
}

const SEEDS = [1, 2, 3, 4, 5, 2026];

// source: Ishigami and Homma 1990, An importance quantification technique in uncertainty analysis for computer models
describe.each(SEEDS)('the indices of the Ishigami function, seed %i', (seed) => {
  const [a, b] = [7, 0.1];
  const ishigami = ([x, y, z]: readonly number[]): number =>
    Math.sin(x) + a * Math.sin(y) ** 2 + b * z ** 4 * Math.sin(x);
  const ranges = Array.from({ length: 3 }, () => range(-Math.PI, Math.PI));
  const { first, total, second } = sobolIndices(sampled(ishigami, ranges, 2048, seed), 3, {
    resamples: 1000,
    seed,
  });
  const p = Math.PI ** 4;
  const [v1, v2, v13] = [(1 + (b * p) / 5) ** 2 / 2, a ** 2 / 8, b ** 2 * p ** 2 * (8 / 225)];
  const v = v1 + v2 + v13;

  it('are within their intervals', () => {
    expect(v).toBeCloseTo(13.8446, 4);
    for (const [at, exact] of [v1, v2, 0].entries()) expectWithin(first[at], exact / v, 0.03);
    for (const [at, exact] of [v1 + v13, v2, v13].entries()) {
      expectWithin(total[at], exact / v, 0.03);
    }
    expect(second.map(({ pair }) => pair)).toEqual([
      [0, 1],
      [0, 2],
      [1, 2],
    ]);
    for (const [at, exact] of [0, v13, 0].entries()) {
      expectWithin(second[at].index, exact / v, 0.04);
    }
  });

  it('have intervals that are no wider than 0.2', () => {
    for (const { low, high } of [...first, ...total]) expect(high - low).toBeLessThan(0.2);
  });
});

// source: Saltelli and Sobol 1995, About the use of rank transformation in sensitivity analysis of model output
describe.each(SEEDS)("the indices of Sobol's g-function, seed %i", (seed) => {
  const as = [0, 1, 4.5, 9, 99, 99];
  const g = (x: readonly number[]): number =>
    as.reduce((product, a, at) => (product * (Math.abs(4 * x[at] - 2) + a)) / (1 + a), 1);
  const partial = as.map((a) => 1 / (3 * (1 + a) ** 2));
  const v = partial.reduce((product, own) => product * (1 + own), 1) - 1;
  const ranges = as.map(() => range(0, 1));
  const { first, total, second } = sobolIndices(sampled(g, ranges, 2048, seed), as.length, {
    resamples: 1000,
    seed,
  });

  it('are within their intervals', () => {
    for (const [at, own] of partial.entries()) {
      expectWithin(first[at], own / v, 0.02);
      const others = (1 + v) / (1 + own);
      expectWithin(total[at], (own * others) / v, 0.02);
    }
    for (const { pair, index } of second) {
      const [one, other] = pair.map((at) => partial[at]);
      expectWithin(index, (one * other) / v, 0.03);
    }
  });
});

describe('intervals', () => {
  it('hold the index of a sum with noise in about 95 of 100 samples, seeds 1 to 100', () => {
    // The values of a Sobol sequence are too even for this; here, each block is drawn by itself.
    let [held, state] = [0, 1];
    const random = (): number => {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
      return state / 2 ** 32;
    };
    for (let seed = 1; seed <= 100; seed++) {
      const values: number[] = [];
      for (let block = 0; block < 256; block++) {
        const [a, b] = [
          [random(), random()],
          [random(), random()],
        ];
        const f = (x: number, y: number): number => 2 * x + y;
        values.push(f(a[0], a[1]), f(b[0], a[1]), f(a[0], b[1]));
        values.push(f(a[0], b[1]), f(b[0], a[1]), f(b[0], b[1]));
      }
      const { total } = sobolIndices(Float64Array.from(values), 2, { resamples: 300, seed });
      if (total[0].low <= 0.8 && total[0].high >= 0.8) held++;
    }
    // Of 100, the deviation is 2.2.
    expect(held).toBeGreaterThanOrEqual(87);
  });

  it('are the same for the same seed, and others for another', () => {
    const values = sampled(([x, y]) => x * y, [range(0, 1), range(0, 2)], 64, 1);
    const of = (seed: number) => sobolIndices(values, 2, { resamples: 50, seed });
    expect(of(7)).toEqual(of(7));
    expect(of(7).first[0].value).toBe(of(8).first[0].value);
    expect(of(7).first[0].low).not.toBe(of(8).first[0].low);
  });

  it('are missing for a measure that never changes, and for a single point', () => {
    for (const values of [new Float64Array(6 * 8).fill(0.1), Float64Array.of(1, 2, 3, 4, 5, 6)]) {
      const { first, total } = sobolIndices(values, 2, { resamples: 10, seed: 1 });
      expect(first[0]).toEqual({ value: Number.NaN, low: Number.NaN, high: Number.NaN });
      expect(total[1].value).toBeNaN();
    }
  });
});

describe('a measure far from 0', () => {
  it('has the indices that it has near 0', () => {
    const ranges = [range(0, 1), range(0, 1)];
    const near = sampled(([x, y]) => x + y * y, ranges, 256, 3);
    const far = near.map((value) => value + 2 ** 30);
    const [one, other] = [near, far].map((y) => sobolIndices(y, 2, { resamples: 1, seed: 1 }));
    for (const at of [0, 1]) {
      expect(other.first[at].value).toBeCloseTo(one.first[at].value, 5);
      expect(other.total[at].value).toBeCloseTo(one.total[at].value, 5);
    }
  });
});

describe.each(SEEDS)('elementary effects, seed %i', (seed) => {
  const [parameters, blocks] = [4, 12];
  const steps = { parameters: new Int32Array(48), sizes: new Float64Array(48) };
  const rows = Array.from({ length: blocks * 5 }, (_, at) =>
    Array.from({ length: parameters }, (__, k) => morrisShare(seed, at, k, parameters)),
  );
  for (let block = 0; block < blocks; block++) {
    for (const [step, at] of morrisOrder(seed, block, parameters).entries()) {
      steps.parameters[block * 4 + step] = at;
      steps.sizes[block * 4 + step] = rows[block * 5 + step + 1][at] - rows[block * 5 + step][at];
    }
  }
  const effectsOf = (f: (x: readonly number[]) => number) =>
    morrisEffects(Float64Array.from(rows, f), steps, parameters, { resamples: 100, seed });

  it('of a linear function are its slopes', () => {
    const slopes = [5, -2, 0.25, 0];
    const effects = effectsOf((x) => 3 + x.reduce((sum, one, at) => sum + slopes[at] * one, 0));
    for (const [at, slope] of slopes.entries()) {
      const { mu, muStar, sigma } = effects[at];
      for (const end of ['value', 'low', 'high'] as const) {
        expect(mu[end]).toBeCloseTo(slope, 12);
        expect(muStar[end]).toBeCloseTo(Math.abs(slope), 12);
        expect(sigma[end]).toBeCloseTo(0, 12);
      }
    }
  });

  it('of a product spread, and those of a curve with both signs do not cancel in mu*', () => {
    const [x, y, bent, none] = effectsOf(([a, b, c]) => a * b + Math.abs(c - 0.5));
    for (const { sigma, mu, muStar } of [x, y]) {
      expect(sigma.value).toBeGreaterThan(0.1);
      expect(mu.value).toBeCloseTo(muStar.value, 12);
      expect(muStar.low).toBeLessThanOrEqual(muStar.value);
      expect(muStar.high).toBeGreaterThanOrEqual(muStar.value);
    }
    // From 0 to 2/3, the curve falls by 1/3; from 1/3 to 1, it rises by 1/3.
    expect(bent.muStar.value).toBeCloseTo(0.5, 12);
    expect(Math.abs(bent.mu.value)).toBeLessThan(0.5);
    expect(none.muStar.value).toBe(0);
  });
});
