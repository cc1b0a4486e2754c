import { describe, expect, it } from 'vitest';
import type { NavMesh } from '../../src/path/mesh/nav-mesh.ts';
import { query } from '../../src/query/query-world.ts';
import { HIT, NO_AGENT } from '../../src/query/request.ts';
import { meshIn } from '../../src/world/mesh.ts';
import { innerOf } from '../../src/world/public-world.ts';
import type { World } from '../../src/world/world.ts';
import { LONG, someOf } from '../helpers/long.ts';
import { randomOf } from '../helpers/random-of.ts';
import { pointsOf, worldOf } from '../helpers/scenes.ts';
import {
  hubSource,
  latticeSource,
  type MeshSource,
  twoFloorsSource,
} from '../path/mesh/random-meshes.ts';

/** Casts at the ground, compared with all triangles, one by one. */

type Point = readonly number[];
type Triangle = readonly [Point, Point, Point];

const minus = (a: Point, b: Point): number[] => a.map((value, axis) => value - b[axis]);
const dot = (a: Point, b: Point): number =>
  a.reduce((sum, value, axis) => sum + value * b[axis], 0);
const along = (a: Point, b: Point, way: number): number[] =>
  a.map((value, axis) => value + way * b[axis]);
const cross = ([ax, ay, az]: Point, [bx, by, bz]: Point): number[] => [
  ay * bz - az * by,
  az * bx - ax * bz,
  ax * by - ay * bx,
];

/** Two floors, one above the other, of which each vertex is up to `steep` (m) higher. */
function grounds(seed: number): MeshSource {
  const random = randomOf(seed);
  if (seed % 4 === 0) return twoFloorsSource(seed);
  const steep = [0, 0.6, 1.9][seed % 3];
  const floors = [0, 1].map((floor) => {
    const make = seed % 4 === 1 ? hubSource : (one: number) => latticeSource(one, true);
    const { vertices, polygons } = make(seed + 50 * floor);
    return { vertices: vertices.map(([x, y]) => [x, y, 3 * floor + steep * random()]), polygons };
  });
  const above = floors[0].vertices.length;
  const upper = floors[1].polygons.map((polygon) => polygon.map((vertex) => vertex + above));
  return {
    vertices: [...floors[0].vertices, ...floors[1].vertices],
    polygons: [...floors[0].polygons, ...upper],
  };
}

function worldOn(ground: MeshSource): World {
  const species = [{ name: 'a', moves: 'fly', count: 1, spawn: { type: 'pool' } }];
  return worldOf({ dimensions: 3, ground, species });
}

/** All triangles, by polygon. Corners in a line in space make none. */
function trianglesOf(mesh: NavMesh): { readonly polygon: number; readonly corners: Triangle }[] {
  const corner = (c: number): Point => [mesh.x[c], mesh.y[c], mesh.z[c]];
  return Array.from({ length: mesh.polygons }, (_, polygon) => {
    const [first, end] = [mesh.first[polygon], mesh.first[polygon + 1]];
    return Array.from({ length: end - first - 2 }, (_, k) => ({
      polygon,
      corners: [corner(first), corner(first + k + 1), corner(first + k + 2)] as const,
    }));
  })
    .flat()
    .filter(({ corners: [a, b, c] }) => Math.hypot(...cross(minus(b, a), minus(c, a))) > 0);
}

/** Where a line passes through a triangle that is widened by this part of its size; NaN if it passes beside it. */
function crossing([a, b, c]: Triangle, from: Point, direction: Point, wider: number): number {
  const [u, v, p] = [minus(b, a), minus(c, a), minus(from, a)];
  const across = cross(direction, v);
  const size = dot(u, across);
  if (Math.abs(size) < 1e-12) return Number.NaN;
  const ofB = dot(p, across) / size;
  const ofC = dot(direction, cross(p, u)) / size;
  const isIn = ofB >= -wider && ofC >= -wider && ofB + ofC <= 1 + wider;
  return isIn ? dot(v, cross(p, u)) / size : Number.NaN;
}

