/**
 * The first tick at which two lists of hashes differ, in words; undefined when they are equal.
 * Shorter than a diff of hundreds of lines.
 */
export function hashDifference(
  found: readonly string[] | undefined,
  expected: readonly string[],
): string | undefined {
  if (found?.length !== expected.length) {
    return `found ${found?.length} hashes, expected ${expected.length}`;
  }
  const index = expected.findIndex((hash, k) => hash !== found[k]);
  if (index < 0) return undefined;
  return `at index ${index}: found ${found[index]}, expected ${expected[index]}`;
}
