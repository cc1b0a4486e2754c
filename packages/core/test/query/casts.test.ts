import { describe, expect, it } from 'vitest';
import { query } from '../../src/query/query-world.ts';
import { HIT, NO_AGENT } from '../../src/query/request.ts';
import type { Obstacle } from '../../src/scenario/schema.ts';
import { STATUS } from '../../src/world/status.ts';
import type { World } from '../../src/world/world.ts';
import { LONG, someOf } from '../helpers/long.ts';
import { randomOf } from '../helpers/random-of.ts';
import { pointsOf, worldOf } from '../helpers/scenes.ts';
import { crowd, placesAbout } from './worlds.ts';

/** Casts compared with marching: steps as long as the nearest surface is far, by signed distances alone. */

type Point = readonly number[];

/** A thing that can be hit, and how far a point is from it (m), less than 0 inside. */
interface Solid {
  readonly kind: number;
  readonly id: number;
  readonly distanceTo: (point: Point) => number;
}

function boxDistance(point: Point, center: Point, half: Point): number {
  const q = point.map((at, axis) => Math.abs(at - center[axis]) - half[axis]);
  return Math.hypot(...q.map((value) => Math.max(value, 0))) + Math.min(Math.max(...q), 0);
}

/** To the segment from `a` to `b`. */
function segmentDistance(point: Point, a: Point, b: Point): number {
  const way = b.map((to, axis) => to - a[axis]);
  const along = point.reduce((sum, at, axis) => sum + (at - a[axis]) * way[axis], 0);
  const share = Math.min(1, Math.max(0, along / Math.hypot(...way) ** 2));
  return Math.hypot(...point.map((at, axis) => at - a[axis] - share * way[axis]));
}

/** To a convex polygon in the plane, whichever way round its corners go. */
function polygonDistance([x, y]: Point, corners: readonly Point[]): number {
  const sides = corners.map(([ax, ay], k) => {
    const [bx, by] = corners[(k + 1) % corners.length];
    return (bx - ax) * (y - ay) - (by - ay) * (x - ax);
  });
  const isInside = sides.every((side) => side > 0) || sides.every((side) => side < 0);
  const ways = corners.map((a, k) =>
    segmentDistance([x, y], a.slice(0, 2), corners[(k + 1) % corners.length].slice(0, 2)),
  );
  return (isInside ? -1 : 1) * Math.min(...ways);
}

/** A point turned about a center the other way round than an obstacle is, by Rodrigues' formula. */
function turnedBack(point: Point, center: Point, rotation: number | readonly number[]): number[] {
  const [qx, qy, qz, qw] = typeof rotation === 'number' ? [0, 0, 1, 0] : rotation;
  const sine = Math.hypot(qx, qy, qz);
  const angle = typeof rotation === 'number' ? -rotation : -2 * Math.atan2(sine, qw);
  const [x, y, z] = [qx / sine, qy / sine, qz / sine];
  const [px, py, pz] = point.map((at, axis) => at - center[axis]);
  const along = (x * px + y * py + z * pz) * (1 - Math.cos(angle));
  const cross = [y * pz - z * py, z * px - x * pz, x * py - y * px];
  const axis = [x, y, z];
  return [px, py, pz].map(
    (v, n) => center[n] + v * Math.cos(angle) + cross[n] * Math.sin(angle) + axis[n] * along,
  );
}

function obstacleDistance(place: Point, obstacle: Obstacle, dimensions: number): number {
  const flat = (v: Point) => [v[0], v[1], dimensions === 2 ? 0 : v[2]];
  const middle = (a: Point, b: Point) => flat(a.map((v, axis) => (v + b[axis]) / 2));
  let point = place;
  if (obstacle.type === 'box' && obstacle.rotation !== undefined) {
    point = turnedBack(place, middle(obstacle.min, obstacle.max), obstacle.rotation);
  }
  if (obstacle.type === 'capsule' && obstacle.rotation !== undefined) {
    point = turnedBack(place, middle(obstacle.from, obstacle.to), obstacle.rotation);
  }
  const sign = obstacle.keep === 'inside' ? -1 : 1;
  if (obstacle.type === 'sphere') {
    const center = flat(obstacle.center);
    return sign * (Math.hypot(...point.map((at, n) => at - center[n])) - obstacle.radius);
  }
  if (obstacle.type === 'box') {
    const [min, max] = [flat(obstacle.min), flat(obstacle.max)];
    const half = max.map((high, n) => (high - min[n]) / 2);
    if (dimensions === 2) half[2] = 1e9;
    const center = max.map((high, n) => (high + min[n]) / 2);
    return sign * boxDistance(point, center, half);
  }
  if (obstacle.type === 'capsule') {
    const way = segmentDistance(point, flat(obstacle.from), flat(obstacle.to));
    return sign * (way - obstacle.radius);
  }
  if (obstacle.type === 'polygon') return sign * polygonDistance(point, obstacle.points);
  const normal = flat(obstacle.normal);
  const length = Math.hypot(...normal);
  const onto = flat(obstacle.point);
  return (sign * normal.reduce((sum, n, axis) => sum + n * (point[axis] - onto[axis]), 0)) / length;
}

