import { describe, expect, it } from 'vitest';
import { Access, OPEN } from '../../../src/path/mesh/access.ts';
import { buildMesh } from '../../../src/path/mesh/build-mesh.ts';
import { CorridorFinder } from '../../../src/path/mesh/corridor.ts';
import {
  isLinkWord,
  isPolygonWord,
  linkOf,
  linkWord,
  nextLink,
  turnOf,
  turnWord,
} from '../../../src/path/mesh/corridor-words.ts';
import { pullStraight } from '../../../src/path/mesh/funnel.ts';
import { createPlace, nearestInPart, polygonsAt } from '../../../src/path/mesh/mesh-place.ts';
import { pathThrough } from '../../../src/path/mesh/whole-path.ts';
import { TWO_FLOORS } from '../../ground/two-floors.ts';

/** A row of squares of 2 m, in rooms of two squares each that no edge connects. */
function rooms(count: number) {
  const vertices: number[][] = [];
  const polygons: number[][] = [];
  for (let room = 0; room < count; room++) {
    const x = 10 * room;
    const first = vertices.length;
    for (const at of [0, 2, 4]) vertices.push([x + at, 0], [x + at, 2]);
    polygons.push([first, first + 2, first + 3, first + 1]);
    polygons.push([first + 2, first + 4, first + 5, first + 3]);
  }
  return { vertices, polygons };
}

const link = (from: number, to: number, cost: number, both = false) => ({
  from: [from, 1, 0] as const,
  to: [to, 1, 0] as const,
  cost,
  both,
});

describe('links', () => {
  const { vertices, polygons } = rooms(3);

  it('are placed in the order of their polygons, and lead back only if they say so', () => {
    const links = [link(22, 3, 5), link(1, 12.5, 7, true)];
    const { links: placed } = buildMesh(vertices, polygons, { links });
    expect([...placed.index]).toEqual([1, 1, 0]);
    expect([...placed.from]).toEqual([0, 3, 4]);
    expect([...placed.to]).toEqual([3, 0, 1]);
    expect([...placed.fromX]).toEqual([1, 12.5, 22]);
    expect([...placed.toX]).toEqual([12.5, 1, 3]);
    expect([...placed.cost]).toEqual([7, 7, 5]);
  });

  it('connect rooms in one direction, while they are open', () => {
    const links = [link(1, 11, 5), link(13, 21, 5, true)];
    const mesh = buildMesh(vertices, polygons, { links });
    const finder = new CorridorFinder(mesh);
    const reached = (access: Access) =>
      [0, 2, 4].map((p) => [0, 2, 4].filter((q) => finder.reaches(p, q, access)));
    expect(reached(finder.open)).toEqual([
      [0, 2, 4],
      [2, 4],
      [2, 4],
    ]);
    const closed = new Access(mesh, { ...OPEN, isOpen: (index) => index === 0 });
    expect(reached(closed)).toEqual([[0, 2], [2], [4]]);
    const place = createPlace();
    nearestInPart(place, mesh, 0, 23, 1, 0, (p) => closed.reaches(0, p));
    expect([place.polygon, place.x, place.y]).toEqual([3, 14, 1]);
    expect(finder.find([0], 1, 1, [4], 21, 1, closed)).toEqual([]);
  });

  it('are the end of what is pulled straight, and jumps of a whole path', () => {
    const mesh = buildMesh(vertices, polygons, { links: [link(3.5, 11, 5)] });
    const finder = new CorridorFinder(mesh);
    const corridor = finder.find([0], 0.5, 0.5, [3], 13, 1.5);
    expect(corridor).toEqual([0, 1, linkWord(0), 2, 3]);
    expect(nextLink(corridor, 0, 5)).toBe(2);
    expect(nextLink(corridor, 3, 5)).toBe(5);
    expect(pullStraight(mesh, corridor, 0, 5, [0.5, 0.5], [13, 1.5], 0)).toEqual([3.5, 1]);
    expect(pullStraight(mesh, corridor, 3, 5, [11, 1], [13, 1.5], 0)).toEqual([13, 1.5]);
    const { points, length, cost } = pathThrough(finder.open, corridor, [0.5, 0.5], [13, 1.5]);
    expect(points.map(([x, y]) => [x, y])).toEqual([
      [0.5, 0.5],
      [3.5, 1],
      [11, 1],
      [13, 1.5],
    ]);
    expect(length).toBeCloseTo(Math.hypot(3, 0.5) + Math.hypot(2, 0.5), 12);
    expect(cost).toBeCloseTo(length + 5, 12);
  });

  it('that are free and lead in circles end, also if no goal is reached', () => {
    const links = Array.from({ length: 40 }, (_, k) => link((k % 5) * 4.5, ((k * 7) % 5) * 4.5, 0));
    const mesh = buildMesh(vertices, polygons, { links });
    const finder = new CorridorFinder(mesh, () => {}, 2000);
    for (let p = 0; p < 6; p++) {
      for (let q = 0; q < 6; q++) {
        const at = (k: number) => 10 * Math.floor(k / 2) + 2 * (k % 2) + 1;
        const corridor = finder.find([p], at(p), 1, [q], at(q), 1);
        expect(corridor.length > 0).toBe(finder.reaches(p, q));
      }
    }
  });

  it('are in the corridor with the fewest polygons too', () => {
    const mesh = buildMesh(vertices, polygons, { links: [link(3.5, 11, 5), link(11, 21, 1)] });
    const finder = new CorridorFinder(mesh, () => {}, 0);
    const goal = { polygon: 5, x: 23, y: 1, z: 0, distance: 0 };
    expect(finder.findAny(0, 1, 1, goal)).toEqual([0, 1, linkWord(0), 2, linkWord(1), 4, 5]);
  });

  it('lead from floor to floor', () => {
    const up = { from: [1, 1, 0], to: [2, 2, 4], cost: 3, both: false } as const;
    const mesh = buildMesh(TWO_FLOORS.vertices, TWO_FLOORS.polygons, { links: [up] });
    expect([mesh.links.from[0], mesh.links.to[0]]).toEqual([0, 4]);
    const finder = new CorridorFinder(mesh);
    const ends = [polygonsAt(mesh, 5, 1, 0), 5, 1, polygonsAt(mesh, 2, 8, 4), 2, 8] as const;
    const corridor = finder.find(...ends);
    const { points, cost } = pathThrough(finder.open, corridor, [5, 1], [2, 8]);
    expect(points).toEqual([
      [5, 1, 0],
      [1, 1, 0],
      [2, 2, 4],
      [2, 8, 4],
    ]);
    expect(cost).toBeCloseTo(4 + 3 + 6, 6);
  });
});

