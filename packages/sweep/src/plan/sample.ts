import type { Problem } from '@skein/core';
import { guessText, problemsOf, randomInto, unit } from '@skein/core/describe';
import { show } from '@skein/core/internal';
import * as z from 'zod/mini';
import type { ParameterValue } from '../jobs/job.ts';
import { permuted } from './permutation.ts';
import { countOf, isInterval, MAX_RUNS, type Values, valueAt, valueOfShare } from './values.ts';

const MAX_SEED = 0xffffffff;
const KINDS = ['grid', 'list', 'random', 'latin'] as const;
const FORMS = '"grid", "list", "random:COUNT" or "latin:COUNT"';

/** A random sample: the number of combinations to draw, and the seed of the random numbers. */
export const drawSchema = z
  .strictObject({
    type: z.enum(['random', 'latin']),
    count: z.number().check(z.int(), z.minimum(1), z.maximum(MAX_RUNS)),
    seed: z._default(z.number().check(z.int(), z.minimum(0), z.maximum(MAX_SEED)), 1),
  })
  .check(
    z.meta({
      description:
        'Random combinations: independent values of each parameter, or a Latin hypercube, which takes one value from each part of each range.',
    }),
  );

/** The way in which a plan combines the values of its parameters: in all combinations, row by row, or at random. */
export type Sample = { readonly type: 'grid' | 'list' } | z.output<typeof drawSchema>;

/** Reads how a plan combines the values of its parameters. `input` is the text of an argument, or an object. */
export function readSample(input: unknown, path: string): Sample | Problem[] {
  if (input === 'grid' || input === 'list') return { type: input };
  if (typeof input === 'string') {
    const [, type, count, seed] = /^(random|latin):(\d{1,8})(?::(\d{1,10}))?$/.exec(input) ?? [];
    if (type === undefined) {
      const known = KINDS.find((kind) => input.startsWith(kind));
      const expected =
        known === 'random' || known === 'latin' ? `"${known}:COUNT"` : `one of ${FORMS}`;
      const guess = known === undefined ? guessText(input, KINDS) : '';
      return [{ path, found: show(input) + guess, expected }];
    }
    if (Number(count) < 1 || Number(count) > MAX_RUNS) {
      const expected = `"${type}:COUNT", where COUNT is from 1 to ${MAX_RUNS}`;
      return [{ path, found: show(input), expected }];
    }
    if (Number(seed) > MAX_SEED) {
      const expected = `"${type}:COUNT:SEED", where SEED is at most ${MAX_SEED}`;
      return [{ path, found: show(input), expected }];
    }
    return readDraw(
      { type, count: Number(count), ...(seed !== undefined && { seed: Number(seed) }) },
      path,
    );
  }
  if (input !== null && typeof input === 'object' && !Array.isArray(input)) {
    return readDraw(input, path);
  }
  return [{ path, found: show(input), expected: `one of ${FORMS}` }];
}

function readDraw(input: object, path: string): Sample | Problem[] {
  const result = drawSchema.safeParse(input);
  if (result.success) return result.data;
  return result.error.issues.flatMap((issue) =>
    problemsOf(issue, drawSchema, input).map((problem) => ({
      ...problem,
      path: path + problem.path.slice(1),
    })),
  );
}

/** Checks whether the values of a parameter fit a sample. Returns the problem, if there is one. */
export function checkValues(sample: Sample, values: Values): Omit<Problem, 'path'> | undefined {
  const draws = sample.type === 'random' || sample.type === 'latin';
  if (draws || !isInterval(values)) return undefined;
  return {
    found: `a range without steps, ${values.from}..${values.to}`,
    expected: `"steps", or a sample "random:COUNT" or "latin:COUNT"`,
  };
}

/** Returns the number of combinations. A number above 2^53 is not exact. */
export function countCombinations(sample: Sample, all: readonly Values[]): number {
  if (sample.type === 'random' || sample.type === 'latin') return sample.count;
  const counts = all.map(countOf);
  if (sample.type === 'grid') return counts.reduce((product, count) => product * count, 1);
  return Math.max(1, ...counts);
}

/**
 * The number of the first random stream that samples use. Worlds use only streams with lower numbers, so worlds and
 * samples never draw from the same stream.
 */
const STREAM = 0x400000;

/**
 * Returns the values of the parameters in a combination, in the order of the parameters. In a grid, the last parameter
 * varies fastest. No state is kept between calls, so every combination takes the same time.
 */
export function combinationAt(
  sample: Sample,
  all: readonly Values[],
  combination: number,
): ParameterValue[] {
  switch (sample.type) {
    case 'grid': {
      let rest = combination;
      const picked: ParameterValue[] = new Array(all.length);
      for (let at = all.length - 1; at >= 0; at--) {
        const count = countOf(all[at]);
        picked[at] = valueAt(all[at], rest % count);
        rest = Math.floor(rest / count);
      }
      return picked;
    }
    case 'list':
      return all.map((values) => valueAt(values, countOf(values) === 1 ? 0 : combination));
    case 'random':
      return all.map((values, at) => valueOfShare(values, share(sample.seed, combination, at)));
    case 'latin':
      return all.map((values, at) => {
        const part = permuted(combination, sample.count, sample.seed, STREAM + 2 * at + 1);
        const inside = share(sample.seed, combination, at);
        return valueOfShare(values, Math.min((part + inside) / sample.count, 1 - 2 ** -53));
      });
  }
}

/**
 * Returns the random number for a parameter in a combination. The number is at least 0 and below 1, and has 48 random
 * bits.
 */
function share(seed: number, combination: number, parameter: number): number {
  const random = new Uint32Array(4);
  randomInto(random, seed, 0, combination, STREAM + 2 * parameter);
  return unit(random[0]) + unit(random[1]) * 2 ** -24;
}
