/** What an address may say and still ask for nothing: where the link stood. */
const OF_OTHERS = /^(utm_|fbclid$|gclid$|ref$)/;

/**
 * Whether the page may show what it likes: nothing is asked for, or `rotate`; a frame shows what it was given.
 * `still`: less motion is asked for.
 */
export function isUntouched(query: string, still: boolean): boolean {
  if (still) return false;
  const keys = [...new URLSearchParams(query).keys()];
  return keys.includes('rotate') || keys.every((key) => OF_OTHERS.test(key));
}
