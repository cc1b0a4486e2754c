/** Bits of the exponent that count: the others change the result by less than its rounding. */
const BITS = 60;

/**
 * base^exponent for an exponent from 0 to 1, from * and sqrt alone, which IEEE 754 rounds exactly: `Math.pow`
 * differs between engines, and with it the runs of a plan would. The exponent is read bit by bit: the k-th
 * bit behind the point stands for the 2^k-th root.
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
