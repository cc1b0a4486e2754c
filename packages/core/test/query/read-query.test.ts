import { describe, expect, it } from 'vitest';
import { QueryError } from '../../src/errors.ts';
import { query } from '../../src/query/query-world.ts';
import type { QueryRequest } from '../../src/query/request.ts';
import { crowd } from './worlds.ts';

const world = crowd(51, 'wrap', 3, 1);
const plane = crowd(51, 'contain', 2, 1);
const floats = (...numbers: number[]) => Float32Array.from(numbers);

/** The problems of a request, one per line. */
function problemsOf(request: unknown, of = world): string[] {
  try {
    query(of, request as QueryRequest);
  } catch (error) {
    expect(error).toBeInstanceOf(QueryError);
    expect((error as QueryError).code).toBe('QUERY_INVALID');
    return (error as QueryError).message.split('\n');
  }
  return [];
}

describe('a bad request is refused as a whole, with every problem', () => {
  it.each<[string, unknown, string[]]>([
    ['nothing', undefined, ['$: found nothing, expected an object']],
    [
      'another type',
      { type: 'farthest' },
      [
        '$.type: found "farthest", expected one of "nearest", "radius", "box", "cone", "ray", "sweep"',
      ],
    ],
    [
      'keys and numbers',
      { type: 'nearest', point: [], points: floats(1, 2, NaN, 3), k: 0, species: ['a', 'c'] },
      [
        '$.k: found 0, expected a number of at least 1',
        '$.point: found an unknown key (did you mean "points"?), expected one of "type", "points", "radius", "species", "ignore", "k"',
        '$.points: found 4 numbers, expected a multiple of 3: three per query',
        '$.points[2]: found NaN, expected a number from -1000000000000000000 to 1000000000000000000',
        '$.species[1]: found "c", expected one of "a", "b"',
      ],
    ],
    [
      'arrays of other types and lengths',
      {
        type: 'radius',
        points: floats(1, 2, 3, 4, 5, 6),
        radius: floats(1, 2, -1),
        ignore: Uint32Array.of(1),
      },
      [
        '$.radius: found 3 numbers, expected 2, one per query',
        '$.radius[2]: found -1, expected a number from 0 to 1000000000000000000',
        '$.ignore: found 1 ids, expected 2, one per query',
      ],
    ],
    [
      'values that are not arrays',
      { type: 'box', min: [1, 2, 3] },
      [
        '$.min: found an array of 3, expected a Float32Array',
        '$.max: found nothing, expected a Float32Array',
      ],
    ],
    [
      'corners the wrong way round',
      { type: 'box', min: floats(1, 2, 3), max: floats(1, 1, 3) },
      ['$.max[1]: found 1, expected at least 2, the value of "min[1]"'],
    ],
    [
      'directions that lead nowhere, and too far around a torus',
      { type: 'ray', origins: floats(0, 0, 0), directions: floats(0, 0, 0), against: ['air'] },
      [
        '$.against[0]: found "air", expected one of "agents", "obstacles", "walls", "ground"',
        '$.directions[0]: found 0, 0, 0, expected a direction that is not zero',
        '$.length: found nothing, expected at most 448 m, 64 times the shortest edge of the torus',
      ],
    ],
    [
      'angles, and a length that is too long',
      {
        type: 'sweep',
        origins: floats(0, 0, 0),
        directions: floats(1, 0, 0),
        length: 449,
        radius: Infinity,
      },
      [
        '$.radius: found Infinity, expected a finite number, or a Float32Array',
        '$.length: found 449, expected at most 448 m, 64 times the shortest edge of the torus',
      ],
    ],
    [
      'more than an answer may hold',
      { type: 'nearest', points: new Float32Array(3 * 65537), k: 1024 },
      [
        '$: found 65537 queries for the 1024 nearest, expected at most 65536 queries in one request',
      ],
    ],
  ])('%s', (_, request, problems) => {
    expect(problemsOf(request)).toEqual(problems);
  });

  it('a direction along z leads nowhere in the plane', () => {
    const request = { type: 'ray', origins: floats(0, 0, 0), directions: floats(0, 0, 2) };
    expect(problemsOf(request, plane)).toEqual([
      '$.directions[0]: found 0, 0, 2 in two dimensions, expected a direction that is not zero',
    ]);
    expect(problemsOf({ ...request, length: 5 })).toEqual([]);
  });

  it('the first hundred of a thousand problems are listed', () => {
    const points = new Float32Array(1002).fill(NaN);
    const problems = problemsOf({ type: 'nearest', points, k: 1 });
    expect(problems.length).toBe(101);
    expect(problems.at(-1)).toBe('$: found 902 more problems, expected none');
  });
});

it('the request is copied, so the caller may change its arrays', () => {
  const points = floats(0, 110, -40);
  const { ids } = query(world, { type: 'nearest', points, k: 1 });
  expect([...points]).toEqual([0, 110, -40]);
  expect(ids.buffer).toBeInstanceOf(ArrayBuffer);
});
