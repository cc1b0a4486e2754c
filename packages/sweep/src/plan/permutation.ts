import { randomInto } from '@skein/core/describe';

/** Rounds of the network; four pass tests of randomness, and small sizes mix worse. */
const ROUNDS = 8;

/**
 * Where a random permutation of 0 to `size` - 1 takes `index`, without a table of it: a Feistel network over
 * the next power of four, walked on until it comes back into range. Different streams give different
 * permutations.
 *
 * source: Black and Rogaway 2002, Ciphers with Arbitrary Finite Domains
 */
export function permuted(index: number, size: number, seed: number, stream: number): number {
  let bits = 1;
  while (2 ** (2 * bits) < size) bits++;
  const mask = 2 ** bits - 1;
  const random = new Uint32Array(4);
  let at = index;
  do {
    let left = Math.floor(at / (mask + 1));
    let right = at & mask;
    for (let round = 0; round < ROUNDS; round++) {
      randomInto(random, seed, round, right, stream);
      // The upper bits are the even ones.
      [left, right] = [right, left ^ ((random[0] >>> 8) & mask)];
    }
    at = left * (mask + 1) + right;
  } while (at >= size);
  return at;
}
