/**
 * Reports a vector that gives a direction, but is zero. In two dimensions, its z does not count.
 *
 * @param what what the vector is, such as `a normal`
 */
export function checkDirection(
  vector: ArrayLike<number>,
  dimensions: 2 | 3,
  key: string,
  what: string,
  report: (key: string, found: string, expected: string) => void,
): void {
  for (let axis = 0; axis < dimensions; axis++) if (vector[axis] !== 0) return;
  report(key, `[${Array.from(vector).join(', ')}]`, `${what} that is not zero`);
}
