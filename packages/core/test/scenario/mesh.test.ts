import { describe, expect, it } from 'vitest';
import { ScenarioError } from '../../src/errors.ts';
import { buildMesh } from '../../src/path/mesh/build-mesh.ts';
import { parseScenario } from '../../src/scenario/parse.ts';
import { least, species } from './attacks.ts';

// Two squares of 2 m side by side, the second one clockwise.
const VERTICES = [
  [0, 0],
  [2, 0],
  [2, 2],
  [0, 2],
  [4, 0],
  [4, 2],
];
const MESH = {
  vertices: VERTICES,
  polygons: [
    [0, 1, 2, 3],
    [1, 2, 5, 4],
  ],
};

const onMesh = (replaced: Record<string, unknown>): Record<string, unknown> =>
  least({ dimensions: 2, mesh: MESH, ...replaced });
const withPolygons = (...polygons: number[][]): Record<string, unknown> =>
  onMesh({ mesh: { ...MESH, polygons } });
const withVertices = (...vertices: number[][]): Record<string, unknown> =>
  onMesh({ mesh: { vertices, polygons: [vertices.map((_, vertex) => vertex)] } });
const steered = (behavior: object): Record<string, unknown> => {
  const spawn = {
    type: 'points',
    positions: [
      [1, 1],
      [3, 1],
    ],
  };
  return onMesh({
    targets: [{ name: 'goal', position: [1, 1] }],
    species: [species({ spawn, maxSpeed: 1, behaviors: [behavior] })],
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

describe('a scenario with a mesh', () => {
  it('may have clockwise polygons, two vertices at one place, and corners on a straight line', () => {
    expect(linesOf(onMesh({}))).toEqual([]);
    expect(linesOf(withVertices([0, 0], [1, 0], [2, 0], [1, 1]))).toEqual([]);
    expect(linesOf(steered({ type: 'navigate' }))).toEqual([]);
  });

  const inward = 'a corner that points inward; a convex polygon';
  it.each([
    [
      'three dimensions',
      onMesh({ dimensions: 3 }),
      ['$.mesh: a mesh in three dimensions; dimensions 2, or the key "ground" instead'],
    ],
    [
      'bounds that wrap',
      onMesh({ bounds: { type: 'wrap', min: [0, 0], max: [99, 99] } }),
      ['$.mesh: a mesh in bounds that wrap; bounds that do not wrap'],
    ],
    [
      'a map',
      onMesh({ map: { rows: ['....'] } }),
      ['$.mesh: both a map and a mesh; one of the two'],
    ],
    [
      'bounds that it reaches beyond',
      onMesh({ bounds: { type: 'contain', min: [0, 0], max: [3, 3] } }),
      [4, 5].map((at) => `$.mesh.vertices[${at}]: x at 4; inside the bounds, 0 to 3`),
    ],
    [
      'a vertex above the plane',
      withVertices([0, 0, 0], [1, 0], [1, 1, 0.5]),
      ['$.mesh.vertices[2][2]: z 0.5; 0, because a mesh is flat; the key "ground" has heights'],
    ],
    [
      'vertices that are missing, in each polygon',
      withPolygons([0, 1, 6], [0, 9, 1]),
      ['$.mesh.polygons[0][2]: 6; a vertex, 0 to 5', '$.mesh.polygons[1][1]: 9; a vertex, 0 to 5'],
    ],
    [
      'a vertex used twice',
      withPolygons([0, 1, 2, 1]),
      [
        '$.mesh.polygons[0][3]: the position of corner 1 again; a different position for each corner',
      ],
    ],
    [
      'a dent',
      withVertices([0, 0], [4, 0], [4, 4], [2, 1], [0, 4]),
      [`$.mesh.polygons[0][3]: ${inward}`],
    ],
    ['no area', withVertices([0, 0], [1, 0], [2, 0]), [`$.mesh.polygons[0][0]: ${inward}`]],
    [
      'a star, which turns to one side at each corner but twice around',
      withVertices([0, 3], [-2, -3], [3, 1], [-3, 1], [2, -3]),
      ['$.mesh.polygons[0]: edges that cross; a convex polygon'],
    ],
    [
      'polygons on the same side of an edge',
      withPolygons([0, 1, 2, 3], [0, 1, 2], [1, 4, 5, 2], [1, 2, 4]),
      [
        '$.mesh.polygons[1][0]: an edge that polygon 0 also has, on the same side; polygons that lie side by side',
        '$.mesh.polygons[1][1]: an edge that polygon 0 also has, on the same side; polygons that lie side by side',
        '$.mesh.polygons[3][0]: an edge that polygon 2 also has, on the same side; polygons that lie side by side',
        '$.mesh.polygons[3][2]: an edge that polygon 2 also has, on the same side; polygons that lie side by side',
      ],
    ],
    [
      'an agent beside it',
      onMesh({
        species: [
          species({
            spawn: {
              type: 'points',
              positions: [
                [1, 1],
                [5, 1],
              ],
            },
          }),
        ],
      }),
      ['$.species[0].spawn.positions[1]: a point outside the mesh; a point on the mesh'],
    ],
    [
      'a flow field',
      steered({ type: 'flowField' }),
      ['$.species[0].behaviors[0]: "flowField" on a mesh; a map, or "navigate"'],
    ],
    [
      'walls that commands would build',
      onMesh({ commands: [{ tick: 0, type: 'cells', min: [0, 0], max: [1, 1], cost: 'wall' }] }),
      ['$.commands[0].type: "cells"; a scenario that has a map'],
    ],
    [
      'polygons of two corners, and a reach below 0',
      onMesh({ mesh: { ...MESH, polygons: [[0, 1]], reach: -1 } }),
      [
        '$.mesh.polygons[0]: an array of 2; at least 3 elements',
        '$.mesh.reach: -1; a number of at least 0',
      ],
    ],
  ])('is refused for %s', (_, input, lines) => {
    expect(linesOf(input)).toEqual(lines);
  });

  /** A strip of squares of 1 m. */
  const strip = (count: number): { vertices: number[][]; polygons: number[][] } => ({
    vertices: Array.from({ length: 2 * count + 2 }, (_, k) => [k >> 1, k & 1]),
    polygons: Array.from({ length: count }, (_, k) => {
      return [2 * k, 2 * k + 2, 2 * k + 3, 2 * k + 1];
    }),
  });

  it('may have thousands of connected polygons, and reports the first invalid one', () => {
    const mesh = strip(5000);
    const spawn = {
      type: 'points',
      positions: [
        [0.5, 0.5],
        [4999.5, 0.5],
      ],
    };
    expect(linesOf(onMesh({ mesh, species: [species({ spawn })] }))).toEqual([]);
    const { part } = buildMesh(mesh.vertices, mesh.polygons);
    expect(new Set(part).size).toBe(1);
    mesh.polygons[4321] = [1, 2];
    const expected = 'an array of 3 to 64 indices of vertices';
    expect(linesOf(onMesh({ mesh }))).toEqual([
      `$.mesh.polygons[4321]: an array of 2; ${expected}`,
    ]);
    const polygons = Array.from({ length: 1_048_577 }, () => [0, 1, 2]);
    expect(linesOf(onMesh({ mesh: { ...mesh, polygons } }))).toEqual([
      '$.mesh.polygons: 1048577 elements; at most 1048576 elements',
    ]);
  });
});
