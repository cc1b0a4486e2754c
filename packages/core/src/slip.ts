import { closest, distance } from 'fastest-levenshtein';

/** The words of `known`, sorted by their edit distance to `word`. The nearest word comes first. */
export function nearestFirst(word: string, known: readonly string[]): readonly string[] {
  const lower = word.slice(0, LONGEST).toLowerCase();
  const far = new Map(known.map((one) => [one, distance(lower, one.toLowerCase())]));
  return [...known].sort((a, b) => far.get(a)! - far.get(b)!);
}

/** The maximum number of characters of a word that are compared. Comparing a word of megabytes would take seconds. */
const LONGEST = 64;

/** The maximum number of letters that a typing error changes. */
const SLIP = 2;

/**
 * If a word is a typing error, finds the known word that was probably meant. Returns undefined if no known word is near
 * enough.
 */
export function slipOf(word: string, known: readonly string[]): string | undefined {
  // Words of very different length are skipped, because comparing a word of megabytes takes seconds.
  const alike = known.filter((one) => Math.abs(one.length - word.length) <= SLIP);
  if (alike.length === 0) return undefined;
  const lower = word.toLowerCase();
  const candidate = closest(lower, alike);
  const near = distance(lower, candidate.toLowerCase());
  // In a word as short as "go" two errors leave no letter, so only an added letter at the end counts.
  const isLeft = near < candidate.length - 1 || (near === 1 && lower.startsWith(candidate));
  return near <= SLIP && isLeft ? candidate : undefined;
}
