/**
 * e^-x, for x from 0 to 700. Uses only + - * /, because `Math.exp` differs between engines. Computes a Taylor series at
 * x / 2^n <= 1/4 and squares the result n times. The relative error is below 1e-12. Too slow for hot loops.
 */
export function decay(x: number): number {
  let halvings = 0;
  let rest = x;
  while (rest > 0.25) {
    rest *= 0.5;
    halvings++;
  }
  let value = 1;
  for (let n = 12; n > 0; n--) value = 1 - (value * rest) / n;
  for (; halvings > 0; halvings--) value *= value;
  return value;
}
