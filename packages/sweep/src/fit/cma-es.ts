import { randomInto, unit } from '@skein/core/describe';
import { EigenvalueDecomposition, Matrix } from 'ml-matrix';

export interface CmaEsOptions {
  /** The point to start from. Its length is the number of dimensions, at least 1. */
  readonly mean: readonly number[];
  /** The standard deviation of the first points in each dimension, above 0. */
  readonly sigma: number;
  /** The number of points of a generation, at least 4. Default: 4 + floor(3 ln n), where n is the number of dimensions. */
  readonly population?: number | undefined;
  /** The seed of the random numbers, from 0 to 2^32 - 1. */
  readonly seed: number;
}

/** The random stream of the first dimension. Samples of plans draw from 0x400000 on, worlds from lower streams. */
const STREAM = 0x800000;

/** The default number of points of a generation. */
export function defaultPopulation(dimensions: number): number {
  return 4 + Math.floor(3 * Math.log(dimensions));
}

/**
 * Minimizes a function of several numbers by evolution: draws points from a normal distribution, and moves and reshapes
 * the distribution by the ranks of their values. The state depends only on the options and on the order of the values.
 *
 * This is the (mu/mu_w, lambda)-CMA-ES with the default weights and rates.
 * source: Hansen 2016, "The CMA Evolution Strategy: A Tutorial", arXiv:1604.00772, figure 6 and table 1, with the
 * weights of the worse half set to 0
 */
export class CmaEs {
  readonly population: number;
  readonly #seed: number;
  readonly #rates: Rates;
  #mean: readonly number[];
  #sigma: number;
  #covariance: Matrix;
  /** The evolution paths of the step size and of the covariance. */
  #sigmaPath: readonly number[];
  #path: readonly number[];
  /** The eigenvectors of the covariance as columns, and the square roots of its eigenvalues. */
  #axes: Matrix;
  #lengths: readonly number[];
  #generation = 0;

  constructor({ mean, sigma, population = defaultPopulation(mean.length), seed }: CmaEsOptions) {
    const { length } = mean;
    this.population = population;
    this.#seed = seed;
    this.#rates = ratesOf(length, population);
    this.#mean = mean;
    this.#sigma = sigma;
    this.#covariance = Matrix.eye(length);
    this.#sigmaPath = mean.map(() => 0);
    this.#path = this.#sigmaPath;
    this.#axes = Matrix.eye(length);
    this.#lengths = mean.map(() => 1);
  }

  /** The number of generations that `tell` has ended. */
  get generation(): number {
    return this.#generation;
  }

  get mean(): readonly number[] {
    return this.#mean;
  }

  /** The standard deviation of the distribution in each dimension. */
  get spread(): number[] {
    return this.#mean.map((_, at) => this.#sigma * Math.sqrt(this.#covariance.get(at, at)));
  }

