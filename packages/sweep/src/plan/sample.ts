import type { Problem } from '@skein/core';
import { guessText, problemsOf, randomInto, unit } from '@skein/core/describe';
import { show } from '@skein/core/internal';
import * as z from 'zod/mini';
import type { ParameterValue } from '../jobs/job.ts';
import {
  BLOCK_TYPES,
  type BlockType,
  blockSize,
  MAX_SOBOL_PARAMETERS,
  morrisShare,
  sobolShare,
} from './blocks.ts';
import { permuted } from './permutation.ts';
import { type Refusal, refuse } from './plan-error.ts';
import {
  countOf,
  isInterval,
  MAX_RUNS,
  type Values,
  valueAt,
  valueOfLevel,
  valueOfShare,
} from './values.ts';

const MAX_SEED = 0xffffffff;
/** The samples that draw values, and do not need the number of values of a range. */
const DRAWS = ['random', 'latin', ...BLOCK_TYPES] as const;
const KINDS = ['grid', 'list', ...DRAWS] as const;
const COUNTED = DRAWS.map((type) => `"${type}:COUNT"`);
const FORMS = `"grid", "list", ${COUNTED.slice(0, -1).join(', ')} or ${COUNTED.at(-1)}`;

/** The text of a sample that draws values. */
export const DRAW_TEXT = new RegExp(`^(${DRAWS.join('|')}):(\\d{1,8})(?::(\\d{1,10}))?$`);

/** A sample that draws values: its size, and the seed of the random numbers. */
export const drawSchema = z
  .strictObject({
    type: z.enum(DRAWS),
    count: z.number().check(z.int(), z.minimum(1), z.maximum(MAX_RUNS)),
    seed: z._default(z.number().check(z.int(), z.minimum(0), z.maximum(MAX_SEED)), 1),
  })
  .check(
    z.meta({
      description:
        'Random combinations: independent values of each parameter, or a Latin hypercube, which takes one value from each part of each range.',
    }),
  );

/** The way in which a plan combines the values of its parameters: in all combinations, row by row, or drawn. */
export type Sample = { readonly type: 'grid' | 'list' } | z.output<typeof drawSchema>;

/** A sample that consists of blocks. `count` is the number of blocks. */
type BlockSample = z.output<typeof drawSchema> & { readonly type: BlockType };

/** Reads how a plan combines the values of its parameters. `input` is the text of an argument, or an object. */
export function readSample(input: unknown, path: string): Sample | Problem[] {
  if (input === 'grid' || input === 'list') return { type: input };
  if (typeof input === 'string') {
    const [, type, count, seed] = DRAW_TEXT.exec(input) ?? [];
    if (type === undefined) {
      const known = KINDS.find((kind) => input.startsWith(kind));
      const expected = isDraw(known) ? `"${known}:COUNT"` : `one of ${FORMS}`;
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

function isDraw(type: string | undefined): type is (typeof DRAWS)[number] {
  return DRAWS.some((draw) => draw === type);
}

/** Whether a sample consists of blocks of combinations. */
export function hasBlocks(sample: Sample): sample is BlockSample {
  return BLOCK_TYPES.some((type) => type === sample.type);
}

/** Checks whether the values of a parameter fit a sample. Returns the problem, if there is one. */
export function checkValues(sample: Sample, values: Values): Refusal | undefined {
  if (isDraw(sample.type) || !isInterval(values)) return undefined;
  return refuse(
    `a range without steps, ${values.from}..${values.to}`,
    `"steps", or a sample such as "random:COUNT" or "latin:COUNT"`,
  );
}

/** Checks whether the number of parameters fits a sample. Returns the problem, if there is one. */
export function checkParameters(sample: Sample, all: readonly Values[]): Refusal | undefined {
  if (!hasBlocks(sample)) return undefined;
  const count = variedOf(all).length;
  if (count === 0) {
    return refuse(`"${sample.type}" without a varied parameter`, 'a parameter with several values');
  }
  if (sample.type !== 'sobol' || count <= MAX_SOBOL_PARAMETERS) return undefined;
  const expected = `at most ${MAX_SOBOL_PARAMETERS}; "morris" takes more`;
  return refuse(`"sobol" of ${count} varied parameters`, expected);
}

/** Returns the indexes of the parameters with more than one value. */
export function variedOf(all: readonly Values[]): number[] {
  return [...all.keys()].filter((at) => countOf(all[at]) !== 1);
}

/** Returns the number of combinations. A number above 2^53 is not exact. */
export function countCombinations(sample: Sample, all: readonly Values[]): number {
  if (hasBlocks(sample)) return sample.count * blockSize(sample.type, variedOf(all).length);
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
    case 'sobol':
    case 'morris': {
      const varied = variedOf(all);
      const [shareOf, mapped] =
        sample.type === 'sobol' ? [sobolShare, valueOfShare] : [morrisShare, valueOfLevel];
      return all.map((values, at) => {
        const parameter = varied.indexOf(at);
        if (parameter < 0) return valueAt(values, 0);
        return mapped(values, shareOf(sample.seed, combination, parameter, varied.length));
      });
    }
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
