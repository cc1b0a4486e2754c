import { describe, expect, it } from 'vitest';
import { answerOf } from '../../src/query/answer.ts';
import { queryPart } from '../../src/query/query-part.ts';
import { query } from '../../src/query/query-world.ts';
import { readQuery } from '../../src/query/read-query.ts';
import { NO_AGENT, type QueryRequest } from '../../src/query/request.ts';
import { rangeOf } from '../../src/world/slice.ts';
import { STATUS } from '../../src/world/status.ts';
import type { World } from '../../src/world/world.ts';
import { LOPSIDED } from '../helpers/flocks.ts';
import { LONG, someOf } from '../helpers/long.ts';
import { randomOf } from '../helpers/random-of.ts';
import { crowd, placesAbout, WORLDS } from './worlds.ts';

const f = Math.fround;

/** An agent as a point sees it. */
interface Seen {
  readonly id: number;
  readonly squared: number;
  readonly way: readonly number[];
}

/** Every living agent of the species, sorted by (squared distance, id); on a torus the short way. */
function all(world: World, point: ArrayLike<number>, species?: string, ignored = NO_AGENT): Seen[] {
  const { min, edge } = world.plan.grid;
  const { id, status, position, species: kind } = world.views;
  const seen: Seen[] = [];
  const from = [0, 1, 2].map((axis) => {
    if (world.plan.dimensions === 2 && axis === 2) return 0;
    if (edge[axis] === 0) return point[axis];
    return f(point[axis] - Math.floor((point[axis] - min[axis]) / edge[axis]) * edge[axis]);
  });
  for (let place = 0; place < world.count; place++) {
    const name = world.scenario.species[kind[place]].name;
    if (status[place] !== STATUS.alive || id[place] === ignored) continue;
    if (species !== undefined && name !== species) continue;
    const at = [position.x[place], position.y[place], position.z[place]];
    const way = at.map((to, axis) => {
      const ways = [0, -edge[axis], edge[axis]].map((shift) => f(to - f(from[axis] - shift)));
      return ways.reduce((best, value) => (Math.abs(value) < Math.abs(best) ? value : best));
    });
    const [x, y, z] = way.map((along) => f(along * along));
    seen.push({ id: id[place], squared: f(f(x + y) + z), way });
  }
  return seen.sort((a, b) => a.squared - b.squared || a.id - b.id);
}

/** A list of an answer, in the form that oracles return. */
function list(
  answer: { offsets: Uint32Array; ids: Uint32Array; distances?: Float32Array },
  q: number,
) {
  const [begin, end] = [answer.offsets[q], answer.offsets[q + 1]];
  return [...answer.ids.slice(begin, end)].map((id, n) => [id, answer.distances?.[begin + n]]);
}

const told = (seen: readonly Seen[]) => seen.map(({ id, squared }) => [id, f(Math.sqrt(squared))]);

const COUNT = LONG ? 25 : 10;

describe.each(WORLDS)('%s bounds, %iD', (bounds, dimensions) => {
  describe.each([
    [4, 1, 1],
    [5, 2, 8],
    [9, 3, 20],
    [LONG ? 503 : 103, 4, 8],
    [LONG ? 257 : 131, 6, 600],
  ])('%i agents, seed %i', (count, seed, k) => {
    const world = crowd(count, bounds, dimensions, seed);
    const points = placesAbout(world, COUNT, seed);
    const at = (q: number) => points.subarray(3 * q, 3 * q + 3);

    const simd = crowd(count, bounds, dimensions, seed, { kernel: 'simd' });
    it.each([
      [undefined, 'ts'],
      ['b', 'ts'],
      [undefined, 'simd'],
      ['a', 'simd'],
    ] as const)(`the ${k} nearest of species %s, kernel %s`, (species, kernel) => {
      const radius = Float32Array.from({ length: COUNT }, (_, q) => [Infinity, 5, 0][q % 3]);
      const ignore = Uint32Array.from({ length: COUNT }, (_, q) => (q % 2 ? q : NO_AGENT));
      const request = { type: 'nearest', points, k, radius, ignore } as const;
      const { counts, ids, distances } = query(
        kernel === 'ts' ? world : simd,
        species === undefined ? request : { ...request, species },
      );
      for (let q = 0; q < COUNT; q++) {
        const limit = f(radius[q] * radius[q]);
        const expected = told(
          all(world, at(q), species, ignore[q])
            .filter(({ squared }) => squared <= limit)
            .slice(0, k),
        );
        expect(counts[q]).toBe(expected.length);
        const found = [...ids.subarray(k * q, k * q + k)].map((id, n) => [
          id,
          distances[k * q + n],
        ]);
        const unused = Array.from({ length: k - expected.length }, () => [NO_AGENT, Infinity]);
        expect(found).toEqual([...expected, ...unused]);
      }
    });

    it('all within a radius', () => {
      const radius = Float32Array.from({ length: COUNT }, (_, q) => [0, 1.5, 9, 100][q % 4]);
      const answer = query(world, { type: 'radius', points, radius, species: ['b'] });
      for (let q = 0; q < COUNT; q++) {
        const limit = f(radius[q] * radius[q]);
        const expected = all(world, at(q), 'b').filter(({ squared }) => squared <= limit);
        expect(list(answer, q)).toEqual(told(expected));
      }
    });

    it('all in a cone', () => {
      const random = randomOf(seed);
      const directions = points.map(() => random() - 0.5);
      if (dimensions === 3) directions.set([1e-30, 0, 0], 0);
      const angle = Float32Array.from(
        { length: COUNT },
        (_, q) => [0.3, 1.2, Math.PI, 2, 0][q % 5],
      );
      const answer = query(world, { type: 'cone', points, directions, angle, radius: 6 });
      for (let q = 0; q < COUNT; q++) {
        const [x, y, z] = directions.subarray(3 * q, 3 * q + 3);
        const axis = dimensions === 2 ? [x, y, 0] : [x, y, z];
        const length = Math.hypot(...axis);
        const found = new Map(list(answer, q).map(([id, distance]) => [id, distance]));
        const within = all(world, at(q)).filter(({ squared }) => squared <= 36);
        for (const { id, squared, way } of within) {
          const distance = f(Math.sqrt(squared));
          const along = way.reduce((sum, value, n) => sum + value * axis[n], 0) / length;
          const inside = along - distance * Math.cos(angle[q]);
          // Rounding decides about agents on its surface.
          if (distance > 0 && Math.abs(inside) < 1e-5 && angle[q] < 3) found.delete(id);
          else if (distance === 0 || inside >= -1e-5) {
            expect(found.get(id)).toBe(distance);
            found.delete(id);
          }
        }
        expect(found.size).toBe(0);
      }
    });

    it('all in a box', () => {
      const random = randomOf(seed);
      const min = points.slice();
      const max = min.map((low, n) => low + [0, 1, 3, 40][n % 4] * random());
      const { edge, min: corner } = world.plan.grid;
      const answer = query(world, { type: 'box', min, max });
      const { id, status, position } = world.views;
      for (let q = 0; q < COUNT; q++) {
        const expected: number[] = [];
        for (let place = 0; place < world.count; place++) {
          const inside = [position.x, position.y, position.z].every((plane, axis) => {
            if (dimensions === 2 && axis === 2) return true;
            const [low, high] = [min[3 * q + axis], max[3 * q + axis]];
            const along = edge[axis];
            if (along === 0) return plane[place] >= low && plane[place] <= high;
            if (high - low >= along) return true;
            const from = f(low - Math.floor((low - corner[axis]) / along) * along);
            const to = from === low ? high : f(high - low + from);
            const images = [plane[place], f(plane[place] + along)];
            return images.some((image) => image >= from && image <= to);
          });
          if (inside && status[place] === STATUS.alive) expected.push(id[place]);
        }
        expect(list(answer, q).map(([found]) => found)).toEqual(expected.sort((a, b) => a - b));
      }
    });
  });
});

