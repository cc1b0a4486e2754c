import { describe, expect, it } from 'vitest';
import { ScenarioError } from '../../src/errors.ts';
import { heightIn, isInPolygon } from '../../src/path/mesh/mesh-place.ts';
import type { NavMesh } from '../../src/path/mesh/nav-mesh.ts';
import { stateHash } from '../../src/phases/hash.ts';
import { parseScenario } from '../../src/scenario/parse.ts';
import { restore, snapshot } from '../../src/snapshot/snapshot.ts';
import { createWorld } from '../../src/tick/create-world.ts';
import { tick, tickSliced } from '../../src/tick/tick.ts';
import { findPaths } from '../../src/world/find-paths.ts';
import { meshIn } from '../../src/world/mesh.ts';
import { innerOf, type World } from '../../src/world/public-world.ts';
import { scenarioOn, TWO_FLOORS } from './two-floors.ts';

/** The problems of a scenario, each as a line. */
function linesOf(input: unknown): string[] {
  try {
    parseScenario(input);
  } catch (error) {
    if (!(error instanceof ScenarioError)) throw error;
    return error.problems.map(({ path, found, expected }) => `${path}: ${found}; ${expected}`);
  }
  return [];
}

/** The places of the walkers, by index: the walkers of the fixture come first. */
function walkersOf({ views }: World): number[] {
  return Array.from({ length: 40 }, (_, index) => views.slot[index]);
}

/** The polygons from which a walker can have come in one step: its own, and those around it. */
function isBeside({ first, next }: NavMesh, p: number, q: number): boolean {
  return p === q || next.subarray(first[p], first[p + 1]).includes(q);
}

describe('walkers on a ground', () => {
  it('keep to their floor, cross only shared edges, arrive, and do not overlap', () => {
    const world = createWorld(parseScenario(scenarioOn()));
    const mesh = meshIn(innerOf(world));
    const polygonOf = (at: number): number => world.views.polygon[at];
    const before = walkersOf(world).map(polygonOf);
    let deepest = 0;
    for (let k = 0; k < 1600; k++) {
      tick(world);
      const { x, y, z } = world.views.position;
      const places = walkersOf(world);
      places.forEach((at, index) => {
        const polygon = polygonOf(at);
        expect(isInPolygon(mesh, polygon - 1, x[at], y[at])).toBe(true);
        expect(z[at]).toBe(Math.fround(heightIn(mesh, polygon - 1, x[at], y[at])));
        expect(isBeside(mesh, before[index] - 1, polygon - 1)).toBe(true);
        before[index] = polygon;
        for (const other of places.slice(index + 1)) {
          if (Math.abs(z[at] - z[other]) > 1) continue;
          const apart = Math.hypot(x[at] - x[other], y[at] - y[other]);
          deepest = Math.max(deepest, 0.5 - apart);
        }
      });
    }
    const heights = walkersOf(world).map((at) => world.views.position.z[at]);
    expect(heights.slice(0, 20)).toEqual(Array(20).fill(4));
    expect(heights.slice(20)).toEqual(Array(20).fill(0));
    expect(deepest).toBeLessThan(0.05 * 0.25);
  });

  it('have the same hash for any number of workers, kernel and resume', () => {
    const scenario = parseScenario(scenarioOn());
    const hashes = [
      ...[1, 2, 3, 7].map((workers) => ({ workers, kernel: 'ts' as const })),
      ...[1, 3].map((workers) => ({ workers, kernel: 'simd' as const })),
    ].map(({ workers, kernel }) => {
      let world = createWorld(scenario, { kernel });
      for (let k = 0; k < 240; k++) {
        tickSliced(world, [...Array(workers).keys()]);
        if (k === 100) world = restore(snapshot(world), { kernel });
      }
      return stateHash(world);
    });
    expect(new Set(hashes).size).toBe(1);
  });

  it('do not see who is on another floor, though right above or below', () => {
    const twice = (positions: number[][]) =>
      createWorld(
        parseScenario(
          scenarioOn({
            species: [
              {
                name: 'shy',
                count: positions.length,
                spawn: { type: 'points', positions },
                maxSpeed: 1,
                maxForce: 5,
                behaviors: [
                  { type: 'separation', radius: 8, weight: 3 },
                  { type: 'context', radius: 8 },
                ],
              },
            ],
          }),
        ),
      );
    const [alone, above, beside] = [
      twice([[5, 5, 0]]),
      twice([
        [5, 5, 0],
        [5.1, 5, 4],
      ]),
      twice([
        [5, 5, 0],
        [5.1, 5, 0],
      ]),
    ];
    for (const world of [alone, above, beside]) for (let k = 0; k < 20; k++) tick(world);
    const placeOf = ({ views }: World) => {
      const at = views.slot[0];
      return [views.position.x[at], views.position.y[at], views.position.z[at]];
    };
    expect(placeOf(above)).toEqual(placeOf(alone));
    expect(placeOf(beside)).not.toEqual(placeOf(alone));
  });

  it.each([
    ['avoidance', { type: 'avoidance', lookAhead: 2, margin: 0.3, weight: 40 }, 0.4],
    [
      'avoidance that reflects',
      { type: 'avoidance', lookAhead: 2, margin: 0.3, weight: 40, steer: 'reflect' },
      0.4,
    ],
    ['containment', { type: 'containment', lookAhead: 0.5, margin: 1, weight: 40 }, 0.4],
    [
      'context',
      { type: 'context', radius: 1, castRadius: 0.5, castRange: 2, weight: 20, speed: 1 },
      0.3,
    ],
  ] as const)('keep off the walls of their floor by %s', (_, behavior, least) => {
    for (const kernel of ['ts', 'simd'] as const) {
      const nearest = [[], [behavior]].map((behaviors) => {
        const world = createWorld(
          parseScenario(
            scenarioOn({
              targets: [{ name: 'far', position: [10, -50, 0] }],
              species: [
                {
                  name: 'walker',
                  count: 1,
                  spawn: { type: 'points', positions: [[4, 6, 0]], velocities: [[0.7, -0.7, 0]] },
                  radius: 0.25,
                  maxSpeed: 1,
                  maxForce: 40,
                  behaviors: [{ type: 'seek', target: 'far', weight: 0.5 }, ...behaviors],
                },
              ],
            }),
          ),
          { kernel },
        );
        let nearest = Number.POSITIVE_INFINITY;
        for (let k = 0; k < 400; k++) {
          tick(world);
          nearest = Math.min(nearest, world.views.position.y[0]);
        }
        return nearest;
      });
      expect(nearest[0]).toBeLessThan(1e-6);
      expect(nearest[1]).toBeGreaterThan(least);
    }
  });

  it('have paths with heights, that lie on the surface', () => {
    const world = createWorld(parseScenario(scenarioOn()));
    const [{ status, points, length }] = findPaths(world, [{ from: [1, 1, 0], to: [1, 1, 4] }]);
    expect(status).toBe('found');
    const corners = Array.from({ length: points.length / 3 }, (_, k) => [
      ...points.subarray(3 * k, 3 * k + 3),
    ]);
    expect(corners.map((corner) => corner.map((v) => Math.round(100 * v) / 100))).toEqual([
      [1, 1, 0],
      [20, 3.11, 0],
      [28, 4, 2],
      [28, 6, 2],
      [20, 6, 4],
      [1, 1, 4],
    ]);
    const ways = [Math.hypot(27, 3), 2, 8, Math.hypot(19, 5)];
    expect(length).toBeCloseTo(ways[0] + ways[1] + ways[2] + ways[3], 9);
    // The nearest floor counts.
    const [low] = findPaths(world, [{ from: [1, 1, 0.4], to: [15, 8, 1.5] }]);
    expect(low.length).toBeCloseTo(Math.hypot(14, 7), 9);
  });
});

