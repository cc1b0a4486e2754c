import { describe, expect, it, test } from 'vitest';
import { createHalfSpaces, type HalfSpaces } from '../../../src/steering/orca/half-spaces.ts';
import { addChainLines } from '../../../src/steering/orca/obstacle-lines.ts';
import { tick } from '../../../src/tick/tick.ts';
import { LONG } from '../../helpers/long.ts';
import { randomOf } from '../../helpers/random-of.ts';
import { distance, pointsOf, positionOf, worldOf } from '../../helpers/scenes.ts';

type Point = readonly [number, number];

const RADIUS = 0.4;
const HORIZON = 3;

/** Counterclockwise: agents are outside. A box, a notched block, a thin wall. */
const CHAINS: Record<string, Point[]> = {
  box: [
    [1, -1],
    [4, -1],
    [4, 2],
    [1, 2],
  ],
  notched: [
    [-3, 1],
    [4, 1],
    [4, 4],
    [2, 4],
    [2, 2],
    [-1, 2],
    [-1, 4],
    [-3, 4],
  ],
  thin: [
    [-2, 1.5],
    [3, 1.5],
    [3, 1.6],
    [-2, 1.6],
  ],
};

function linesOf(chain: readonly Point[], at: Point, v: Point): HalfSpaces {
  const lines = createHalfSpaces();
  const points = new Float64Array(chain.flatMap(([x, y]) => [x - at[0], y - at[1]]));
  addChainLines(lines, points, chain.length, v[0], v[1], RADIUS, 1 / HORIZON, 10);
  return lines;
}

function holds({ x, y, bound, count }: HalfSpaces, v: Point, slack = 1e-9): boolean {
  for (let k = 0; k < count; k++) if (x[k] * v[0] + y[k] * v[1] < bound[k] - slack) return false;
  return true;
}

function toSegment(p: Point, a: Point, b: Point): number {
  const [ex, ey] = [b[0] - a[0], b[1] - a[1]];
  const t = ((p[0] - a[0]) * ex + (p[1] - a[1]) * ey) / (ex * ex + ey * ey);
  const s = Math.min(1, Math.max(0, t));
  return Math.hypot(p[0] - a[0] - s * ex, p[1] - a[1] - s * ey);
}

/** The least gap (m) between body and chain at velocity v within the horizon, by small steps. */
function clearance(chain: readonly Point[], at: Point, v: Point): number {
  let least = Number.POSITIVE_INFINITY;
  for (let k = 0; k <= 300; k++) {
    const t = (HORIZON * k) / 300;
    const p: Point = [at[0] + v[0] * t, at[1] + v[1] * t];
    chain.forEach((a, n) => {
      least = Math.min(least, toSegment(p, a, chain[(n + 1) % chain.length]) - RADIUS);
    });
  }
  return least;
}

function inside(chain: readonly Point[], [px, py]: Point): boolean {
  let odd = false;
  chain.forEach(([ax, ay], n) => {
    const [bx, by] = chain[(n + 1) % chain.length];
    if (ay > py !== by > py && px < ax + ((py - ay) / (by - ay)) * (bx - ax)) odd = !odd;
  });
  return odd;
}

const ROUNDS = LONG ? 150 : 35;

describe.each(Object.entries(CHAINS))('a chain: %s', (name, chain) => {
  test.each([1, 2, 3])('allows rest, and no velocity that leads into it, seed %i', (seed) => {
    const random = randomOf(seed);
    let safe = 0;
    let refused = 0;
    for (let round = 0; round < ROUNDS; round++) {
      const at: Point = [12 * random() - 6, 12 * random() - 5];
      if (inside(chain, at) || clearance(chain, at, [0, 0]) < 1e-3) continue;
      const v: Point = [4 * random() - 2, 4 * random() - 2];
      const lines = linesOf(chain, at, v);
      expect(holds(lines, [0, 0])).toBe(true);
      for (let k = 0; k < 25; k++) {
        const to: Point = [6 * random() - 3, 6 * random() - 3];
        if (!holds(lines, to)) {
          refused++;
          continue;
        }
        safe++;
        expect(clearance(chain, at, to), `${at}, ${v} to ${to}`).toBeGreaterThan(-1e-6);
      }
      // A velocity that is safe now stays allowed.
      if (name !== 'notched' && clearance(chain, at, v) > 1e-3) expect(holds(lines, v)).toBe(true);
    }
    expect(safe).toBeGreaterThan(ROUNDS);
    expect(refused).toBeGreaterThan(ROUNDS);
  });
});

