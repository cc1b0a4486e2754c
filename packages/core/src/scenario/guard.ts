import { type Problem, show } from '../errors.ts';
import { LIMITS } from './limits.ts';

const MOST_DEPTH = 32;
const MOST_KEYS = 64;
/** Longer arrays are looked at one element at a time, and only up to the first wrong one. */
const LONG_ARRAY = 4096;
/** Objects and arrays in all; only one that contains itself in many places has more. */
const MOST_PARTS = 1_000_000;

/**
 * Looks at the size of an input before the schema does, so that no input, however made, costs more
 * time or a longer report than a scenario can be worth: depth, keys of an object, and long arrays,
 * which can only be lists of points.
 */
export function checkSize(
  input: unknown,
  pathOf: (parts: readonly PropertyKey[]) => string,
): Problem[] {
  const problems: Problem[] = [];
  let parts = 0;
  const visit = (value: unknown, path: readonly PropertyKey[]): void => {
    if (value === null || typeof value !== 'object' || parts > MOST_PARTS) return;
    parts++;
    if (parts > MOST_PARTS) {
      problems.push({
        path: '$',
        found: `more than ${MOST_PARTS} objects and arrays`,
        expected: 'fewer',
      });
    } else if (path.length > MOST_DEPTH) {
      problems.push({
        path: pathOf(path),
        found: `${path.length} levels`,
        expected: `at most ${MOST_DEPTH} levels`,
      });
    } else if (Array.isArray(value)) {
      if (value.length > LONG_ARRAY) checkPoints(value, path);
      else for (const [index, element] of value.entries()) visit(element, [...path, index]);
    } else {
      const keys = Object.keys(value);
      if (keys.length > MOST_KEYS) {
        problems.push({
          path: pathOf(path),
          found: `${keys.length} keys`,
          expected: `at most ${MOST_KEYS} keys`,
        });
      } else {
        for (const key of keys) visit((value as Record<string, unknown>)[key], [...path, key]);
      }
    }
  };
  const checkPoints = (list: readonly unknown[], path: readonly PropertyKey[]): void => {
    if (list.length > LIMITS.agents) {
      problems.push({
        path: pathOf(path),
        found: `${list.length} elements`,
        expected: `at most ${LIMITS.agents} elements`,
      });
      return;
    }
    const wrong = list.findIndex((element) => !isPoint(element));
    if (wrong < 0) return;
    problems.push({
      path: pathOf([...path, wrong]),
      found: show(list[wrong]),
      expected: `an array of 2 or 3 numbers, as only lists of points are longer than ${LONG_ARRAY}`,
    });
  };
  visit(input, []);
  return problems;
}

function isPoint(value: unknown): boolean {
  if (!Array.isArray(value) || value.length < 2 || value.length > 3) return false;
  return value.every((v) => typeof v === 'number' && Math.abs(v) <= LIMITS.coordinate);
}
