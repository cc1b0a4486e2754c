import { closest, distance } from 'fastest-levenshtein';

/** `known` from the word that is nearest to `word` on. */
export function nearestFirst(word: string, known: readonly string[]): readonly string[] {
  const lower = word.slice(0, LONGEST).toLowerCase();
  const far = new Map(known.map((one) => [one, distance(lower, one.toLowerCase())]));
  return [...known].sort((a, b) => far.get(a)! - far.get(b)!);
}

/** Of a longer word only its beginning is compared: that of megabytes takes seconds. */
const LONGEST = 64;

/** Letters that a slip of the fingers changes at most. */
const SLIP = 2;

/** The word of `known` that `word` is a slip of; undefined when none is near. */
export function slipOf(word: string, known: readonly string[]): string | undefined {
  const lower = word.toLowerCase();
  // To compare a word of megabytes with others takes seconds.
  const alike = known.filter((one) => Math.abs(one.length - lower.length) <= SLIP);
  if (alike.length === 0) return undefined;
  const candidate = closest(lower, alike);
  const near = distance(lower, candidate.toLowerCase());
  // Of a word as short as "go" nothing is left by a slip, unless it only adds a letter at the end.
  const isLeft = near < candidate.length - 1 || (near === 1 && lower.startsWith(candidate));
  return near <= SLIP && isLeft ? candidate : undefined;
}
