import { describe, expect, it, test } from 'vitest';
import { createHalfSpaces } from '../../../src/steering/orca/half-spaces.ts';
import { addNeighborLine } from '../../../src/steering/orca/neighbor-line.ts';
import { addNeighborPlane } from '../../../src/steering/orca/planes.ts';
import { someOf } from '../../helpers/long.ts';
import { randomOf } from '../../helpers/random-of.ts';

type Vector = readonly [number, number, number];
interface Pair {
  /** Offset to the neighbor, relative and own velocity. */
  readonly x: Vector;
  readonly u: Vector;
  readonly v: Vector;
  readonly radius: number;
  readonly share: number;
}

const HORIZON = 4;
const DT = 1 / 8;

const dot = (a: Vector, b: Vector) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const plus = (a: Vector, b: Vector, times = 1): Vector => [
  a[0] + b[0] * times,
  a[1] + b[1] * times,
  a[2] + b[2] * times,
];
const opposite = (a: Vector): Vector => [-a[0], -a[1], -a[2]];
const length = (a: Vector) => Math.sqrt(dot(a, a));

/** The half space of a pair: its normal, its bound, and the whole change along the normal. */
function spaceOf({ x, u, v, radius, share }: Pair, dimensions: number) {
  const spaces = createHalfSpaces();
  if (dimensions === 2) {
    const [ux, uy] = u;
    addNeighborLine(
      spaces,
      x[0],
      x[1],
      ux,
      uy,
      v[0],
      v[1],
      radius,
      share,
      share,
      1 / HORIZON,
      1 / DT,
    );
  } else {
    addNeighborPlane(spaces, ...x, ...u, ...v, radius, share, share, 1 / HORIZON, 1 / DT);
  }
  const n: Vector = [spaces.x[0], spaces.y[0], spaces.z[0]];
  const bound = spaces.bound[0];
  return { n, bound, change: (bound - dot(n, v)) / share };
}

/** The least gap (m) between two bodies within the horizon, at relative velocity u. */
function clearance({ x, radius }: Pair, u: Vector): number {
  const apart = length(x) > radius;
  const horizon = apart ? HORIZON : DT;
  const speed = dot(u, u);
  // Overlapping bodies must be apart at the end of the tick.
  let t = apart && speed > 0 ? Math.min(Math.max(dot(x, u) / speed, 0), horizon) : horizon;
  if (apart && speed === 0) t = 0;
  return length(plus(x, u, -t)) - radius;
}

function pairs(seed: number, dimensions: number, count: number): Pair[] {
  const random = randomOf(seed);
  const vector = (size: number): Vector => [
    size * (random() - 0.5),
    size * (random() - 0.5),
    dimensions === 3 ? size * (random() - 0.5) : 0,
  ];
  return Array.from({ length: count }, () => ({
    x: vector(5),
    u: vector(6),
    v: vector(3),
    radius: random() < 0.1 ? 0 : 2 * random(),
    share: random() < 0.5 ? 0.5 : 1,
  }));
}

