import { parseScenario } from '@skein/core';
import { Box3, type LineSegments, type Mesh } from 'three';
import { expect, it } from 'vitest';
import { extentOf } from '../../src/scene/extent.ts';
import { edgesOf, MeshLayer } from '../../src/scene/mesh-layer.ts';

// Two squares of 2 m. Where they meet, each has its own vertices, and the second is clockwise.
const scenario = parseScenario({
  name: 'mesh',
  dimensions: 2,
  mesh: {
    vertices: [
      [1, 1],
      [3, 1],
      [3, 3],
      [1, 3],
      [3, 1],
      [5, 1],
      [5, 3],
      [3, 3],
    ],
    polygons: [
      [0, 1, 2, 3],
      [4, 7, 6, 5],
    ],
  },
  species: [{ name: 'a', count: 1, spawn: { type: 'points', positions: [[2, 2]] } }],
});

it('draws the six walls of two squares, and the edge between them once', () => {
  const { walls, shared } = edgesOf(scenario.mesh!);
  expect(walls.length).toBe(6 * 6);
  expect(shared).toEqual([3, 1, 0, 3, 3, 0]);
  const layer = new MeshLayer(scenario.mesh!);
  const boxes = (layer.object.children as LineSegments[]).map((lines) => {
    return new Box3().setFromObject(lines);
  });
  expect(boxes.map(({ min, max }) => [min.toArray(), max.toArray()])).toEqual([
    [
      [3, 1, 0],
      [3, 3, 0],
    ],
    [
      [1, 1, 0],
      [5, 3, 0],
    ],
  ]);
  layer.dispose();
});

it('tints areas by what they cost', () => {
  const { mesh } = scenario;
  const areas = (cost: number) => [{ name: 'area', polygons: [1], cost }];
  const tints = (cost: number) => {
    const layer = new MeshLayer({ ...mesh!, areas: areas(cost) });
    const [floors] = layer.object.children as Mesh[];
    const { array } = floors.geometry.attributes.color;
    layer.dispose();
    return [array.slice(0, 3), array.slice(-3)].map((color) => [...color]);
  };
  const [plain, same] = tints(1);
  expect(same).toEqual(plain);
  const [dear, dearer, cheap] = [2, 8, 0.5].map((cost) => tints(cost)[1]);
  // Red for what costs more, green for what costs less.
  expect(dear[0]).toBeGreaterThan(plain[0]);
  expect(dearer[0]).toBeGreaterThan(dear[0]);
  expect(cheap[1]).toBeGreaterThan(plain[1]);
  expect(cheap[0]).not.toBeGreaterThan(plain[0]);
});

it('defines the extent of an open scene', () => {
  const { box } = extentOf(scenario);
  expect([box.min.toArray(), box.max.toArray()]).toEqual([
    [1, 1, 0],
    [5, 3, 0],
  ]);
});
