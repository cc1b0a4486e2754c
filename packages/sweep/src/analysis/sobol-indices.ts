import { blockSize } from '../plan/blocks.ts';
import { type Bootstrap, type Estimate, estimated } from './bootstrap.ts';

/** The Sobol indices of a measure. Indices of parameters and pairs are in the order of the plan. */
export interface SobolIndices {
  /** For each parameter, the share of the variance that the parameter causes alone. */
  readonly first: readonly Estimate[];
  /** For each parameter, the share of the variance that it causes alone and together with others. */
  readonly total: readonly Estimate[];
  /** For each pair, the share of the variance that both parameters cause only together. */
  readonly second: readonly {
    readonly pair: readonly [number, number];
    readonly index: Estimate;
  }[];
}

/**
 * Estimates Sobol indices from the values of a measure in the blocks of a Sobol sample.
 *
 * @param values the values of all combinations, in the order of the plan: finite numbers, a whole number of blocks
 * @param parameters the number of varied parameters
 *
 * source: first order: Saltelli et al. 2010, Variance based sensitivity analysis of model output, table 2 b; total:
 * Jansen 1999, the same table f; second order: Saltelli 2002. SALib has the same estimators
 */
export function sobolIndices(
  values: Float64Array,
  parameters: number,
  bootstrap: Bootstrap,
): SobolIndices {
  const size = blockSize('sobol', parameters);
  const blocks = values.length / size;
  const pairs: [number, number][] = [];
  for (let i = 0; i < parameters; i++) {
    for (let j = i + 1; j < parameters; j++) pairs.push([i, j]);
  }
  const terms = termsOf(values, size, pairs);
  // One point has no variance; rounding would give a constant measure a tiny one.
  const isConstant = blocks < 2 || values.every((value) => value === values[0]);
  const sums = new Float64Array(terms.length);
  const estimates = estimated(blocks, terms.length - 2, bootstrap, (weights, out) => {
    for (const [at, term] of terms.entries()) {
      let sum = 0;
      for (let block = 0; block < blocks; block++) sum += weights[block] * term[block];
      sums[at] = sum / blocks;
    }
    const [mean, square] = sums;
    const variance = isConstant ? Number.NaN : square - mean * mean;
    for (let at = 0; at < out.length; at++) out[at] = sums[at + 2] / variance;
    for (const [at, [i, j]] of pairs.entries()) out[2 * parameters + at] -= out[i] + out[j];
  });
  return {
    first: estimates.slice(0, parameters),
    total: estimates.slice(parameters, 2 * parameters),
    second: pairs.map((pair, at) => ({ pair, index: estimates[2 * parameters + at] })),
  };
}

/**
 * Returns the terms of the estimators for each block: half of A + B, half of A² + B², and the numerators of all
 * indices. An estimator needs only the means of its terms, so a resample takes few operations.
 */
function termsOf(
  values: Float64Array,
  size: number,
  pairs: readonly (readonly [number, number])[],
): Float64Array[] {
  const parameters = (size - 2) / 2;
  const blocks = values.length / size;
  // Without its mean, a measure far from 0 loses no digits in the products.
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const row = (block: number, at: number): number => values[block * size + at] - mean;
  const term = (of: (block: number, a: number, b: number) => number): Float64Array =>
    Float64Array.from({ length: blocks }, (_, block) =>
      of(block, row(block, 0), row(block, size - 1)),
    );
  const each = [...Array(parameters).keys()];
  return [
    term((_, a, b) => (a + b) / 2),
    term((_, a, b) => (a * a + b * b) / 2),
    ...each.map((i) => term((block, a, b) => b * (row(block, 1 + i) - a))),
    ...each.map((i) =>
      term((block, a) => {
        const change = a - row(block, 1 + i);
        return (change * change) / 2;
      }),
    ),
    ...pairs.map(([i, j]) =>
      term((block, a, b) => row(block, 1 + parameters + i) * row(block, 1 + j) - a * b),
    ),
  ];
}
