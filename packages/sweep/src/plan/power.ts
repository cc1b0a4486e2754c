/**
 * The number of bits of the exponent that are used. Further bits would change the result by less than rounding does.
 */
const BITS = 60;

/**
 * Computes base^exponent for an exponent from 0 to 1, with only multiplications and square roots. IEEE 754 defines
 * every bit of the results of these operations. With `Math.pow`, the same plan could have different runs in different
 * JavaScript engines. The exponent is read bit by bit: the k-th bit after the binary point stands for the 2^k-th root.
 */
export function power(base: number, exponent: number): number {
  let rest = exponent;
  let root = base;
  let result = 1;
  if (rest >= 1) return base;
  for (let bit = 0; bit < BITS && rest > 0; bit++) {
    root = Math.sqrt(root);
    rest *= 2;
    if (rest >= 1) {
      rest -= 1;
      result *= root;
    }
  }
  return result;
}