describe('a room', () => {
  const room = [...CHAINS.box].reverse().map(([x, y]): Point => [3 * x, 3 * y]);

  test.each([4, 5])('keeps agents inside, seed %i', (seed) => {
    const random = randomOf(seed);
    for (let round = 0; round < ROUNDS; round++) {
      const at: Point = [3.5 + 8 * random(), -2.5 + 8 * random()];
      const v: Point = [4 * random() - 2, 4 * random() - 2];
      const lines = linesOf(room, at, v);
      for (let k = 0; k < 20; k++) {
        const to: Point = [8 * random() - 4, 8 * random() - 4];
        if (holds(lines, to)) expect(clearance(room, at, to)).toBeGreaterThan(-1e-6);
      }
    }
  });
});

it('a wall is approached as near as the horizon allows', () => {
  const lines = linesOf(CHAINS.thin, [0, 0], [0, 1.4]);
  expect(lines.count).toBe(1);
  expect([lines.x[0], lines.y[0]]).toEqual([0, -1].map((c) => expect.closeTo(c, 12)));
  expect(lines.bound[0]).toBeCloseTo(-(1.5 - RADIUS) / HORIZON, 12);
});

it('an overlapping agent parts from an edge or a corner in one tick', () => {
  const edge = linesOf(CHAINS.box, [0.8, 0], [1, 0]);
  expect([edge.x[0], edge.y[0], edge.bound[0]]).toEqual(
    [-1, 0, 2].map((c) => expect.closeTo(c, 12)),
  );
  const corner = linesOf(CHAINS.box, [0.8, -1.2], [1, 0]);
  const half = -Math.SQRT1_2;
  expect([corner.x[0], corner.y[0]]).toEqual([half, half].map((c) => expect.closeTo(c, 12)));
  expect(corner.bound[0]).toBeCloseTo((RADIUS - Math.hypot(0.2, 0.2)) * 10, 9);
});

/** A walker among obstacles of a kind; both dimensions. */
describe.each([2, 3])('a walker among obstacles, in %i dimensions', (dimensions) => {
  const walker = (from: number[], to: number[]) => ({
    name: 'walker',
    ...pointsOf([from]),
    goals: { type: 'points', positions: [to] },
    radius: RADIUS,
    maxSpeed: 2,
    behaviors: [
      { type: 'goal', weight: 10 },
      { type: 'orca', timeHorizonObstacles: 2 },
    ],
  });
  const worldWith = (obstacle: object, from: number[], to: number[]) =>
    worldOf({ dimensions, dt: 0.1, obstacles: [obstacle], species: [walker(from, to)] });

  it('gets around a box without touching it', () => {
    const box = { type: 'box', min: [3, -2, -9], max: [5, 1, 9] };
    const world = worldWith(box, [0, 0.2, 0], [9, 4, 0]);
    for (let t = 0; t < 200; t++) {
      tick(world);
      const [x, y, z] = positionOf(world, 0);
      const off = [
        Math.max(3 - x, x - 5, 0),
        Math.max(-2 - y, y - 1, 0),
        Math.max(-9 - z, z - 9, 0),
      ];
      expect(Math.hypot(...off)).toBeGreaterThan(RADIUS - 1e-4);
    }
    if (dimensions === 2) expect(distance(positionOf(world, 0), [9, 4, 0])).toBeLessThan(0.1);
  });

  it('leaves a box that it starts in', () => {
    const box = { type: 'box', min: [-2, -3, -4], max: [2, 3, 4] };
    const world = worldWith(box, [1.5, 1, 0], [1.5, 1, 0]);
    tick(world, 80);
    expect(positionOf(world, 0)[0]).toBeGreaterThan(2 + RADIUS - 1e-3);
  });

  it.each([
    ['a room', { type: 'box', min: [-4, -3, -3], max: [4, 3, 3], keep: 'inside' }, 4 - RADIUS],
    [
      'a hollow sphere',
      { type: 'sphere', center: [0, 0, 0], radius: 5, keep: 'inside' },
      5 - RADIUS,
    ],
    ['a plane', { type: 'plane', point: [3, 0, 0], normal: [-2, 0, 0] }, 3 - RADIUS],
  ])('stops at the wall of %s', (_, obstacle, farthest) => {
    const world = worldWith(obstacle, [0, 0, 0], [20, 0, 0]);
    for (let t = 0; t < 150; t++) {
      tick(world);
      expect(positionOf(world, 0)[0]).toBeLessThan(farthest + 1e-4);
    }
    expect(positionOf(world, 0)[0]).toBeGreaterThan(farthest - 0.1);
  });
});
