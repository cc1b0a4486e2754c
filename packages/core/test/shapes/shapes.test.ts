import { describe, expect, it } from 'vitest';
import {
  type Obstacle,
  obstacleSchema,
  shapeNumbersOf,
} from '../../src/scenario/obstacles/index.ts';
import { createBody, createNearestPoint } from '../../src/shapes/geometry.ts';
import { SHAPES } from '../../src/shapes/index.ts';
import { createSight } from '../../src/shapes/sight.ts';
import { randomOf } from '../helpers/random-of.ts';

type Point = readonly [number, number, number];

/** Signed distance to the solid, by a closed form or by brute force over its parts; below 0 inside. */
interface Kind {
  readonly name: string;
  readonly dimensions: 2 | 3;
  readonly obstacle: Obstacle;
  readonly distance: (p: Point) => number;
}

const AXIS: Point = [2, -1, 0.5];
const CORNERS = [
  [-3, -2],
  [2, -3],
  [4, 1],
  [0, 3],
] as const;

function toSegment(p: readonly number[], a: readonly number[], b: readonly number[]): number {
  // By brute force: the nearest of many points of it.
  let least = Number.POSITIVE_INFINITY;
  for (let k = 0; k <= 4000; k++) {
    let squares = 0;
    for (let d = 0; d < p.length; d++) squares += (p[d] - a[d] - (k / 4000) * (b[d] - a[d])) ** 2;
    least = Math.min(least, squares);
  }
  return Math.sqrt(least);
}

function toPolygon(p: Point, corners: readonly (readonly number[])[]): number {
  let inside = true;
  let least = Number.POSITIVE_INFINITY;
  corners.forEach((a, k) => {
    const b = corners[(k + 1) % corners.length];
    if ((b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0]) < 0) inside = false;
    least = Math.min(least, toSegment([p[0], p[1]], a, b));
  });
  return inside ? -least : least;
}

const polygon = obstacleSchema.parse({ type: 'polygon', points: CORNERS });
const middle = shapeNumbersOf(polygon, 2).center;
const placed = CORNERS.map(([x, y]) => [x - middle[0], y - middle[1]]);

const kinds: Kind[] = [
  {
    name: 'sphere',
    dimensions: 3,
    obstacle: obstacleSchema.parse({ type: 'sphere', center: [1, 2, 3], radius: 2 }),
    distance: (p) => Math.hypot(...p) - 2,
  },
  {
    name: 'box',
    dimensions: 3,
    obstacle: obstacleSchema.parse({ type: 'box', min: [0, 0, 0], max: [6, 2, 4] }),
    distance: ([x, y, z]) => {
      const d = [Math.abs(x) - 3, Math.abs(y) - 1, Math.abs(z) - 2];
      return Math.hypot(...d.map((v) => Math.max(v, 0))) + Math.min(0, Math.max(...d));
    },
  },
  {
    name: 'capsule',
    dimensions: 3,
    obstacle: obstacleSchema.parse({
      type: 'capsule',
      from: AXIS.map((v) => 5 - v),
      to: AXIS.map((v) => 5 + v),
      radius: 1.5,
    }),
    distance: (p) =>
      toSegment(
        p,
        AXIS.map((v) => -v),
        AXIS,
      ) - 1.5,
  },
  {
    name: 'plane',
    dimensions: 3,
    obstacle: obstacleSchema.parse({ type: 'plane', point: [4, 4, 4], normal: [2, -3, 6] }),
    distance: ([x, y, z]) => (2 * x - 3 * y + 6 * z) / 7,
  },
  { name: 'polygon', dimensions: 2, obstacle: polygon, distance: (p) => toPolygon(p, placed) },
];