/** The shifts of the images of a torus that come within its bounds; without a torus, no shift. */
function imagesAround(edge: Point): number[][] {
  const [x, y, z] = edge.map((along) =>
    along === 0 ? [0] : [-2, -1, 0, 1, 2].map((n) => n * along),
  );
  return x.flatMap((a) => y.flatMap((b) => z.map((c) => [a, b, c])));
}

function solidsOf(world: World): Solid[] {
  const { scenario, plan, views } = world;
  const { edge } = plan.grid;
  const solids: Solid[] = [];
  for (let place = 0; place < world.count; place++) {
    if (views.status[place] !== STATUS.alive) continue;
    const at = [views.position.x[place], views.position.y[place], views.position.z[place]];
    const { radius } = scenario.species[views.species[place]];
    const distanceTo = (point: Point) => {
      const way = at.map((to, axis) => {
        const along = to - point[axis];
        return edge[axis] === 0 ? along : along - edge[axis] * Math.round(along / edge[axis]);
      });
      return Math.hypot(...way) - Math.fround(radius);
    };
    solids.push({ kind: HIT.agent, id: views.id[place], distanceTo });
  }
  for (const [id, obstacle] of scenario.obstacles.entries()) {
    const images = obstacle.type === 'plane' ? [[0, 0, 0]] : imagesAround(edge);
    const distanceTo = (point: Point) =>
      Math.min(
        ...images.map((shift) => {
          const seen = point.map((at, axis) => at - shift[axis]);
          return obstacleDistance(seen, obstacle, plan.dimensions);
        }),
      );
    solids.push({ kind: HIT.obstacle, id, distanceTo });
  }
  if (plan.map === undefined) return solids;
  const { width, height, cellSize, origin } = plan.map;
  const half = [cellSize / 2, cellSize / 2, 1e9];
  for (let cell = 0; cell < width * height; cell++) {
    if (views.mapCost[cell] !== 0) continue;
    const x = origin[0] + ((cell % width) + 0.5) * cellSize;
    const y = origin[1] + (Math.floor(cell / width) + 0.5) * cellSize;
    const distanceTo = (point: Point) => boxDistance(point, [x, y, 0], half);
    solids.push({ kind: HIT.wall, id: cell, distanceTo });
  }
  const center = [origin[0] + (width * cellSize) / 2, origin[1] + (height * cellSize) / 2, 0];
  const all = [(width * cellSize) / 2, (height * cellSize) / 2, 1e9];
  const distanceTo = (point: Point) => -boxDistance(point, center, all);
  solids.push({ kind: HIT.wall, id: NO_AGENT, distanceTo });
  return solids;
}

/** How far a sphere gets (m). */
function march(
  world: World,
  solids: readonly Solid[],
  from: Point,
  direction: Point,
  length: number,
  radius: number,
): number {
  const { min, edge } = world.plan.grid;
  const wrap = (value: number, axis: number) =>
    edge[axis] === 0 ? value : value - Math.floor((value - min[axis]) / edge[axis]) * edge[axis];
  for (let gone = 0, n = 0; gone <= length && n < 20_000; n++) {
    const at = from.map((start, axis) => wrap(start + gone * direction[axis], axis));
    const room = Math.min(...solids.map(({ distanceTo }) => distanceTo(at))) - radius;
    if (room < 1e-5) return gone;
    // Behind an edge other obstacles may be near.
    const toEdge = at.map((value, axis) => {
      const n = direction[axis];
      if (edge[axis] === 0 || n === 0) return Infinity;
      return ((n > 0 ? min[axis] + edge[axis] : min[axis]) - value) / n + 1e-6;
    });
    gone += Math.min(room, ...toEdge.filter((way) => way > 0));
    if (gone > 1e4) return Infinity;
  }
  return Infinity;
}