it('a radius closes the doors that are narrower than a body, and those only', () => {
  const { vertices, polygons } = rooms(1);
  const mesh = buildMesh(vertices, polygons);
  const reaches = (radius: number) => new Access(mesh, { ...OPEN, radius }).reaches(0, 1);
  expect([0, 0.99, 1, 1.01].map(reaches)).toEqual([true, true, true, false]);
});

it('a finder keeps an access by its key', () => {
  const { vertices, polygons } = rooms(1);
  const finder = new CorridorFinder(buildMesh(vertices, polygons));
  const one = finder.accessOf('a', () => OPEN);
  expect(finder.accessOf('a', () => ({ ...OPEN, radius: 5 }))).toBe(one);
  for (let k = 0; k < 16; k++) finder.accessOf(`b${k}`, () => OPEN);
  expect(finder.accessOf('a', () => OPEN)).not.toBe(one);
});

it.each([0, -1, Number.NaN, Number.POSITIVE_INFINITY])(
  'the cost %f of an area is refused',
  (cost) => {
    const { vertices, polygons } = rooms(1);
    const mesh = buildMesh(vertices, polygons, { areas: [{ polygons: [1] }] });
    const costOf = (area: number) => (area === 1 ? cost : 1);
    expect(() => new Access(mesh, { ...OPEN, costOf })).toThrow(RangeError);
    // No polygon is in area 2.
    new Access(mesh, { ...OPEN, costOf: (area) => (area === 2 ? cost : 1) });
  },
);

it('a word is a polygon, a link, or a point of an edge', () => {
  const { vertices, polygons } = rooms(2);
  const mesh = buildMesh(vertices, polygons);
  expect([0, 0x3fff_ffff, linkWord(0), turnWord(0, 0)].map(isPolygonWord)).toEqual([
    true,
    true,
    false,
    false,
  ]);
  expect([linkWord(0), linkWord(9), turnWord(63, 1)].map(isLinkWord)).toEqual([true, true, false]);
  expect(linkOf(linkWord(4711))).toBe(4711);
  for (const share of [0, 0.25, 0.7, 1]) {
    const [c, found] = turnOf(mesh, 1, turnWord(3, share));
    expect(c).toBe(7);
    expect(found).toBeCloseTo(share, 6);
  }
  const words = Uint32Array.of(linkWord(0x7fff_ffff), turnWord(63, 1));
  expect([...words].map(isLinkWord)).toEqual([true, false]);
});
