import { randomInto } from '@skein/core/describe';

/**
 * The number of rounds of the Feistel network. Four rounds would pass tests of randomness, but they mix a short range
 * of numbers less well.
 */
const ROUNDS = 8;

/**
 * Returns the number at `index` in a random permutation of the numbers from 0 to `size` - 1. Each stream has a
 * different permutation. A Feistel network permutes the numbers below a power of four that is at least `size`. The
 * network is applied again until the result is below `size`.
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
      // The upper bits are distributed uniformly.
      [left, right] = [right, left ^ ((random[0] >>> 8) & mask)];
    }
    at = left * (mask + 1) + right;
  } while (at >= size);
  return at;
}