/** The squared distance from (px, py, pz) to a segment. */
function squaredTo([ax, ay, az]: Point, [bx, by, bz]: Point, px: number, py: number, pz: number) {
  const [ex, ey, ez, wx, wy, wz] = [bx - ax, by - ay, bz - az, px - ax, py - ay, pz - az];
  const share = (wx * ex + wy * ey + wz * ez) / (ex * ex + ey * ey + ez * ez);
  const held = Math.min(1, Math.max(0, share));
  return (wx - held * ex) ** 2 + (wy - held * ey) ** 2 + (wz - held * ez) ** 2;
}

/** The distance from a point to a triangle: to the face, if the foot is in it, and otherwise to an edge. */
function distanceTo([a, b, c]: Triangle, [px, py, pz]: Point): number {
  const [ux, uy, uz] = [b[0] - a[0], b[1] - a[1], b[2] - a[2]];
  const [vx, vy, vz] = [c[0] - a[0], c[1] - a[1], c[2] - a[2]];
  const [wx, wy, wz] = [px - a[0], py - a[1], pz - a[2]];
  // The foot is a + ofB u + ofC v.
  const [uu, uv, vv] = [
    ux * ux + uy * uy + uz * uz,
    ux * vx + uy * vy + uz * vz,
    vx * vx + vy * vy + vz * vz,
  ];
  const [wu, wv] = [wx * ux + wy * uy + wz * uz, wx * vx + wy * vy + wz * vz];
  const size = uu * vv - uv * uv;
  const [ofB, ofC] = [(vv * wu - uv * wv) / size, (uu * wv - uv * wu) / size];
  if (ofB >= 0 && ofC >= 0 && ofB + ofC <= 1) {
    const [x, y, z] = [
      wx - ofB * ux - ofC * vx,
      wy - ofB * uy - ofC * vy,
      wz - ofB * uz - ofC * vz,
    ];
    return Math.sqrt(x * x + y * y + z * z);
  }
  const to = (one: Point, other: Point): number => squaredTo(one, other, px, py, pz);
  return Math.sqrt(Math.min(to(a, b), to(b, c), to(c, a)));
}

/** The least distance between a triangle and the course, which is a convex function of the way. */
function leastOn(triangle: Triangle, from: Point, direction: Point, end: number): number {
  let [low, high] = [0, end];
  for (let n = 0; n < 64; n++) {
    const [one, other] = [low + (high - low) / 3, high - (high - low) / 3];
    const isFirst =
      distanceTo(triangle, along(from, direction, one)) <
      distanceTo(triangle, along(from, direction, other));
    if (isFirst) high = other;
    else low = one;
  }
  return distanceTo(triangle, along(from, direction, low));
}

const COUNT = LONG ? 400 : 64;

/** Courses about a ground: anywhere, along its edges, from its corners, level, upright, short, and from far away. */
function coursesAbout(mesh: NavMesh, seed: number) {
  const random = randomOf(seed + 5);
  const corner = (): number[] => {
    const c = Math.floor(random() * mesh.x.length);
    return [mesh.x[c], mesh.y[c], mesh.z[c]];
  };
  const place = (): number[] => [10 * random() - 4, 10 * random() - 3, 7 * random() - 1];
  const origins = new Float32Array(3 * COUNT);
  const directions = new Float32Array(3 * COUNT);
  const length = new Float32Array(COUNT);
  for (let q = 0; q < COUNT; q++) {
    const kind = q % 8;
    let from = kind === 1 ? corner() : place();
    let way = minus(kind < 3 ? corner() : place(), from);
    if (kind === 3) way = [0, 0, random() < 0.5 ? 1 : -1];
    if (kind === 4) way[2] = 0;
    if (kind === 5)
      way = [
        [1, 0, 0],
        [0, -1, 0],
        [1, 1, 0],
      ][q % 3];
    if (kind === 5) from = [...corner().slice(0, 2), corner()[2]];
    if (kind === 6) from = along(from, way, -1000 * random());
    if (Math.hypot(...way) === 0) way = [1, 0, 0];
    origins.set(from, 3 * q);
    directions.set(way, 3 * q);
    length[q] = q % 11 === 0 ? 0 : q % 3 === 0 ? 3 * random() : Number.POSITIVE_INFINITY;
  }
  const of = (q: number) => {
    const raw = [...directions.subarray(3 * q, 3 * q + 3)];
    const size = Math.hypot(...raw);
    return {
      from: [...origins.subarray(3 * q, 3 * q + 3)],
      direction: raw.map((one) => one / size),
      end: length[q],
    };
  };
  return { origins, directions, length, of };
}

