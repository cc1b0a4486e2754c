import { describe, expect, it } from 'vitest';
import { ScenarioError } from '../../src/errors.ts';
import { parseScenario } from '../../src/scenario/parse.ts';
import { least } from './attacks.ts';

// 3 x 2 points, 2 m apart, from x = 1 to 5 and y = -1 to 1.
const HEIGHTS = { columns: 3, rows: 2, cellSize: 2, origin: [1, -1], values: [0, 1, 2, 3, 4, 5] };
// 2 x 1 cells of 2 m, whose middles are on the edge of the heights, the last one.
const MAP = { rows: ['..'], cellSize: 2, origin: [2, -2], slope: { up: 2 } };

const on = (replaced: Record<string, unknown>): Record<string, unknown> =>
  least({ dimensions: 2, heights: HEIGHTS, ...replaced });
const withHeights = (replaced: Record<string, unknown>) =>
  on({ heights: { ...HEIGHTS, ...replaced } });

function linesOf(input: unknown): string[] {
  try {
    parseScenario(input);
  } catch (error) {
    if (!(error instanceof ScenarioError)) throw error;
    return error.problems.map(({ path, found, expected }) => `${path}: ${found}; ${expected}`);
  }
  return [];
}

const base64 = (values: readonly number[]) =>
  Buffer.from(Float32Array.from(values).buffer).toString('base64');

describe('heights', () => {
  it('are read from an array, a typed array and base64', () => {
    const { values } = HEIGHTS;
    const read = (given: unknown) => parseScenario(withHeights({ values: given })).heights?.values;
    expect(read(values)).toEqual(values);
    expect(read(base64(values))).toBe(base64(values));
    for (const Type of [Float32Array, Uint32Array]) {
      expect(read(Type.from(values))).toBe(base64(values));
    }
  });

  it('are the same in JSON, in whichever form they were given', () => {
    const read = parseScenario(withHeights({ values: Float32Array.from(HEIGHTS.values) }));
    expect(parseScenario(JSON.parse(JSON.stringify(read)))).toEqual(read);
  });

  it.each([
    [
      'three dimensions',
      on({ dimensions: 3 }),
      ['$.heights: heights in three dimensions; dimensions 2'],
    ],
    [
      'a wrong number of values',
      withHeights({ values: [1, 2, 3, 4, 5] }),
      ['$.heights.values: 5 numbers; 6 numbers, columns x rows'],
    ],
    [
      'a height that is not a number',
      withHeights({ values: [1, 2, 1e6, 4, 5, 6] }),
      ['$.heights.values[2]: 1000000; a number from -100000 to 100000'],
    ],
    [
      'text that is not base64 of numbers',
      withHeights({ values: 'AAA=' }),
      ['$.heights.values: "AAA="; an array of numbers, a typed array, or base64 of a typed array'],
    ],
    [
      'several things at once',
      on({ heights: { ...HEIGHTS, columns: 0, cellsize: 1 } }),
      [
        '$.heights.columns: 0; a number of at least 1',
        '$.heights.cellsize: an unknown key (did you mean "cellSize"?); one of "columns", "rows", "cellSize", "origin", "values"',
      ],
    ],
    [
      'a slope without heights',
      on({ heights: undefined, map: MAP, species: at(3, -1) }),
      ['$.map.slope: a slope without heights; a scenario that has heights'],
    ],
    [
      'a slope over cells beyond the heights',
      on({ map: { ...MAP, rows: ['...', '...'] }, species: at(3, -1) }),
      [
        '$.heights: heights from x = 1 to 5; heights that reach from x = 3 to 7 or farther, because they must cover the centers of all cells of the map',
      ],
    ],
    [
      'a negative cost of a slope',
      on({ map: { ...MAP, slope: { up: -1 } }, species: at(3, -1) }),
      ['$.map.slope.up: -1; a number of at least 0'],
    ],
  ])('are refused for %s', (_, input, problems) => {
    expect(linesOf(input)).toEqual(problems);
  });

  it('may end at the centers of the outermost cells', () => {
    expect(linesOf(on({ map: MAP, species: at(3, -1) }))).toEqual([]);
  });
});

function at(x: number, y: number): unknown[] {
  const { species } = least({}) as { species: Record<string, unknown>[] };
  return species.map((species) => ({
    ...species,
    count: 1,
    spawn: { type: 'points', positions: [[x, y]] },
  }));
}
