/** Keys that only say where a link came from, and so ask for nothing. */
const OF_OTHERS = /^(utm_|fbclid$|gclid$|ref$)/;

/**
 * Whether the page may choose the scenes by itself: the query asks for nothing, or for `rotate`. `still`: the visitor
 * prefers reduced motion.
 */
export function isUntouched(query: string, still: boolean): boolean {
  if (still) return false;
  const keys = [...new URLSearchParams(query).keys()];
  return keys.includes('rotate') || keys.every((key) => OF_OTHERS.test(key));
}
