/**
 * The direction numbers of the dimensions from the second on. A line has the coefficients of the polynomial as a number
 * `a`, and then the initial numbers m.
 *
 * source: Joe and Kuo 2008, Constructing Sobol sequences with better two-dimensional projections; the first lines of
 * new-joe-kuo-6, copyright 2008 Frances Y. Kuo and Stephen Joe, BSD 3-Clause
 */
const DIRECTIONS = `
  0 1
  1 1 3
  1 1 3 1
  2 1 1 1
  1 1 1 3 3
  4 1 3 5 13
  2 1 1 5 5 17
  4 1 1 5 5 5
  7 1 1 7 11 19
  11 1 1 5 1 1
  13 1 1 1 3 11
  14 1 3 5 5 31
  1 1 3 3 9 7 49
  13 1 1 1 15 21 21
  16 1 3 1 13 27 49
  19 1 1 1 15 7 5
  22 1 3 1 15 13 25
  25 1 1 5 5 19 61
  1 1 3 7 11 23 15 103
  4 1 3 7 13 13 15 69
  7 1 1 3 13 7 35 63
  8 1 3 5 9 1 25 53
  14 1 3 1 13 9 35 107
  19 1 3 1 5 27 61 31
  21 1 1 5 11 19 41 61
  28 1 3 5 3 3 13 69
  31 1 1 7 13 1 19 1
  32 1 3 7 5 13 19 59
  37 1 1 3 9 25 29 41
  41 1 3 5 13 23 1 55
  42 1 3 7 3 13 59 17
  50 1 3 1 3 5 53 69
  55 1 1 5 5 23 33 13
  56 1 1 7 7 1 61 123
  59 1 1 7 9 13 61 49
  62 1 3 3 5 3 55 33
  14 1 3 1 15 31 13 49 245
  21 1 3 5 15 31 59 63 97
  22 1 3 1 11 11 11 77 249
  38 1 3 1 11 27 43 71 9
  47 1 1 7 15 21 11 81 45
  49 1 3 7 3 25 31 65 79
  50 1 3 1 1 19 11 3 205
  52 1 1 5 9 19 21 29 157
  56 1 3 7 11 1 33 89 185
  67 1 3 3 3 15 9 79 71
  70 1 3 7 11 15 39 119 27
  84 1 1 3 1 11 31 97 225
  97 1 1 1 3 23 43 57 177
  103 1 3 7 7 17 17 37 71
  115 1 3 1 5 27 63 123 213
  122 1 1 3 5 11 43 53 133
  8 1 3 5 5 29 17 47 173 479
  13 1 3 3 11 3 1 109 9 69
  16 1 1 1 5 17 39 23 5 343
  22 1 3 1 5 25 15 31 103 499
  25 1 1 1 11 11 17 63 105 183
  44 1 1 5 11 9 29 97 231 363
  47 1 1 5 15 19 45 41 7 383
  52 1 3 7 7 31 19 83 137 221
  55 1 1 1 3 23 15 111 223 83
  59 1 1 5 13 31 15 55 25 161
  62 1 1 3 13 25 47 39 87 257
`;

const BITS = 32;

/** For each dimension, the direction number of each bit of an index, from the lowest bit on. */
const directions: readonly Uint32Array[] = [
  Uint32Array.from({ length: BITS }, (_, bit) => 1 << (BITS - 1 - bit)),
  ...DIRECTIONS.trim()
    .split('\n')
    .map((line) => directionsOf(line.trim().split(' ').map(Number))),
];

/** The number of dimensions of the sequence. */
export const SOBOL_DIMENSIONS = directions.length;

/** Computes the direction numbers of a dimension. source: Joe and Kuo 2008, equation 2 */
function directionsOf([a, ...m]: readonly number[]): Uint32Array {
  const size = m.length;
  const numbers = new Uint32Array(BITS);
  for (let bit = 0; bit < BITS; bit++) {
    if (bit < size) {
      numbers[bit] = m[bit] << (BITS - 1 - bit);
      continue;
    }
    let number = numbers[bit - size] ^ (numbers[bit - size] >>> size);
    for (let k = 1; k < size; k++) {
      if ((a >>> (size - 1 - k)) & 1) number ^= numbers[bit - k];
    }
    numbers[bit] = number;
  }
  return numbers;
}

/**
 * Returns a coordinate of a point of the Sobol sequence, in units of 2^-32: a whole number from 0 to 2^32 - 1. The
 * points have the order of the Gray code, so the first 2^k points are those of the plain order.
 *
 * @param index the index of the point, from 0 to 2^32 - 1. The first point is 0
 * @param dimension the index of the coordinate, from 0 to `SOBOL_DIMENSIONS` - 1
 */
export function sobolBits(index: number, dimension: number): number {
  const numbers = directions[dimension];
  let rest = (index ^ (index >>> 1)) >>> 0;
  let bits = 0;
  for (let bit = 0; rest !== 0; bit++, rest >>>= 1) {
    if (rest & 1) bits ^= numbers[bit];
  }
  return bits >>> 0;
}