describe('a scenario with a ground', () => {
  const ground = structuredClone(TWO_FLOORS) as unknown as {
    vertices: number[][];
    polygons: number[][];
  };
  const vertices = ground.vertices;

  it.each([
    [
      'the plane',
      { dimensions: 2 },
      '$.ground: a ground in two dimensions; dimensions 3, or the key "mesh" instead',
    ],
    ['a mesh too', { mesh: ground }, '$.ground: both a mesh and a ground; one of the two'],
    [
      'a torus',
      { bounds: { type: 'wrap', min: [-1, -1, -1], max: [33, 11, 5] } },
      '$.ground: a ground in bounds that wrap; bounds that do not wrap',
    ],
    [
      'upright polygons',
      { ground: { vertices, polygons: [...ground.polygons, [0, 1, 16]] } },
      '$.ground.polygons[5][2]: the position of corner 1 again; a different position for each corner',
    ],
  ])('is refused with %s', (_, changes, line) => {
    expect(linesOf(scenarioOn(changes))).toContain(line);
  });

  it('refuses walkers where there is no ground, and navigators that fly', () => {
    const walker = { name: 'w', count: 1, spawn: { type: 'points', positions: [[0, 0, 0]] } };
    const { ground: _, ...without } = scenarioOn({
      species: [{ ...walker, moves: 'walk', height: 1 }],
    }) as never as Record<string, unknown>;
    expect(linesOf(without)).toEqual([
      '$.species[0].moves: "moves" without a ground; a scenario with the key "ground"',
      '$.species[0].height: "height" without a ground; a scenario with the key "ground"',
    ]);
    const species = [
      {
        ...walker,
        moves: 'fly',
        maxSpeed: 1,
        goals: { type: 'mirror', center: [1, 1, 0] },
        behaviors: [{ type: 'navigate' }],
      },
    ];
    expect(linesOf(scenarioOn({ species }))).toContain(
      '$.species[0].behaviors[0]: "navigate" in a species that flies; a species that walks',
    );
  });
});
