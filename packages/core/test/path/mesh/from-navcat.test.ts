import { generateSoloNavMesh, generateTiledNavMesh } from 'navcat/blocks';
import { describe, expect, it } from 'vitest';
import { inspect } from '../../../src/insight/inspect.ts';
import { meshFromNavcat } from '../../../src/path/mesh/from-navcat.ts';
import { parseScenario } from '../../../src/scenario/parse.ts';
import { createWorld } from '../../../src/tick/create-world.ts';
import { tick } from '../../../src/tick/tick.ts';

const CELL = 0.1;
/** Of a walker (m). */
const RADIUS = 0.3;

/** A floor of 12 m x 10 m around the origin, with a wall from one side up to 2 m before the other. */
function floorWithWall() {
  const positions: number[] = [];
  const indices: number[] = [];
  const quad = (...corners: [number, number, number][]): void => {
    const first = positions.length / 3;
    positions.push(...corners.flat());
    indices.push(first, first + 1, first + 2, first, first + 2, first + 3);
  };
  quad([-6, 0, -5], [-6, 0, 5], [6, 0, 5], [6, 0, -5]);
  for (const x of [-0.5, 0.5]) quad([x, 0, -5], [x, 3, -5], [x, 3, 3], [x, 0, 3]);
  quad([-0.5, 0, 3], [-0.5, 3, 3], [0.5, 3, 3], [0.5, 0, 3]);
  quad([-0.5, 3, -5], [-0.5, 3, 3], [0.5, 3, 3], [0.5, 3, -5]);
  return { positions: new Float32Array(positions), indices: new Uint32Array(indices) };
}

const OPTIONS = {
  cellSize: CELL,
  cellHeight: 0.1,
  walkableRadiusVoxels: Math.ceil(RADIUS / CELL),
  walkableRadiusWorld: RADIUS,
  walkableClimbVoxels: 4,
  walkableClimbWorld: 0.4,
  walkableHeightVoxels: 20,
  walkableHeightWorld: 2,
  walkableSlopeAngleDegrees: 45,
  borderSize: 0,
  minRegionArea: 20,
  mergeRegionArea: 40,
  maxSimplificationError: 1.3,
  maxEdgeLength: 60,
  maxVerticesPerPoly: 6,
  detailSampleDistance: 6,
  detailSampleMaxError: 1,
};

describe('meshFromNavcat', () => {
  it.each([
    ['one tile', () => generateSoloNavMesh(floorWithWall(), OPTIONS).navMesh],
    [
      'many tiles',
      () => {
        const tiles = { tileSizeVoxels: 24, tileSizeWorld: 24 * CELL, borderSize: 6 };
        return generateTiledNavMesh(floorWithWall(), { ...OPTIONS, ...tiles }).navMesh;
      },
    ],
  ])('gives a mesh of %s on which an agent walks around a wall', (_, make) => {
    const mesh = meshFromNavcat(make(), { maxHeight: 1 });
    const scenario = parseScenario({
      name: 'floor',
      dimensions: 2,
      mesh,
      targets: [{ name: 'goal', position: [4, -4] }],
      species: [
        {
          name: 'a',
          count: 1,
          spawn: { type: 'points', positions: [[-4, -4]] },
          maxSpeed: 2,
          behaviors: [{ type: 'navigate' }],
        },
      ],
    });
    const world = createWorld(scenario);
    tick(world);
    const [{ status, points }] = inspect(world, 0).ways;
    expect(status).toBe('found');
    const way = [[-4, -4, 0], ...points];
    const length = way.slice(1).reduce((sum, [x, y], k) => {
      return sum + Math.hypot(x - way[k][0], y - way[k][1]);
    }, 0);
    // Around the end of the wall and a radius more, give or take two cells at each corner.
    const least = 2 * Math.hypot(3.5 - RADIUS, 7 + RADIUS) + 1 + 2 * RADIUS;
    expect(Math.abs(length - least)).toBeLessThan(4 * CELL);
  });
});