describe.each(kinds)('a $name', ({ dimensions, obstacle, distance }) => {
  const shape = SHAPES[obstacle.type];
  const numbers = shapeNumbersOf(obstacle, dimensions);
  const body = createBody();
  body.radius = numbers.radius;
  [body.ex, body.ey, body.ez] = numbers.extent.map(Math.fround) as [number, number, number];
  body.points = Float32Array.from([9, ...numbers.points]);
  body.first = 1;
  body.corners = numbers.points.length / 2;
  const random = randomOf(17);
  const point = (size: number): Point => [
    size * (random() - 0.5),
    size * (random() - 0.5),
    dimensions === 3 ? size * (random() - 0.5) : 0,
  ];
  const course = (): Point => {
    const v = point(2);
    const long = Math.hypot(...v);
    return v.map((value) => Math.fround(value / long)) as unknown as Point;
  };

  it('finds the point of its surface nearest to any point, seed 17', () => {
    const near = createNearestPoint();
    for (let k = 0; k < 60; k++) {
      const p = point(14);
      shape.nearest(near, body, ...p);
      expect(near.distance).toBeCloseTo(distance(p), 2);
      expect(distance([near.x, near.y, near.z])).toBeCloseTo(0, 2);
      expect(Math.hypot(near.nx, near.ny, near.nz)).toBeCloseTo(1, 6);
      const off = [near.x, near.y, near.z].map((v, d) => p[d] - v);
      expect(off[0] * near.nx + off[1] * near.ny + off[2] * near.nz).toBeCloseTo(near.distance, 5);
    }
  });

  it('is hit where a body that flies straight touches it, from either side, seed 17', () => {
    const sight = createSight();
    const room = 0.25;
    let met = 0;
    let missed = 0;
    for (let k = 0; k < 160; k++) {
      const p = point(14).map(Math.fround) as unknown as Point;
      const n = course();
      const inside = k % 2 === 1 && shape.bounded;
      // The distance of the body from the places that it must not enter.
      const gap = (at: Point): number => (inside ? -distance(at) : distance(at)) - room;
      const at = (way: number): Point => p.map((v, d) => v + n[d] * way) as unknown as Point;
      (inside ? shape.lookInside : shape.look)(sight, body, ...p, ...n, room);
      // A box grows by the room with sharp corners, the distance with round ones: a margin for it.
      const margin = obstacle.type === 'box' ? room : 0.03;
      if (Math.abs(gap(p)) < margin) continue;
      expect(sight.inside).toBe(gap(p) < 0);
      if (sight.inside) continue;
      // Sphere tracing: a step as long as the gap never passes the surface.
      let way = 0;
      for (let step = 0; step < 400 && way < 40 && gap(at(way)) > 1e-4; step++) way += gap(at(way));
      if (sight.distance < 40) {
        met++;
        expect(Math.abs(gap(at(sight.distance)))).toBeLessThan(margin);
        expect(sight.distance).toBeLessThan(way + 0.03);
        if (obstacle.type !== 'box') expect(sight.distance).toBeGreaterThan(way - 0.03);
      } else {
        missed++;
        // Not even grazed.
        expect(gap(at(way))).toBeGreaterThan(way < 40 ? -1e-3 : 0);
        if (way < 40) {
          const deepest = Math.min(...[0.05, 0.1, 0.2, 0.4].map((more) => gap(at(way + more))));
          expect(deepest).toBeGreaterThan(-0.03);
        }
      }
    }
    expect(met).toBeGreaterThan(6);
    if (shape.bounded) expect(missed).toBeGreaterThan(6);
  });

  it('reaches as far along any direction as its farthest point, seed 17', () => {
    if (!shape.bounded) return;
    for (let k = 0; k < 20; k++) {
      const n = course();
      const reach = shape.reach(body, ...n);
      // No point of its solid lies beyond, and some are near.
      let far = Number.NEGATIVE_INFINITY;
      const near = createNearestPoint();
      for (let one = 0; one < 300; one++) {
        const p = n.map((v, d) => 30 * v + point(30)[d]) as unknown as Point;
        shape.nearest(near, body, ...p);
        far = Math.max(far, near.x * n[0] + near.y * n[1] + near.z * n[2]);
      }
      expect(far).toBeLessThan(reach + 1e-5);
      expect(far).toBeGreaterThan(reach - 0.4);
    }
  });
});