const OBSTACLES = [
  { type: 'sphere', center: [2, 104, -42], radius: 1.1 },
  { type: 'box', min: [-2.5, 112, -49], max: [-1, 113, -40] },
  { type: 'box', min: [1, 125, -45], max: [3.5, 130, -44] },
];
const HOLLOW = [
  { type: 'sphere', center: [0, 115, -44], radius: 40, keep: 'inside' },
  { type: 'box', min: [-10, 90, -60], max: [12, 140, -30], keep: 'inside' },
  { type: 'plane', point: [0, 99, 0], normal: [0.1, 2, 0] },
];
const TURNED = [
  { type: 'box', min: [-2.5, 112, -49], max: [-1, 113, -40], rotation: [0.3, -0.5, 0.2, 1.1] },
  { type: 'box', min: [1, 125, -45], max: [3.5, 130, -44], rotation: -0.7 },
  { type: 'capsule', from: [2, 104, -42], to: [-1, 107, -46], radius: 0.8 },
  { type: 'capsule', from: [4, 116, -44], to: [4, 121, -45], radius: 1.5, rotation: [1, 0, 0, 2] },
  { type: 'capsule', from: [-9, 90, -44], to: [9, 140, -44], radius: 30, keep: 'inside' },
];
const FLAT = [
  { type: 'box', min: [-2.5, 112], max: [-1, 113], rotation: 2.3 },
  { type: 'capsule', from: [2, 104], to: [-1, 107], radius: 0.8 },
  {
    type: 'polygon',
    points: [
      [1, 125],
      [2.5, 129],
      [5, 128],
      [4, 124],
    ],
  },
  {
    type: 'polygon',
    points: [
      [-20, 80],
      [20, 80],
      [30, 115],
      [0, 150],
      [-25, 120],
    ],
    keep: 'inside',
  },
];
const MAP = { rows: Array.from({ length: 31 }, () => '.......'), origin: [-3, 100] };

const SCENES = [
  ['open', 3, { obstacles: OBSTACLES }],
  ['open', 3, { obstacles: [...OBSTACLES, ...HOLLOW] }],
  ['open', 2, { obstacles: [...OBSTACLES, ...HOLLOW] }],
  ['open', 3, { obstacles: TURNED }],
  ['open', 2, { obstacles: FLAT }],
  ['wrap', 2, { obstacles: FLAT.slice(0, 3) }],
  ['wrap', 2, { obstacles: OBSTACLES }],
  ['wrap', 3, { obstacles: OBSTACLES }],
  ['wrap', 3, {}],
  ['contain', 2, { map: MAP }],
  ['open', 2, { map: MAP, obstacles: OBSTACLES }],
] as const;

const COUNT = LONG ? 60 : 24;

describe.each(SCENES.map((scene, k) => [...scene, k] as const))(
  '%s bounds, %iD, scene %#',
  (bounds, dimensions, more, k) => {
    const spheres = [
      [1, 0],
      [2, 0.3],
      [3, 1.7],
    ] as const;
    it.each(someOf(spheres, 3, k))(
      'seed %i: a sphere of radius %f stops at its first hit',
      (seed, radius) => {
        const world = crowd(51, bounds, dimensions, seed, { more });
        // Agents that start there would be refused.
        for (const cell of world.views.mapCost.keys()) {
          if ((cell * 5) % 11 === 0) world.views.mapCost[cell] = 0;
        }
        const solids = solidsOf(world);
        const random = randomOf(seed);
        const origins = placesAbout(world, COUNT, seed);
        for (const [n, value] of origins.entries()) if (Math.abs(value) > 400) origins[n] = 7;
        const directions = origins.map((_, n) => (n % 4 === 0 ? 0 : random() - 0.5));
        for (let q = 0; q < COUNT; q++) directions[3 * q] += q % 3 === 0 ? 1 : 0.1;
        const length = Float32Array.from({ length: COUNT }, (_, q) => [300, 1, 12][q % 3]);
        const against = (['agents', 'obstacles', 'walls'] as const).slice(seed % 2 === 0 ? 1 : 0);
        const request = { origins, directions, length, against };
        const answer =
          radius === 0
            ? query(world, { type: 'ray', ...request })
            : query(world, { type: 'sweep', ...request, radius });
        const offered = solids.filter(({ kind }) => seed % 2 === 1 || kind !== HIT.agent);
        let hits = 0;
        for (let q = 0; q < COUNT; q++) {
          const three = (all: Float32Array) => [0, 1, 2].map((axis) => all[3 * q + axis]);
          const flat = (v: number[]) => (dimensions === 2 ? [v[0], v[1], 0] : v);
          const raw = flat(three(directions));
          const direction = raw.map((one) => one / Math.hypot(...raw));
          const origin = flat(three(origins));
          // A cast that starts on a surface and leaves it hits nothing there, but the march does.
          const room = Math.min(...offered.map(({ distanceTo }) => distanceTo(origin))) - radius;
          if (Math.abs(room) < 1e-4) continue;
          const expected = march(world, offered, origin, direction, length[q], Math.fround(radius));
          const found = answer.distances[q];
          if (!(found <= length[q])) {
            expect([found, answer.kinds[q], answer.ids[q]]).toEqual([Infinity, HIT.none, NO_AGENT]);
            expect([...three(answer.positions), ...three(answer.normals)]).toEqual([
              0, 0, 0, 0, 0, 0,
            ]);
            expect(expected).toBeGreaterThan(length[q] - 0.01);
            continue;
          }
          hits++;
          expect(Math.abs(found - expected)).toBeLessThan(0.01);
          const solid = offered.find(
            ({ kind, id }) => kind === answer.kinds[q] && id === answer.ids[q],
          )!;
          const [position, normal] = [three(answer.positions), three(answer.normals)];
          expect(Math.abs(Math.hypot(...normal) - 1)).toBeLessThan(1e-5);
          expect(normal.reduce((sum, one, n) => sum + one * direction[n], 0)).toBeLessThan(1e-3);
          if (normal.every((one, n) => one === 0 - Math.fround(direction[n])) && radius > 0) {
            // It starts inside, or meets a plane across a seam.
            expect(solid.distanceTo(position)).toBeLessThan(radius + 1e-4);
            continue;
          }
          if (found === 0) continue;
          // The thing hit is there, and the normal points out of its surface.
          const scale = Math.max(1, ...position.map(Math.abs)) * 1e-5;
          expect(Math.abs(solid.distanceTo(position))).toBeLessThan(scale);
          const off = position.map((at, n) => at + 0.01 * normal[n]);
          expect(solid.distanceTo(off)).toBeGreaterThan(0.009 - scale);
        }
        if (offered.length > 3) expect(hits).toBeGreaterThan(5);
      },
    );
  },
);