  /** Returns the points of this generation; the same ones until `tell` is called. */
  ask(): number[][] {
    return Array.from({ length: this.population }, (_, candidate) => {
      const drawn = this.#lengths.map(
        (length, at) => length * normal(this.#seed, this.#generation, candidate, STREAM + at),
      );
      return this.#mean.map(
        (middle, row) =>
          middle + this.#sigma * sumOf(drawn, (one, at) => this.#axes.get(row, at) * one),
      );
    });
  }

  /**
   * Ends a generation. `values` has the value of each point of `ask`, in the same order; the less, the better. A point
   * without a value has Infinity. Of equal values, the first counts as the better.
   */
  tell(values: readonly number[]): void {
    const { weights, massOfWeights, cSigma, damping, c, c1, cMu, expected } = this.#rates;
    const dimensions = this.#mean.length;
    const points = this.ask();
    const order = [...points.keys()].sort((a, b) => compare(values[a], values[b]) || a - b);
    const steps = weights.map((_, rank) =>
      points[order[rank]].map((value, at) => (value - this.#mean[at]) / this.#sigma),
    );
    const step = this.#mean.map((_, at) =>
      sumOf(weights, (weight, rank) => weight * steps[rank][at]),
    );
    this.#mean = this.#mean.map((value, at) => value + this.#sigma * step[at]);
    this.#generation++;

    const scale = Math.sqrt(cSigma * (2 - cSigma) * massOfWeights);
    const whitened = this.#whitened(step);
    this.#sigmaPath = this.#sigmaPath.map(
      (value, at) => (1 - cSigma) * value + scale * whitened[at],
    );
    const length = Math.sqrt(sumOf(this.#sigmaPath, (value) => value * value));
    const fade = Math.sqrt(1 - (1 - cSigma) ** (2 * this.#generation));
    // A step size that still grows fast would stretch the covariance as well.
    const isCalm = length / fade < (1.4 + 2 / (dimensions + 1)) * expected;
    const stretch = isCalm ? Math.sqrt(c * (2 - c) * massOfWeights) : 0;
    this.#path = this.#path.map((value, at) => (1 - c) * value + stretch * step[at]);

    const lost = isCalm ? 0 : c1 * c * (2 - c);
    const next = new Matrix(dimensions, dimensions);
    for (let i = 0; i < dimensions; i++) {
      for (let j = 0; j <= i; j++) {
        const rankMu = sumOf(weights, (weight, rank) => weight * steps[rank][i] * steps[rank][j]);
        const value =
          (1 - c1 - cMu + lost) * this.#covariance.get(i, j) +
          c1 * this.#path[i] * this.#path[j] +
          cMu * rankMu;
        next.set(i, j, value);
        next.set(j, i, value);
      }
    }
    this.#covariance = next;
    this.#sigma *= Math.exp((cSigma / damping) * (length / expected - 1));
    const { eigenvectorMatrix, realEigenvalues } = new EigenvalueDecomposition(next, {
      assumeSymmetric: true,
    });
    this.#axes = eigenvectorMatrix;
    // Rounding may make the least of very unequal eigenvalues negative.
    this.#lengths = realEigenvalues.map((value) => Math.sqrt(Math.max(value, Number.MIN_VALUE)));
  }

  /** Multiplies a step by C^(-1/2), as the covariance was when the points were drawn. */
  #whitened(step: readonly number[]): number[] {
    const along = this.#lengths.map(
      (length, at) => sumOf(step, (value, row) => this.#axes.get(row, at) * value) / length,
    );
    return step.map((_, row) => sumOf(along, (value, at) => this.#axes.get(row, at) * value));
  }
}

interface Rates {
  /** The weights of the best points, the best first; their sum is 1. */
  readonly weights: readonly number[];
  /** The variance effective selection mass. */
  readonly massOfWeights: number;
  readonly cSigma: number;
  readonly damping: number;
  readonly c: number;
  readonly c1: number;
  readonly cMu: number;
  /** The expected length of a vector of normal numbers. */
  readonly expected: number;
}

function ratesOf(n: number, population: number): Rates {
  const raw = Array.from(
    { length: Math.floor(population / 2) },
    (_, rank) => Math.log((population + 1) / 2) - Math.log(rank + 1),
  );
  const sum = sumOf(raw, (weight) => weight);
  const weights = raw.map((weight) => weight / sum);
  const mass = 1 / sumOf(weights, (weight) => weight * weight);
  const cSigma = (mass + 2) / (n + mass + 5);
  const c1 = 2 / ((n + 1.3) ** 2 + mass);
  return {
    weights,
    massOfWeights: mass,
    cSigma,
    damping: 1 + 2 * Math.max(0, Math.sqrt((mass - 1) / (n + 1)) - 1) + cSigma,
    c: (4 + mass / n) / (n + 4 + (2 * mass) / n),
    c1,
    cMu: Math.min(1 - c1, (2 * (0.25 + mass + 1 / mass - 2)) / ((n + 2) ** 2 + mass)),
    expected: Math.sqrt(n) * (1 - 1 / (4 * n) + 1 / (21 * n * n)),
  };
}

/** Returns a normal number. source: Box and Muller 1958 */
function normal(seed: number, generation: number, candidate: number, stream: number): number {
  const random = new Uint32Array(4);
  randomInto(random, seed, generation, candidate, stream);
  const [radius, angle] = [random[0], random[2]].map(
    (word, at) => unit(word) + unit(random[2 * at + 1]) * 2 ** -24,
  );
  // `unit` is below 1, so the logarithm is finite.
  return Math.sqrt(-2 * Math.log(1 - radius)) * Math.cos(2 * Math.PI * angle);
}

function compare(a: number, b: number): number {
  return a === b ? 0 : a < b ? -1 : 1;
}

function sumOf(values: readonly number[], of: (value: number, at: number) => number): number {
  let sum = 0;
  for (const [at, value] of values.entries()) sum += of(value, at);
  return sum;
}