describe.each(['ts', 'simd'] as const)('kernel %s', (kernel) => {
  it.each(someOf([1, 2, 3, 5, 8, 13], 4, kernel === 'ts' ? 1 : 0))(
    'the parts of %i workers add up to the same answer',
    (workers) => {
      const world = crowd(503, 'wrap', 3, 8, { kernel });
      const points = placesAbout(world, 61, 8);
      const directions = points.map((value) => Math.fround(value / 2 + 0.1));
      const requests: QueryRequest[] = [
        { type: 'nearest', points, k: 5, radius: 4 },
        { type: 'radius', points, radius: 3 },
        { type: 'box', min: points, max: points.map((low) => low + 2) },
        { type: 'cone', points, directions, radius: 6, angle: 1 },
        { type: 'ray', origins: points, directions, length: 30 },
        { type: 'sweep', origins: points, directions, length: 30, radius: 0.5, species: 'b' },
      ];
      for (const request of requests) {
        const read = readQuery(world, request, true);
        const parts = Array.from({ length: workers }, (_, worker) =>
          queryPart(world, read, ...rangeOf(read.count, workers, worker), true),
        );
        expect(answerOf(read, parts)).toEqual(query(world, request));
      }
    },
  );
});

it('a box includes its faces, and agents on one spot are sorted by id', () => {
  const world = crowd(503, 'contain', 3, 9);
  const spot = Float32Array.of(0, 110, -40);
  const { ids } = query(world, { type: 'box', min: spot, max: spot });
  const living = all(world, spot).filter(({ squared }) => squared === 0);
  expect(living.length).toBeGreaterThan(15);
  expect([...ids]).toEqual(living.map(({ id }) => id));
  const nearest = query(world, { type: 'nearest', points: spot, k: 4 });
  expect([...nearest.ids]).toEqual(living.slice(0, 4).map(({ id }) => id));
});

it('a request without queries has an empty answer', () => {
  const world = crowd(9, 'wrap', 2, 1);
  const none = new Float32Array(0);
  const { counts, ids } = query(world, { type: 'nearest', points: none, k: 3 });
  expect([counts.length, ids.length]).toEqual([0, 0]);
  expect([...query(world, { type: 'box', min: none, max: none }).offsets]).toEqual([0]);
});

it('dead agents are never found, even if all are dead', () => {
  const world = crowd(9, 'open', 3, 1);
  world.views.status.fill(STATUS.dead);
  const points = new Float32Array(3);
  const { counts, ids, distances } = query(world, { type: 'nearest', points, k: 2 });
  expect([counts[0], ...ids, ...distances]).toEqual([0, NO_AGENT, NO_AGENT, Infinity, Infinity]);
  expect([...query(world, { type: 'radius', points, radius: 1e9 }).offsets]).toEqual([0, 0]);
});

it('does not change the world, and finds agents where they are now', () => {
  const world = crowd(503, 'contain', 3, 9);
  const { position, slot } = world.views;
  const points = Float32Array.from(LOPSIDED.min);
  position.x[slot[5]] = points[0];
  position.y[slot[5]] = points[1];
  position.z[slot[5]] = points[2];
  const { ids, distances } = query(world, { type: 'nearest', points, k: 1 });
  expect([ids[0], distances[0]]).toEqual([5, 0]);
});