it('a ray passes the agent that it ignores, and hits the next', () => {
  const world = crowd(9, 'open', 3, 1);
  const { position, slot } = world.views;
  for (let id = 0; id < 9; id++) {
    position.x[slot[id]] = 2 * id;
    position.y[slot[id]] = 0;
    position.z[slot[id]] = 0;
  }
  const request = {
    type: 'ray',
    origins: new Float32Array(3),
    directions: Float32Array.of(7, 0, 0),
  } as const;
  const inside = query(world, request);
  expect([inside.kinds[0], inside.ids[0], inside.distances[0]]).toEqual([HIT.agent, 0, 0]);
  expect([...inside.normals]).toEqual([-1, 0, 0]);
  const next = query(world, { ...request, ignore: Uint32Array.of(0) });
  expect([next.kinds[0], next.ids[0]]).toEqual([HIT.agent, 1]);
  expect(next.distances[0]).toBeCloseTo(1.6, 5);
  expect([...next.normals]).toEqual([-1, 0, 0]);
  const other = query(world, { ...request, species: 'b', ignore: Uint32Array.of(0) });
  // 3 is not alive.
  expect(other.ids[0]).toBe(4);
  expect(query(world, { ...request, against: ['walls'] }).kinds[0]).toBe(HIT.none);
});

it('a ray without an end that meets nothing hits nothing', () => {
  const world = worldOf({
    obstacles: [{ type: 'sphere', center: [2, 2, 2], radius: 1 }],
    species: [{ name: 'a', radius: 0.1, ...pointsOf([[1, 3, 2]]) }],
  });
  const [origins, directions] = [Float32Array.of(9, 9, 9), Float32Array.of(1, 1, 1)];
  for (const one of [{ type: 'ray' }, { type: 'sweep', radius: 1 }] as const) {
    const answer = query(world, { ...one, origins, directions });
    expect([answer.kinds[0], answer.ids[0], answer.distances[0]]).toEqual([0, NO_AGENT, Infinity]);
    expect([...answer.positions, ...answer.normals]).toEqual([0, 0, 0, 0, 0, 0]);
  }
});

it('on a small torus, huge bodies and spheres are met at once, in a moment', () => {
  const world = worldOf({
    bounds: { type: 'wrap', min: [0, 0, 0], max: [4, 4, 4] },
    obstacles: [
      { type: 'sphere', center: [2, 2, 2], radius: 1e5 },
      { type: 'capsule', from: [-9e4, -9e4, -9e4], to: [9e4, 9e4, 9e4], radius: 0.01 },
    ],
    species: [{ name: 'a', radius: 1e4, ...pointsOf([[1, 3, 2]]) }],
  });
  const [origins, directions] = [Float32Array.of(0.5, 1, 3), Float32Array.of(1, 0.2, 0.3)];
  const begin = performance.now();
  for (const against of ['obstacles', 'agents'] as const) {
    for (const one of [{ type: 'ray' }, { type: 'sweep', radius: 1e4 }] as const) {
      const { distances } = query(world, {
        ...one,
        origins,
        directions,
        length: 200,
        against: [against],
      });
      expect(distances[0]).toBe(0);
    }
  }
  expect(performance.now() - begin).toBeLessThan(1000);
});