describe.each([2, 3])('in %i dimensions', (dimensions) => {
  test.each(someOf([1, 2, 3, 4], 3))(
    'takes the smallest change to the border of the cone, seed %i',
    (seed) => {
      const random = randomOf(seed);
      const kinds = { apart: 0, overlapping: 0, leading: 0 };
      for (const pair of pairs(seed + 40, dimensions, 400)) {
        const { n, change } = spaceOf(pair, dimensions);
        expect(length(n)).toBeCloseTo(1, 9);
        const border = plus(pair.u, n, change);
        expect(clearance(pair, border)).toBeCloseTo(0, 6);
        const inside = clearance(pair, pair.u) < 0;
        expect(change > 0).toBe(inside);
        kinds[length(pair.x) > pair.radius ? (inside ? 'leading' : 'apart') : 'overlapping']++;
        // Nothing nearer is on the other side.
        for (let k = 0; k < 40; k++) {
          const to: Vector = [
            random() - 0.5,
            random() - 0.5,
            dimensions === 3 ? random() - 0.5 : 0,
          ];
          const near = plus(pair.u, to, ((Math.abs(change) * 0.999) / length(to)) * random());
          expect(clearance(pair, near) < 1e-9).toBe(inside);
        }
      }
      expect(Math.min(...Object.values(kinds))).toBeGreaterThan(10);
    },
  );

  test.each(someOf([5, 6], 2))(
    'two agents that share take half each, on opposite sides, seed %i',
    (seed) => {
      for (const pair of pairs(seed, dimensions, 200)) {
        const shared = { ...pair, share: 0.5 };
        const mine = spaceOf(shared, dimensions);
        const other = plus(pair.v, pair.u, -1);
        const theirs = spaceOf(
          { ...shared, x: opposite(pair.x), u: opposite(pair.u), v: other },
          dimensions,
        );
        expect(theirs.n).toEqual(opposite(mine.n).map((c) => expect.closeTo(c, 12)));
        // With each on the border of its half space, the relative velocity is on that of the cone.
        const u = plus(plus(pair.u, mine.n, mine.change / 2), theirs.n, -theirs.change / 2);
        expect(clearance(pair, u)).toBeCloseTo(0, 6);
      }
    },
  );

  it('takes all of the change where the neighbor takes no part', () => {
    const pair = { x: [4, 0.5, 0], u: [2, 0, 0], v: [1, 0, 0], radius: 1, share: 1 } as const;
    const alone = spaceOf(pair, dimensions);
    const half = spaceOf({ ...pair, share: 0.5 }, dimensions);
    expect(alone.bound - dot(alone.n, pair.v)).toBeCloseTo(
      2 * (half.bound - dot(half.n, pair.v)),
      12,
    );
  });

  it('slows down behind another as much as the horizon requires', () => {
    // The gap of 2 m is closed in 4 s at 0.5 m/s: u has to lose 1.5.
    const pair = { x: [3, 0, 0], u: [0.1, 0, 0], v: [3, 0, 0], radius: 1, share: 1 } as const;
    const { n, change } = spaceOf(pair, dimensions);
    expect(n).toEqual([-1, 0, 0].map((c) => expect.closeTo(c, 12)));
    expect(change).toBeCloseTo(0.1 - 0.5, 12);
  });

  it('turns aside when head on, each agent to its own side', () => {
    const pair = { x: [5, 0, 0], u: [4, 0, 0], v: [2, 0, 0], radius: 1, share: 0.5 } as const;
    const mine = spaceOf(pair, dimensions);
    // The sine of half the cone's angle is 1/5.
    expect(mine.change).toBeCloseTo(4 / 5, 12);
    expect(mine.n[0]).toBeCloseTo(-1 / 5, 12);
    const theirs = spaceOf({ ...pair, x: [-5, 0, 0], u: [-4, 0, 0], v: [-2, 0, 0] }, dimensions);
    expect(theirs.n).toEqual(opposite(mine.n).map((c) => expect.closeTo(c, 12)));
  });

  it('is defined in the middle of the disc of an overlap, and for zero radii', () => {
    const middle = spaceOf(
      { x: [0.25, 0, 0], u: [2, 0, 0], v: [1, 0, 0], radius: 1, share: 0.5 },
      dimensions,
    );
    expect(middle.n).toEqual([-1, 0, 0].map((c) => expect.closeTo(c, 12)));
    expect(middle.change).toBeCloseTo(8, 12);
    const points = spaceOf(
      { x: [1e-6, 0, 0], u: [0, 0, 0], v: [0, 0, 0], radius: 0, share: 0.5 },
      dimensions,
    );
    expect(points.n.every(Number.isFinite)).toBe(true);
    expect(points.bound).toBeCloseTo(0, 6);
  });
});

test.each(someOf([7, 8], 2))(
  'a pair in one plane gets the same plane as its line, seed %i',
  (seed) => {
    for (const pair of pairs(seed, 2, 300)) {
      const line = spaceOf(pair, 2);
      const plane = spaceOf(pair, 3);
      expect(plane.n).toEqual(line.n.map((c) => expect.closeTo(c, 6)));
      expect(plane.bound).toBeCloseTo(line.bound, 6);
    }
  },
);

test('a pair side by side along any axis finds a side to turn to', () => {
  for (const x of [
    [2, 0, 0],
    [0, 2, 0],
    [0, 0, 2],
    [0, 0, -2],
    [1, 1, 0],
    [0, 1, 1],
    [1, 0, -1],
    [1, 1, 1],
  ] as Vector[]) {
    for (const speed of [0, 3]) {
      const { n } = spaceOf({ x, u: plus([0, 0, 0], x, speed), v: x, radius: 1, share: 0.5 }, 3);
      expect(length(n)).toBeCloseTo(1, 12);
      const other = spaceOf(
        { x: opposite(x), u: plus([0, 0, 0], x, -speed), v: x, radius: 1, share: 0.5 },
        3,
      );
      expect(other.n).toEqual(opposite(n).map((c) => expect.closeTo(c, 12)));
    }
  }
});
