import { randomInto, unit } from '@skein/core/describe';
import { SOBOL_DIMENSIONS, sobolBits } from './sobol-sequence.ts';

/** The samples that consist of blocks. The combinations of a block differ from each other in a known way. */
export const BLOCK_TYPES = ['sobol', 'morris'] as const;

export type BlockType = (typeof BLOCK_TYPES)[number];

/** The maximum number of parameters of a Sobol sample. Each takes two dimensions of the sequence. */
export const MAX_SOBOL_PARAMETERS = SOBOL_DIMENSIONS / 2;

/** The number of levels in Morris's scheme, an even number. Values are at 0, 1/3, 2/3 and 1 of a range. */
const LEVELS = 4;

/** Worlds and the other samples use streams with lower numbers. */
const SHIFT_STREAM = 0x500000;
const MORRIS_STREAM = 0x600000;

/** Returns the number of combinations in a block, for the number of varied parameters. */
export function blockSize(type: BlockType, parameters: number): number {
  return type === 'sobol' ? 2 * parameters + 2 : parameters + 1;
}

/**
 * Returns the share of a varied parameter in a combination of a Sobol sample, from 0 to 1 without 1. A block has the
 * rows A, AB_1, ..., AB_d, BA_1, ..., BA_d, B. A and B are two halves of a point of the Sobol sequence. AB_i is A with
 * parameter i of B; BA_i is B with parameter i of A. The seed shifts the points, so that none of them is at 0.
 *
 * source: Saltelli 2002, Making best use of model evaluations to compute sensitivity indices; the order of the rows is
 * that of SALib. Shift: Cranley and Patterson 1976, here by exclusive or
 */
export function sobolShare(
  seed: number,
  combination: number,
  parameter: number,
  parameters: number,
): number {
  const size = blockSize('sobol', parameters);
  const row = combination % size;
  const dimension = isOfB(row, parameter, parameters) ? parameter + parameters : parameter;
  const random = new Uint32Array(4);
  randomInto(random, seed, 0, dimension, SHIFT_STREAM);
  // The upper bits are distributed uniformly.
  const shift = (random[0] & 0xffff0000) | (random[1] >>> 16);
  return ((sobolBits(Math.floor(combination / size), dimension) ^ shift) >>> 0) / 0x100000000;
}

/** Whether a row of a block takes a parameter from B, and not from A. */
function isOfB(row: number, parameter: number, parameters: number): boolean {
  if (row <= parameters) return row === parameter + 1;
  return row !== parameters + parameter + 1;
}

/**
 * Returns the share of a varied parameter in a combination of a Morris sample, from 0 to 1. A block is a trajectory: it
 * begins at random levels, and each further row changes one parameter by 2/3 of its range, up or down.
 *
 * source: Morris 1991, Factorial sampling plans for preliminary computational experiments
 */
export function morrisShare(
  seed: number,
  combination: number,
  parameter: number,
  parameters: number,
): number {
  const size = blockSize('morris', parameters);
  const block = Math.floor(combination / size);
  const [level, direction] = drawsOf(seed, block, parameter);
  const low = Math.floor(level * (LEVELS / 2));
  const isMoved = morrisOrder(seed, block, parameters).indexOf(parameter) < combination % size;
  const isHigh = direction < 0.5 === isMoved;
  return (low + (isHigh ? LEVELS / 2 : 0)) / (LEVELS - 1);
}

/** Returns the parameters in the order in which a trajectory changes them. */
export function morrisOrder(seed: number, block: number, parameters: number): number[] {
  const keys = Array.from({ length: parameters }, (_, at) => drawsOf(seed, block, at)[2]);
  return [...keys.keys()].sort((a, b) => keys[a] - keys[b] || a - b);
}

/** Returns three random numbers from 0 to 1, without 1. */
function drawsOf(seed: number, block: number, parameter: number): [number, number, number] {
  const random = new Uint32Array(4);
  randomInto(random, seed, 0, block, MORRIS_STREAM + parameter);
  return [unit(random[0]), unit(random[1]), unit(random[2])];
}
