/** Matches keys of a query that only say where a link came from. They do not ask the page for anything. */
const OF_OTHERS = /^(utm_|fbclid$|gclid$|ref$)/;

/**
 * Whether the page may choose the scenes by itself. If `still` is true, the visitor prefers reduced motion, and the
 * result is false. Otherwise, the result is true if the query asks for nothing, or contains `rotate`.
 */
export function isUntouched(query: string, still: boolean): boolean {
  if (still) return false;
  const keys = [...new URLSearchParams(query).keys()];
  return keys.includes('rotate') || keys.every((key) => OF_OTHERS.test(key));
}
