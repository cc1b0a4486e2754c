/** The smallest positive number with 24 significant bits in a 32-bit float. Smaller numbers have fewer bits. */
const SMALLEST_NORMAL = 1.1754943508222875e-38;

/**
 * The shortest decimal text that parses to the same 32-bit float.
 *
 * The function tries more and more significant digits. It begins with six: if fewer are enough, rounding to six gives
 * the same text. For numbers below SMALLEST_NORMAL, which have fewer bits, the function begins with one. Nine digits
 * are always enough.
 *
 * source: Steele and White 1990, How to Print Floating-Point Numbers Accurately
 */
export function f32Text(value: number): string {
  if (Object.is(value, -0)) return '-0';
  const exact = String(value);
  if (exact.length <= 6) return exact;
  for (let digits = Math.abs(value) < SMALLEST_NORMAL ? 1 : 6; digits < 9; digits++) {
    const short = Number(value.toPrecision(digits));
    if (Math.fround(short) === value) return String(short);
  }
  return String(Number(value.toPrecision(9)));
}

/**
 * Rounds a 32-bit float to the number with the shortest decimal text that gives the same float. JSON of that number has
 * no meaningless digits.
 */
export function f32Number(value: number): number {
  return Number(f32Text(value));
}