const SEEDS = Array.from({ length: 16 }, (_, seed) => seed);

describe.each(someOf(SEEDS, LONG ? 16 : 6, 0))('ground %i', (seed) => {
  const world = worldOn(grounds(seed));
  const mesh = meshIn(innerOf(world));
  const triangles = trianglesOf(mesh);
  const level = mesh.hair;

  it('is hit by rays from above and below where they first pass through a triangle', () => {
    const { origins, directions, length, of } = coursesAbout(mesh, seed);
    const answer = query(world, { type: 'ray', origins, directions, length });
    let hits = 0;
    for (let q = 0; q < COUNT; q++) {
      const { from, direction, end } = of(q);
      // What starts on the ground has a test of its own.
      if (triangles.some(({ corners }) => distanceTo(corners, from) < 2 * level)) continue;
      const first = (wider: number): number => {
        const ways = triangles.map(({ corners }) => crossing(corners, from, direction, wider));
        return Math.min(...ways.filter((way) => way >= 0 && way <= end), Number.POSITIVE_INFINITY);
      };
      const found = answer.distances[q];
      const scale = 1e-6 * Math.max(1, ...from.map(Math.abs));
      expect(found).toBeGreaterThanOrEqual(first(1e-6) - scale);
      if (first(-1e-6) < end - scale) expect(found).toBeLessThanOrEqual(first(-1e-6) + scale);
      if (found === Number.POSITIVE_INFINITY) {
        expect([answer.kinds[q], answer.ids[q]]).toEqual([HIT.none, NO_AGENT]);
        continue;
      }
      hits++;
      expect(answer.kinds[q]).toBe(HIT.ground);
      const own = triangles.filter(({ polygon }) => polygon === answer.ids[q]);
      const position = answer.positions.subarray(3 * q, 3 * q + 3);
      const apart = Math.min(...own.map(({ corners }) => distanceTo(corners, [...position])));
      expect(apart).toBeLessThan(scale);
      const normal = [...answer.normals.subarray(3 * q, 3 * q + 3)];
      expect(Math.hypot(...normal)).toBeCloseTo(1, 5);
      expect(dot(normal, direction)).toBeLessThan(0);
    }
    expect(hits).toBeGreaterThan(COUNT / 10);
  });

  it.each([1e-3, 0.3, 2.5])(
    'is touched by spheres of radius %f where they first come near',
    (given) => {
      const radius = Math.fround(given);
      const { origins, directions, length, of } = coursesAbout(mesh, seed);
      const answer = query(world, { type: 'sweep', origins, directions, length, radius });
      let hits = 0;
      for (let q = 0; q < COUNT; q++) {
        const { from, direction, end } = of(q);
        const scale = 2e-6 * Math.max(1, ...from.map(Math.abs));
        const least = (to: number): number =>
          Math.min(...triangles.map(({ corners }) => leastOn(corners, from, direction, to)));
        const found = answer.distances[q];
        const atStart = Math.min(...triangles.map(({ corners }) => distanceTo(corners, from)));
        if (atStart < radius - scale) {
          expect(found).toBe(0);
          expect([...answer.normals.subarray(3 * q, 3 * q + 3)]).toEqual(
            direction.map((one) => 0 - Math.fround(one)),
          );
          continue;
        }
        if (Math.abs(atStart - radius) < scale) continue;
        if (found === Number.POSITIVE_INFINITY) {
          expect(answer.kinds[q]).toBe(HIT.none);
          expect(least(Math.min(end, 2000))).toBeGreaterThan(radius - scale);
          continue;
        }
        hits++;
        expect(found).toBeLessThanOrEqual(end);
        // It is there that it touches, and not before.
        const own = triangles.filter(({ polygon }) => polygon === answer.ids[q]);
        const center = along(from, direction, found);
        const apart = Math.min(...own.map(({ corners }) => distanceTo(corners, center)));
        expect(Math.abs(apart - radius)).toBeLessThan(scale);
        expect(least(found)).toBeGreaterThan(radius - scale);
        const position = [...answer.positions.subarray(3 * q, 3 * q + 3)];
        expect(Math.min(...own.map(({ corners }) => distanceTo(corners, position)))).toBeLessThan(
          scale,
        );
        const normal = [...answer.normals.subarray(3 * q, 3 * q + 3)];
        expect(Math.hypot(...minus(along(position, normal, radius), center))).toBeLessThan(scale);
        expect(dot(normal, direction)).toBeLessThan(1e-3);
      }
      expect(hits).toBeGreaterThan(COUNT / 20);
    },
  );

  it('gives each course the same answer alone and among others', () => {
    const { origins, directions, length } = coursesAbout(mesh, seed);
    const all = query(world, { type: 'sweep', origins, directions, length, radius: 0.2 });
    for (let q = 0; q < COUNT; q += 7) {
      const one = query(world, {
        type: 'sweep',
        origins: origins.slice(3 * q, 3 * q + 3),
        directions: directions.slice(3 * q, 3 * q + 3),
        length: length.slice(q, q + 1),
        radius: 0.2,
      });
      expect([one.kinds[0], one.ids[0], one.distances[0]]).toEqual([
        all.kinds[q],
        all.ids[q],
        all.distances[q],
      ]);
      expect(one.positions).toEqual(all.positions.slice(3 * q, 3 * q + 3));
    }
  });

  it('has no gaps where polygons meet', () => {
    const random = randomOf(seed + 9);
    const polygonOf = (c: number): number => mesh.first.findLastIndex((first) => first <= c);
    // A polygon of more corners has some in a line, and is upright there if their heights are not in a line.
    const isSmall = (p: number): boolean => mesh.first[p + 1] - mesh.first[p] <= 4;
    const inner = [...mesh.next.keys()].filter(
      (c) => mesh.next[c] >= 0 && isSmall(mesh.next[c]) && isSmall(polygonOf(c)),
    );
    if (inner.length === 0) return;
    const origins = new Float32Array(3 * COUNT);
    const directions = new Float32Array(3 * COUNT);
    const expected = Array.from({ length: COUNT }, (_, q) => {
      const c = inner[Math.floor(random() * inner.length)];
      const polygon = polygonOf(c);
      const d = c + 1 < mesh.first[polygon + 1] ? c + 1 : mesh.first[polygon];
      const share = q % 5 === 0 ? 0.5 : random();
      const on = [mesh.x, mesh.y, mesh.z].map((axis) => axis[c] + share * (axis[d] - axis[c]));
      const side = random() < 0.5 ? 0.05 : -0.05;
      const way = [0.02 * (random() - 0.5), 0.02 * (random() - 0.5), side];
      origins.set(along(on, way, -1), 3 * q);
      directions.set(way, 3 * q);
      return Math.hypot(...way);
    });
    const { distances, kinds } = query(world, { type: 'ray', origins, directions });
    for (let q = 0; q < COUNT; q++) {
      expect(kinds[q]).toBe(HIT.ground);
      // Where the ground is steep, the way to another triangle may be shorter.
      expect(distances[q]).toBeLessThan(expected[q] + 1e-4);
    }
  });
});

