/** Below this a 32-bit float has fewer than 24 significant bits. */
const SMALLEST_NORMAL = 1.1754943508222875e-38;

/**
 * The shortest decimal text that reads back to the same 32-bit float.
 *
 * Nine significant digits always do, and six always survive the way there and back, so between
 * them the first number of digits that reads back is the shortest.
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

/** The number that `f32Text` writes: for JSON, where digits that say nothing are noise. */
export function f32Number(value: number): number {
  return Number(f32Text(value));
}
