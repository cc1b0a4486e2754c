import { createWorld, listObstacles, parseScenario } from '@skein/core';
import { BackSide, Box3, FrontSide, type Mesh, type MeshStandardMaterial, Vector3 } from 'three';
import { expect, it } from 'vitest';
import { extentOf } from '../../src/scene/extent.ts';
import { ObstacleLayer } from '../../src/scene/obstacle-layer.ts';

const scenario = parseScenario({
  name: 'obstacles',
  species: [{ name: 'bird', count: 1, spawn: { type: 'points', positions: [[0, 0, 0]] } }],
  obstacles: [
    { type: 'sphere', center: [1, 2, 3], radius: 4 },
    { type: 'box', min: [-9, -1, 2], max: [-3, 5, 3], keep: 'inside' },
    { type: 'plane', point: [0, -2, 50], normal: [0, 3, 0] },
  ],
});

const drawn = { obstacles: listObstacles(createWorld(scenario)), obstacleVersion: 1 };
const meshes = new ObstacleLayer(scenario, drawn).object.children as Mesh[];

it('draws spheres and boxes at their place, with their size', () => {
  const [ball, box] = meshes.map((mesh) => new Box3().setFromObject(mesh));
  expect(ball!.min.toArray().map(Math.round)).toEqual([-3, -2, -1]);
  expect(ball!.max.toArray().map(Math.round)).toEqual([5, 6, 7]);
  expect(box!.min.toArray()).toEqual([-9, -1, 2]);
  expect(box!.max.toArray()).toEqual([-3, 5, 3]);
});

it('draws only the far side of those that keep agents inside', () => {
  const sides = meshes.map((mesh) => (mesh.material as MeshStandardMaterial).side);
  expect(sides).toEqual([FrontSide, BackSide, FrontSide]);
});

it('draws a plane through its point, perpendicular to its normal, near the center of the scene', () => {
  const plane = meshes[2];
  plane.updateMatrixWorld();
  const facing = new Vector3(0, 0, 1).transformDirection(plane.matrixWorld);
  expect(facing.distanceTo(new Vector3(0, 1, 0))).toBeLessThan(1e-6);
  const { center } = extentOf(scenario);
  expect(plane.position.toArray()).toEqual([center.x, -2, center.z]);
});

it('includes boxes, but not planes, in the extent of an open scene', () => {
  const { box } = extentOf(scenario);
  expect(box.min.x).toBe(-9);
  expect(box.max.z).toBe(7);
});