describe('the ground', () => {
  const vertices = [
    [0, 0, 0],
    [4, 0, 0],
    [4, 2, 0],
    [0, 2, 0],
    [12, 0, 4],
    [12, 2, 4],
  ];
  const ground = {
    vertices,
    polygons: [
      [0, 1, 2, 3],
      [1, 4, 5, 2],
    ],
  };
  const world = worldOn(ground);
  const ray = (from: Point, direction: Point, more: object = {}) => {
    const [origins, directions] = [Float32Array.from(from), Float32Array.from(direction)];
    const { kinds, ids, distances } = query(world, { type: 'ray', origins, directions, ...more });
    return [kinds[0], ids[0], distances[0]];
  };
  const NOTHING = [HIT.none, NO_AGENT, Number.POSITIVE_INFINITY];

  it('is hit by default, and not if it is not asked for', () => {
    expect(ray([1, 1, 3], [0, 0, -1])).toEqual([HIT.ground, 0, 3]);
    expect(ray([8, 1, 0], [0, 0, 1])).toEqual([HIT.ground, 1, 2]);
    expect(ray([1, 1, 3], [0, 0, -1], { against: ['agents', 'obstacles', 'walls'] })).toEqual(
      NOTHING,
    );
    expect(ray([1, 1, 3], [0, 0, -1], { length: 2.9 })).toEqual(NOTHING);
    expect(ray([1, 1, 3], [0, 0, -1], { length: 3 })).toEqual([HIT.ground, 0, 3]);
  });

  it('lets off what starts on it and rises, and stops what sinks', () => {
    for (const z of [0, 2e-6, -2e-6]) {
      expect(ray([1, 1, z], [1, 0, 1])).toEqual(NOTHING);
      expect(ray([1, 1, z], [0, 1, 0])).toEqual(NOTHING);
      expect(ray([1, 1, z], [0, 1, -1])[1]).toBe(0);
      expect(ray([1, 1, z], [0, 1, -1])[2]).toBeLessThan(4e-6);
      expect(ray([1, 1, z], [0, 1, -1], { length: 0 })[0]).toBe(z <= 0 ? HIT.ground : HIT.none);
    }
    // To the ramp, from the floor.
    expect(ray([1, 1, 0], [1, 0, 0.1])[1]).toBe(1);
  });

  it('is found from far away, and by large spheres', () => {
    expect(ray([1, 1, 1e18], [0, 0, -1])).toEqual([HIT.ground, 0, Math.fround(1e18)]);
    expect(ray([-1e6, 1, 1], [1, 0, 0])).toEqual([HIT.ground, 1, 1e6 + 6]);
    const sweep = query(world, {
      type: 'sweep',
      origins: Float32Array.of(2, 1, 1e5, 2, 1, 9e3),
      directions: Float32Array.of(0, 0, -1, 0, 0, -1),
      radius: 1e4,
    });
    expect(sweep.kinds).toEqual(Uint8Array.of(HIT.ground, HIT.ground));
    expect(sweep.distances[0]).toBeCloseTo(9e4, -1);
    expect(sweep.distances[1]).toBe(0);
  });

  it('is not a flat mesh', () => {
    const flat = worldOf({
      dimensions: 2,
      mesh: { vertices: vertices.slice(0, 4).map(([x, y]) => [x, y]), polygons: [[0, 1, 2, 3]] },
      species: [{ name: 'a', ...pointsOf([[1, 1]]) }],
    });
    const [origins, directions] = [Float32Array.of(3, 1, 0), Float32Array.of(1, 0, 0)];
    expect(query(flat, { type: 'ray', origins, directions }).kinds[0]).toBe(HIT.none);
  });
});
