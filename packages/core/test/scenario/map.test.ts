import { describe, expect, it } from 'vitest';
import { ScenarioError } from '../../src/errors.ts';
import { parseScenario } from '../../src/scenario/parse.ts';
import { least, species } from './attacks.ts';

// A map of 4 x 3 cells of 2 m, from x = 10 to 18 and y = -3 to 3; its first row is the one of the largest y.
const MAP = { rows: ['....', '.#..', '....'], cellSize: 2, origin: [10, -3] };

const onMap = (replaced: Record<string, unknown>): Record<string, unknown> =>
  least({ dimensions: 2, map: MAP, ...replaced });
const withPoints = (...positions: number[][]): Record<string, unknown> =>
  onMap({ species: [species({ spawn: { type: 'points', positions } })] });
const withRows = (...rows: string[]): Record<string, unknown> => onMap({ map: { ...MAP, rows } });
const withCells = (min: number[], max: number[]): Record<string, unknown> =>
  onMap({ commands: [{ tick: 0, type: 'cells', min, max, cost: 'wall' }] });
/** In bounds that contain, with an agent in a corner of both unless other keys are given. */
const inBounds = (min: number[], max: number[], replaced: Record<string, unknown> = {}) => {
  const box = { type: 'box', min, max: min };
  return onMap({
    species: [species({ spawn: box })],
    ...replaced,
    bounds: { type: 'contain', min, max },
  });
};

function linesOf(input: unknown): string[] {
  try {
    parseScenario(input);
  } catch (error) {
    if (!(error instanceof ScenarioError)) throw error;
    return error.problems.map(({ path, found, expected }) => `${path}: ${found}; ${expected}`);
  }
  return [];
}

describe('a scenario with a map is refused for', () => {
  it.each([
    [
      'three dimensions',
      onMap({ dimensions: 3 }),
      ['$.map: a map in three dimensions; dimensions 2'],
    ],
    [
      'bounds that wrap',
      onMap({ bounds: { type: 'wrap', min: [0, -9], max: [99, 9] } }),
      ['$.map: a map in bounds that wrap; bounds that do not wrap'],
    ],
    [
      'a character that the legend lacks',
      withRows('....', '.x..', '....'),
      ['$.map.rows[1][1]: "x"; one of ".", "#"'],
    ],
    [
      'a row of a different length',
      withRows('....', '....', '...'),
      ['$.map.rows[2]: 3 characters; 4'],
    ],
    [
      'a key of two characters in the legend',
      onMap({ map: { ...MAP, legend: { '.': 1, '##': 'wall' } } }),
      ['$.map.legend["##"]: the key "##"; a key of at most 1 character'],
    ],
    [
      'an empty key in the legend',
      onMap({ map: { ...MAP, legend: { '.': 1, '': 'wall' } } }),
      ['$.map.legend[""]: the key ""; a key of at least 1 character'],
    ],
    [
      'an agent that starts in a wall',
      withPoints([11, 0], [13.9, 0.9]),
      ['$.species[0].spawn.positions[1]: a point in a wall of the map; an open cell'],
    ],
    [
      'the first of two agents that start left of it',
      withPoints([9.9, 0], [9.8, 0]),
      ['$.species[0].spawn.positions[0]: a point outside the map; an open cell'],
    ],
    [
      'an agent that starts above it',
      withPoints([11, 0], [11, 3]),
      ['$.species[0].spawn.positions[1]: a point outside the map; an open cell'],
    ],
    [
      'an agent that starts below it',
      withPoints([11, -3.1], [11, 0]),
      ['$.species[0].spawn.positions[0]: a point outside the map; an open cell'],
    ],
    [
      'cells that end before they begin',
      withCells([14, 0], [11.9, 0]),
      ['$.commands[0].max[0]: 11.9; at least 14'],
    ],
    [
      'cells that begin left of it',
      withCells([9.9, 0], [12, 0]),
      ['$.commands[0].min[0]: 9.9; 10 to 18, the map'],
    ],
    [
      'cells that end above it',
      withCells([11, 0], [12, 3]),
      ['$.commands[0].max[1]: 3; below 3, the end of the map'],
    ],
    ['walls alone', withRows('####', '####'), ['$.map.rows: no open cell; at least one']],
    [
      'bounds beside it',
      inBounds([18, -9], [30, 9]),
      ['$.map.rows: no open cell whose center is inside the bounds; at least one'],
    ],
    [
      'bounds that contain only walls of it',
      inBounds([12, -0.9], [14, 0.9]),
      ['$.map.rows: no open cell whose center is inside the bounds; at least one'],
    ],
    [
      'an agent that starts inside the bounds, in a cell whose center is outside',
      inBounds([10, -3], [16.9, 3], {
        species: [species({ count: 1, spawn: { type: 'points', positions: [[16.5, 0]] } })],
      }),
      [
        '$.species[0].spawn.positions[0]: a point in a cell whose center is outside the bounds; an open cell',
      ],
    ],
    [
      'cells that reach beyond the bounds',
      inBounds([10, -1], [16.9, 3], withCells([11, -3], [15, 0])),
      ['$.commands[0].min[1]: -3; -1 to 3, the map inside the bounds'],
    ],
    [
      'cells that end outside of the bounds',
      inBounds([10, -1], [16.9, 3], withCells([11, 0], [16, 0])),
      ['$.commands[0].max[0]: 16; below 16, the end of the map inside the bounds'],
    ],
  ])('%s', (_, input, lines) => {
    expect(linesOf(input)).toEqual(lines);
  });
});

describe('without a map is refused', () => {
  it.each([
    ['flowField', 'without a map; a map'],
    ['navigate', 'without a map, a mesh or a ground; a map, a mesh or a ground'],
  ])('"%s"', (type, problem) => {
    const behaviors = [{ type, target: 'goal' }];
    const input = least({
      dimensions: 2,
      targets: [{ name: 'goal', position: [1, 1] }],
      species: [species({ maxSpeed: 1, behaviors })],
    });
    expect(linesOf(input)).toEqual([`$.species[0].behaviors[0]: "${type}" ${problem}`]);
    expect(linesOf({ ...input, map: { ...MAP, origin: [0, 0] } })).toEqual([]);
  });

  it('a command about cells', () => {
    const input = { ...withCells([11, 0], [12, 0]), map: undefined };
    expect(linesOf(input)).toEqual(['$.commands[0].type: "cells"; a scenario that has a map']);
  });
});

it.each([
  ['points at the very corners', withPoints([10, -3], [17.999, 2.999])],
  ['cells from corner to corner', withCells([10, -3], [17.999, 2.999])],
  ['a single cell', withCells([12, 1], [12, 1])],
  [
    'a point in half a cell, cut by bounds at its center,',
    inBounds([11, -3], [17, 3], {
      species: [
        species({
          spawn: {
            type: 'points',
            positions: [
              [11, 0],
              [17, 0],
            ],
          },
        }),
      ],
    }),
  ],
  ['cells up to the bounds', inBounds([10, -1], [16.9, 3], withCells([10, -1], [15.9, 2.9]))],
])('accepts %s of the map', (_, input) => {
  expect(linesOf(input)).toEqual([]);
});
