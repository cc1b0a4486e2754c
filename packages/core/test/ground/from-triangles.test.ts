import { init, NavMeshQuery } from 'recast-navigation';
import { generateTiledNavMesh as generateByRecast } from 'recast-navigation/generators';
import { beforeAll, describe, expect, it } from 'vitest';
import { GroundError, type GroundOptions, groundFromTriangles } from '../../src/ground/index.ts';
import { buildMesh, findMeshProblems } from '../../src/path/mesh/build-mesh.ts';
import type { GroundShape } from '../../src/path/mesh/from-navcat.ts';
import { groundFromRecast } from '../../src/path/mesh/from-recast.ts';
import { createPlace, nearestInPolygon } from '../../src/path/mesh/mesh-place.ts';
import { parseScenario } from '../../src/scenario/parse.ts';
import { createWorld } from '../../src/tick/create-world.ts';
import { tick } from '../../src/tick/tick.ts';
import { findPaths } from '../../src/world/find-paths.ts';
import { expectHills } from './hills.ts';
import { LEVEL, surfaceAt } from './level.ts';

function worldOn(ground: GroundShape) {
  return createWorld(
    parseScenario({
      name: 'level',
      dimensions: 3,
      ground,
      species: [
        {
          name: 'walker',
          count: 1,
          spawn: { type: 'points', positions: [[-12, 8, 0]] },
          goals: { type: 'points', positions: [[-12, 8, 4]] },
          maxSpeed: 3,
          behaviors: [{ type: 'navigate' }],
        },
      ],
    }),
  );
}

/** Checks that a surface is that of the level: its heights but for steps, and a way from floor to floor. */
function expectLevel(ground: GroundShape, exact: number): void {
  expect(findMeshProblems(ground.vertices, ground.polygons)).toEqual([]);
  const mesh = buildMesh(ground.vertices, ground.polygons);
  expect(new Set(mesh.part).size).toBe(1);
  const place = createPlace();
  const floors = new Set<number>();
  for (let polygon = 0; polygon < mesh.polygons; polygon++) {
    for (let x = -14; x <= 14; x += 0.5) {
      for (let y = -9; y <= 9; y += 0.5) {
        nearestInPolygon(place, mesh, polygon, x, y);
        if (place.distance > 0) continue;
        const off = Math.abs(place.z - surfaceAt(x, y, place.z));
        expect(off).toBeLessThan(0.4);
        // The foot of the ramp can be climbed from its sides.
        if (Math.abs(y) < 1 || Math.abs(y) > 4) expect(off).toBeLessThan(exact);
        floors.add(Math.round(place.z));
      }
    }
  }
  expect([...floors].sort()).toEqual([0, 1, 2, 3, 4]);
  const world = worldOn(ground);
  const [{ status, length }] = findPaths(world, [{ from: [-12, 8, 0], to: [-12, 8, 4] }]);
  expect(status).toBe('found');
  // Around the foot of the ramp and back.
  expect(length).toBeGreaterThan(2 * Math.hypot(15, 6));
  expect(length).toBeLessThan(2 * Math.hypot(18, 8));
  for (let k = 0; k < 1200; k++) tick(world);
  const { x, y, z } = world.views.position;
  const at = world.views.slot[0];
  expect(Math.hypot(x[at] + 12, y[at] - 8)).toBeLessThan(1);
  expect(Math.abs(z[at] - 4)).toBeLessThan(exact);
}

describe('groundFromTriangles', () => {
  it.each([{}, { cellSize: 0.1 }, { radius: 0.5, slope: 30 }] as GroundOptions[])(
    'makes a ground of a level with two floors and a ramp, with %j',
    (options) => expectLevel(groundFromTriangles(LEVEL, options), 0.1),
  );

  it('keeps floors apart that lie above each other at a border of tiles', () => {
    const positions = LEVEL.positions.map((value, k) => (k % 3 === 2 ? 2 * value : value));
    const { vertices, polygons } = groundFromTriangles({ ...LEVEL, positions });
    expect(findMeshProblems(vertices, polygons)).toEqual([]);
    expect(polygons.length).toBeLessThan(300);
  });

  it('ends with hills, and follows them', () => expectHills(60));

  it('makes the same each time', () => {
    expect(groundFromTriangles(LEVEL)).toEqual(groundFromTriangles(LEVEL));
  });

  it.each([
    ['OPTION_INVALID', LEVEL, { radius: -1 }, '$.radius: found -1, expected 0 to 100'],
    ['OPTION_INVALID', LEVEL, { slope: 'steep' }, '$.slope: found "steep", expected 0 to 89'],
    [
      'OPTION_INVALID',
      LEVEL,
      { hight: 2 },
      '$.hight: found an unknown option (did you mean "height"?)',
    ],
    ['OPTION_INVALID', LEVEL, 3, '$: found 3, expected an object'],
    ['LEVEL_INVALID', { positions: [], indices: [] }, {}, 'found no triangles'],
    ['LEVEL_INVALID', { positions: [], indices: [0, 1] }, {}, 'found 2 indices'],
    [
      'LEVEL_INVALID',
      { positions: [0, 0, 0], indices: [0, 0, 1] },
      {},
      'index 2: found 1, expected a vertex, 0 to 0',
    ],
    [
      'LEVEL_INVALID',
      { positions: [0, Number.NaN, 0], indices: [0, 0, 0] },
      {},
      'vertex 0: found a coordinate of NaN, expected',
    ],
    [
      'LEVEL_TOO_LARGE',
      LEVEL,
      { cellSize: 0.001 },
      'found a level of 30 m x 20 m with 600000000 cells',
    ],
    ['NOTHING_WALKABLE', LEVEL, { radius: 20 }, 'found no place for a body of radius 20 m'],
    [
      'NOTHING_WALKABLE',
      { positions: [0, 0, 0, 1, 0, 0, 1, 9, 0], indices: [0, 1, 2] },
      {},
      'found no place',
    ],
  ] as const)('refuses with %s', (code, level, options, message) => {
    const make = () => groundFromTriangles(level, options as GroundOptions);
    expect(make).toThrow(
      expect.objectContaining({ code, message: expect.stringContaining(message) }),
    );
    expect(make).toThrow(GroundError);
  });
});

describe('groundFromRecast', () => {
  beforeAll(() => init());

  it('makes a ground of a mesh of tiles, on which recast finds as long a way', () => {
    const { navMesh } = generateByRecast(LEVEL.positions, LEVEL.indices, {
      cs: 0.15,
      ch: 0.075,
      walkableRadius: 2,
      walkableHeight: 24,
      walkableClimb: 5,
      walkableSlopeAngle: 45,
      tileSize: 48,
      detailSampleDist: 4,
      detailSampleMaxError: 1,
    });
    const ground = groundFromRecast(navMesh!);
    expectLevel(ground, 0.2);
    const query = new NavMeshQuery(navMesh!);
    const [start, end] = [
      { x: -12, y: 0, z: -8 },
      { x: -12, y: 4, z: -8 },
    ];
    const { path } = query.computePath(start, end);
    const flat = path
      .slice(1)
      .reduce((sum, { x, z }, k) => sum + Math.hypot(x - path[k].x, z - path[k].z), 0);
    const [{ length }] = findPaths(worldOn(ground), [{ from: [-12, 8, 0], to: [-12, 8, 4] }]);
    // Recast's way is not the shortest.
    expect(length).toBeLessThan(flat + 0.01);
    expect(length).toBeGreaterThan(0.9 * flat);
  });
});
