import { createWorld, parseScenario, tick, type World } from '@skein/core';
import * as THREE from 'three';
import { describe, expect, it } from 'vitest';
import { groundFrom } from '../../src/ground/index.ts';
import { box, twoFloors } from './two-floors.ts';

/** 50 walkers on the floor who all go up to the slab. */
function worldOn(level: THREE.Object3D): World {
  const places = (z: number, left: number) =>
    Array.from({ length: 50 }, (_, k) => [left + (k % 5) * 0.8, -7 + 1.5 * Math.floor(k / 5), z]);
  return createWorld(
    parseScenario({
      name: 'two-floors',
      dimensions: 3,
      dt: 0.05,
      ground: groundFrom(level),
      species: [
        {
          name: 'walker',
          count: 50,
          radius: 0.25,
          maxSpeed: 1.5,
          spawn: { type: 'points', positions: places(0, 8) },
          goals: { type: 'points', positions: places(4, -14) },
          behaviors: [
            { type: 'navigate', weight: 10 },
            { type: 'orca', radius: 3, timeHorizon: 2 },
          ],
        },
      ],
    }),
  );
}

/** The height of the floor (m) under a place of the plan that is nearest to a height. */
function floorAt(x: number, y: number, z: number): number {
  const heights = [0];
  if (x < -3) heights.push(4);
  else if (x < 5.5 && Math.abs(y) < 2.3) heights.push(Math.max(0, 4 - (x + 3) / 2));
  return heights.reduce((best, one) => (Math.abs(one - z) < Math.abs(best - z) ? one : best));
}

describe('groundFrom', () => {
  it('makes a ground on which 50 walkers change floors, and stand on one at all times', () => {
    const world = worldOn(twoFloors());
    const { position, slot } = world.views;
    let deepest = 0;
    let before = Array.from({ length: 50 }, () => 0);
    for (let k = 0; k < 1400; k++) {
      tick(world);
      const heights = before.map((_, index) => position.z[slot[index]!]!);
      heights.forEach((z, index) => {
        const at = slot[index]!;
        deepest = Math.max(deepest, Math.abs(z - floorAt(position.x[at]!, position.y[at]!, z)));
        // As high as the ramp is steep, and no fall from floor to floor.
        expect(Math.abs(z - before[index]!)).toBeLessThan(0.2);
      });
      before = heights;
    }
    expect(before.map((z) => Math.round(10 * z) / 10)).toEqual(Array(50).fill(4));
    expect(deepest).toBeLessThan(0.3);
  });

  it('makes the same each time, wherever the parents of the level put it', () => {
    const level = twoFloors();
    const once = groundFrom(level);
    expect(groundFrom(twoFloors())).toEqual(once);
    const parent = new THREE.Group();
    parent.position.set(0, 2, 0);
    parent.add(level);
    const raised = groundFrom(level);
    expect(raised.polygons).toEqual(once.polygons);
    raised.vertices.forEach(([x, y, z], k) => {
      expect([x, y]).toEqual(once.vertices[k]!.slice(0, 2));
      expect(z).toBeCloseTo(once.vertices[k]![2] + 2, 5);
    });
  });

  it('turns what is up to z, without a mirror image', () => {
    const { vertices } = groundFrom(box([4, 1, 8], [10, 2, 30]), { radius: 0 });
    const range = (axis: number) => [
      Math.min(...vertices.map((vertex) => vertex[axis]!)),
      Math.max(...vertices.map((vertex) => vertex[axis]!)),
    ];
    const close = (low: number, high: number) => [expect.closeTo(low, 0), expect.closeTo(high, 0)];
    expect(range(0)).toEqual(close(8, 12));
    expect(range(1)).toEqual(close(-34, -26));
    expect(range(2)).toEqual([2.5, 2.5]);
  });

  it.each([
    ['front', THREE.FrontSide, 1, true],
    ['back', THREE.BackSide, 1, false],
    ['front of a mirrored plane', THREE.FrontSide, -1, true],
    ['either side', THREE.DoubleSide, 1, true],
  ])('takes the %s of a material', (_, side, mirror, isWalkable) => {
    for (const turn of [-Math.PI / 2, Math.PI / 2]) {
      const geometry = new THREE.PlaneGeometry(5, 5).rotateX(turn);
      const plane = new THREE.Mesh(geometry, new THREE.MeshBasicMaterial({ side }));
      plane.scale.x = mirror;
      const make = () => groundFrom(plane).polygons.length;
      if (side === THREE.DoubleSide || turn < 0 === isWalkable) expect(make()).toBeGreaterThan(0);
      else expect(make).toThrow('found no place');
    }
  });

  it.each([
    ['OPTION_INVALID', () => undefined, {}, '$object: found nothing, expected an Object3D'],
    ['OPTION_INVALID', twoFloors, { radius: 'wide' }, '$.radius: found "wide"'],
    ['LEVEL_INVALID', () => new THREE.Group(), {}, 'found no triangles'],
    ['LEVEL_INVALID', () => box([1, Number.NaN, 1], [0, 0, 0]), {}, 'a coordinate of NaN'],
    ['LEVEL_TOO_LARGE', () => box([9000, 1, 9000], [0, 0, 0]), {}, 'a larger cellSize'],
    ['NOTHING_WALKABLE', () => box([0.1, 3, 0.1], [0, 0, 0]), {}, 'found no place'],
  ])('refuses with %s', (code, make, options, message) => {
    const run = () => groundFrom(make() as THREE.Object3D, options as object);
    expect(run).toThrow(
      expect.objectContaining({ code, message: expect.stringContaining(message) }),
    );
  });
});
