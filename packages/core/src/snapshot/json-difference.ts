/** The first place in which two values differ. */
export interface JsonDifference {
  /** The keys and indices that lead to the place. */
  readonly path: readonly (string | number)[];
  /** The values there; undefined where there is none. */
  readonly a: unknown;
  readonly b: unknown;
}

/**
 * Finds the first difference between two values of JSON. Keys come in the order of `a`, then the keys that only `b` has.
 * The order of keys makes no difference. A list may be an array or a typed array.
 */
export function jsonDifference(a: unknown, b: unknown): JsonDifference | undefined {
  if (Object.is(a, b)) return undefined;
  if (isList(a) && isList(b)) {
    const most = Math.max(a.length, b.length);
    for (let index = 0; index < most; index++) {
      const inner = jsonDifference(a[index], b[index]);
      if (inner !== undefined) return { ...inner, path: [index, ...inner.path] };
    }
    return undefined;
  }
  if (isObject(a) && isObject(b)) {
    for (const key of new Set([...Object.keys(a), ...Object.keys(b)])) {
      const inner = jsonDifference(a[key], b[key]);
      if (inner !== undefined) return { ...inner, path: [key, ...inner.path] };
    }
    return undefined;
  }
  return { path: [], a, b };
}

function isList(value: unknown): value is ArrayLike<unknown> {
  return Array.isArray(value) || (ArrayBuffer.isView(value) && 'length' in value);
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !isList(value);
}
