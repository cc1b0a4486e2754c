import { type Problem, show } from '../errors.ts';
import type { JsonLimits } from '../json-text.ts';
import { LIMITS } from './limits.ts';

/**
 * The limits on any input: depth, keys per object, elements per array, and parts (objects and arrays). Only lists of
 * points and of polygons may have more elements. Such lists are checked element by element, up to the first wrong
 * element. The number of parts is limited, because a value that contains itself in many places has far too many parts.
 */
export const SIZE = { depth: 32, keys: 64, elements: 4096, parts: 1_000_000 } satisfies JsonLimits;

/**
 * Maximum number of problems that are reported. Without this limit, a value that contains itself could cause one
 * problem for each of its many parts.
 */
const MAX_PROBLEMS = 100;

/**
 * Checks the size of an input before the schema reads it. A large input could take too much time, or give too long a
 * report. The check limits the depth, the keys per object, and the length of arrays. Only two kinds of lists may have
 * more than `SIZE.elements` elements: lists of points, and the polygons of a mesh.
 */
export function checkSize(
  input: unknown,
  pathOf: (parts: readonly PropertyKey[]) => string,
): Problem[] {
  const problems: Problem[] = [];
  let parts = 0;
  const path: PropertyKey[] = [];
  const visit = (value: unknown): void => {
    if (!isPart(value) || parts > SIZE.parts || problems.length >= MAX_PROBLEMS) return;
    parts++;
    if (parts > SIZE.parts) {
      problems.push({
        path: '$',
        found: `more than ${SIZE.parts} objects and arrays`,
        expected: 'fewer',
      });
    } else if (path.length > SIZE.depth) {
      problems.push({
        path: pathOf(path),
        found: `${path.length} levels`,
        expected: `at most ${SIZE.depth} levels`,
      });
    } else if (Array.isArray(value)) {
      if (value.length > SIZE.elements) checkLong(value);
      else {
        value.forEach((element, index) => {
          if (isPart(element)) within(element, index);
        });
      }
    } else {
      const keys = Object.keys(value);
      if (keys.length > SIZE.keys) {
        problems.push({
          path: pathOf(path),
          found: `${keys.length} keys`,
          expected: `at most ${SIZE.keys} keys`,
        });
      } else {
        for (const key of keys) {
          // A record would drop it, unchecked.
          if (key === '__proto__') {
            const found = 'the key "__proto__"';
            problems.push({ path: pathOf([...path, key]), found, expected: 'another name' });
            continue;
          }
          const part = (value as Record<string, unknown>)[key];
          if (isPart(part)) within(part, key);
        }
      }
    }
  };
  const within = (part: object, key: PropertyKey): void => {
    path.push(key);
    visit(part);
    path.pop();
  };
  const checkLong = (list: readonly unknown[]): void => {
    const arePolygons =
      path.length === 2 && (path[0] === 'mesh' || path[0] === 'ground') && path[1] === 'polygons';
    const most = arePolygons ? LIMITS.meshPolygons : LIMITS.agents;
    if (list.length > most) {
      problems.push({
        path: pathOf(path),
        found: `${list.length} elements`,
        expected: `at most ${most} elements`,
      });
      return;
    }
    if (!arePolygons && typeof list[0] === 'number') {
      problems.push({
        path: pathOf(path),
        found: `${list.length} numbers`,
        expected: `at most ${SIZE.elements} numbers; for more field cells or heights, pass a typed array, or encode that array as base64`,
      });
      return;
    }
    const wrong = list.findIndex((element) => !(arePolygons ? isPolygon : isPoint)(element));
    if (wrong < 0) return;
    problems.push({
      path: pathOf([...path, wrong]),
      found: show(list[wrong]),
      expected: arePolygons
        ? `an array of 3 to ${LIMITS.meshCorners} indices of vertices`
        : `a point (an array of 2 or 3 numbers), because a list of more than ${SIZE.elements} elements must be a list of points`,
    });
  };
  visit(input);
  return problems;
}

/** Whether a value has parts. Typed arrays contain only numbers, which their schema checks. */
function isPart(value: unknown): value is object {
  return value !== null && typeof value === 'object' && !ArrayBuffer.isView(value);
}

function isPoint(value: unknown): boolean {
  if (!Array.isArray(value) || value.length < 2 || value.length > 3) return false;
  return value.every((v) => typeof v === 'number' && Math.abs(v) <= LIMITS.coordinate);
}

function isPolygon(value: unknown): boolean {
  if (!Array.isArray(value) || value.length < 3 || value.length > LIMITS.meshCorners) return false;
  return value.every((v) => Number.isInteger(v) && v >= 0 && v < LIMITS.meshVertices);
}
