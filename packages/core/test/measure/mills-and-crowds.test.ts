import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { measure } from '../../src/measure/measure-world.ts';
import { tick } from '../../src/tick/tick.ts';
import type { World } from '../../src/world/world.ts';
import { LOPSIDED, randomPoints } from '../helpers/flocks.ts';
import { runsOf } from '../helpers/runs.ts';
import { pointsOf, worldOf } from '../helpers/scenes.ts';

type Vector = readonly number[];

function planeOf(
  positions: readonly Vector[],
  velocities: readonly Vector[],
  more: Readonly<Record<string, unknown>> = {},
): World {
  return worldOf({
    dimensions: 2,
    species: [{ name: 'a', ...pointsOf(positions, velocities) }],
    ...more,
  });
}

describe('milling', () => {
  /** `count` agents on a circle; `turn` is the direction in which agent k circles, or its angle to the tangent. */
  const ring = (count: number, turn: (k: number) => { sign: number; angle?: number }): World => {
    const angles = Array.from({ length: count }, (_, k) => (2 * Math.PI * k) / count);
    return planeOf(
      angles.map((at) => [30 + 5 * Math.cos(at), -7 + 5 * Math.sin(at)]),
      angles.map((at, k) => {
        const { sign, angle = 0 } = turn(k);
        const way = at + sign * (Math.PI / 2 - angle);
        return [3 * Math.cos(way), 3 * Math.sin(way)];
      }),
    );
  };
  const of = (world: World) => [...measure(world, ['milling', 'rotation'])];

  it('is 1 in a single mill and in a double mill, whose rotation is 0', () => {
    const single = of(ring(24, () => ({ sign: 1 })));
    const double = of(ring(24, (k) => ({ sign: k % 2 === 0 ? 1 : -1 })));
    for (const [found, expected] of [
      [single, [1, 1]],
      [double, [1, 0]],
    ]) {
      for (const [k, value] of found.entries()) expect(value).toBeCloseTo(expected[k], 5);
    }
  });

  it('is the sine of the angle to the direction from the center: 0 on the way out, 1/2 at 60 degrees', () => {
    expect(of(ring(24, () => ({ sign: 1, angle: Math.PI / 2 })))[0]).toBeCloseTo(0, 5);
    expect(of(ring(24, (k) => ({ sign: k % 3 ? 1 : -1, angle: Math.PI / 3 })))[0]).toBeCloseTo(
      0.5,
      5,
    );
  });

  it('weighs agents by |r| |v|, as Chuang et al. do', () => {
    // The center is at the origin. The agents far out fly outward, those near the center circle.
    const world = planeOf(
      [
        [3, 0],
        [-3, 0],
        [0, 1],
        [0, -1],
      ],
      [
        [2, 0],
        [-2, 0],
        [5, 0],
        [5, 0],
      ],
    );
    expect(of(world)[0]).toBeCloseTo((1 * 5 + 1 * 5) / (2 * 3 * 2 + 2 * 1 * 5), 12);
  });

  it.each([
    [2, 2 / Math.PI],
    [3, Math.PI / 4],
  ])('of random directions in %i dimensions is the mean sine, seed 3', (dimensions, expected) => {
    const ball = { min: [-1, -1, -1], max: [1, 1, 1] };
    const positions = randomPoints(20_000, LOPSIDED, dimensions, 3);
    const inBall = randomPoints(60_000, ball, dimensions, 4).filter((v) => Math.hypot(...v) < 1);
    const world = worldOf({
      dimensions,
      species: [{ name: 'a', ...pointsOf(positions, inBall.slice(0, 20_000)) }],
    });
    const [milling, rotation] = of(world);
    expect(milling).toBeCloseTo(expected, 2);
    expect(rotation).toBeLessThan(0.03);
  });

  it('of nobody, or of agents at rest, has no value', () => {
    expect(
      of(
        planeOf(
          [
            [1, 2],
            [3, 4],
          ],
          [
            [0, 0],
            [0, 0],
          ],
        ),
      )[0],
    ).toBeNaN();
    expect(
      measure(
        planeOf([[1, 2]], [[1, 0]], {
          species: [{ name: 'a', count: 2, spawn: { type: 'pool' } }],
        }),
        ['milling'],
      )[0],
    ).toBeNaN();
  });
});

describe('density', () => {
  const lattice = Array.from({ length: 60 }, (_, k) => [k % 10, Math.floor(k / 10)]);
  const still = lattice.map(() => [0, 0]);

  it('counts agents per area, in boxes that share no agent', () => {
    const world = planeOf(lattice, still);
    expect([
      ...measure(world, [
        'density(0,0,10,6)',
        'density(10,6,0,0)',
        'density(2,1,5,3)',
        'density(-3,-3,0,0)',
        'density(0,0,0.5,0.25)',
      ]),
    ]).toEqual([1, 1, 1, 0, 8]);
  });

  it('reaches over the seam of a torus', () => {
    const bounds = { type: 'wrap', min: [0, 0, 0], max: [10, 6, 1] };
    const world = planeOf(lattice, still, { bounds });
    expect([
      ...measure(world, ['density(8,4,12,8)', 'density(0,0,10,6)', 'density(-1,-1,9,5)']),
    ]).toEqual([1, 1, 1]);
    expect(() => measure(world, ['density(0,0,11,6)'])).toThrow(
      'found a box of 11 x 6 m, expected at most 10 x 6 m, the edges of the torus',
    );
    expect(() => measure(world, ['flow(0,0,8,0,7)'])).toThrow(
      'found a strip of 8 x 7 m, expected at most',
    );
  });

  it('is that of a species', () => {
    const spots = (count: number) => pointsOf(lattice.slice(0, count), still.slice(0, count));
    const world = worldOf({
      dimensions: 2,
      species: [
        { name: 'a', ...spots(3) },
        { name: 'b', ...spots(7) },
      ],
    });
    expect([...measure(world, ['each.density(-1,-1,9,9)', 'density(-1,-1,9,9)'])]).toEqual([
      0.03, 0.07, 0.1,
    ]);
  });
});

describe('flow', () => {
  it('of agents at equal distances is their density times their speed, q = k v', () => {
    // Three lanes, 0.5 m apart; in each, 2 agents per meter at 2 m/s. A tick moves them by 1/32 m.
    const lanes = [0, 0.5, 1].flatMap((y) => Array.from({ length: 100 }, (_, k) => [k / 2, y]));
    const velocities = lanes.map(() => [2, 0]);
    const world = planeOf(lanes, velocities, { dt: 1 / 64 });
    // The depth is no multiple of the spacing, and no agent is ever on a side of the strip.
    const [x, depth] = [30, 13 / 32];
    const texts = ['-1,X,2', '2,X,-1', '0.25,X,2'].map(
      (ends) => `flow(${x},${ends.replace('X', String(x))},${depth})`,
    );
    const sums = [0, 0, 0];
    // In 16 samples, an agent reaches the place of the one before it.
    for (let n = 0; n < 160; n++) {
      tick(world, 1);
      for (const [at, value] of measure(world, texts).entries()) sums[at] += value / 160;
    }
    for (const [at, lanesSigned] of [3, -3, 2].entries()) {
      expect(sums[at]).toBeCloseTo(lanesSigned * 2 * 2, 10);
    }
  });

  it('is the sum over the strip around a slanted segment, by half planes, seed 11', () => {
    const number = fc.integer({ min: -40, max: 40 }).map((k) => k / 8);
    const input = fc.record({
      ends: fc.array(number, { minLength: 4, maxLength: 4 }),
      seed: fc.nat(1e6),
    });
    fc.assert(
      fc.property(input, ({ ends: [x1, y1, x2, y2], seed }) => {
        fc.pre(x1 !== x2 || y1 !== y2);
        const positions = randomPoints(40, { min: [-5, -5, 0], max: [5, 5, 0] }, 2, seed);
        const velocities = randomPoints(40, { min: [-2, -2, 0], max: [2, 2, 0] }, 2, seed + 1);
        const world = planeOf(positions, velocities);
        const [length, depth] = [Math.hypot(x2 - x1, y2 - y1), 1.7];
        // To the right of someone who looks along the segment.
        const normal = [(y2 - y1) / length, -(x2 - x1) / length];
        let sum = 0;
        positions.forEach(([x, y], k) => {
          const isBeside =
            (x - x1) * (x2 - x1) + (y - y1) * (y2 - y1) >= 0 &&
            (x - x2) * (x1 - x2) + (y - y2) * (y1 - y2) >= 0;
          const distance = Math.abs((x - x1) * normal[0] + (y - y1) * normal[1]);
          if (isBeside && distance <= depth / 2)
            sum += velocities[k][0] * normal[0] + velocities[k][1] * normal[1];
        });
        const found = measure(world, [`flow(${x1},${y1},${x2},${y2},${depth})`])[0];
        expect(found).toBeCloseTo(sum / depth, 4);
      }),
      { seed: 11, numRuns: runsOf(30, 300) },
    );
  });

  it('crosses the seam of a torus', () => {
    const bounds = { type: 'wrap', min: [0, 0, 0], max: [10, 6, 1] };
    const world = planeOf(
      [
        [9.9, 3],
        [0.1, 3],
        [5, 3],
      ],
      [
        [2, 0],
        [2, 0],
        [2, 0],
      ],
      { bounds },
    );
    expect([
      ...measure(world, [
        'flow(0,1,0,5,1)',
        'flow(10,1,10,5,1)',
        'flow(5,0,5,6,10)',
        'flow(0,6,0,0,10)',
      ]),
    ]).toEqual([4, 4, 0.6, -0.6]);
  });
});

describe('wrong numbers are refused', () => {
  const plane = planeOf([[0, 0]], [[1, 0]]);
  const space = worldOf({ species: [{ name: 'a', ...pointsOf([[0, 0, 0]]) }] });
  it.each([
    ['density(0,0,1)', plane, 'found density(0,0,1), expected density(X1,Y1,X2,Y2)'],
    ['density', plane, 'found density alone, expected density(X1,Y1,X2,Y2)'],
    [
      'density(0,0,1,nan)',
      plane,
      'found a y2 of "nan", expected density(X1,Y1,X2,Y2) with a finite number',
    ],
    [
      'density(0,0,1e999,1)',
      plane,
      'found a x2 of "1e999", expected density(X1,Y1,X2,Y2) with a finite number',
    ],
    [
      'density(0,0,1,0)',
      plane,
      'found a box of 1 x 0 m, expected two opposite corners of a box with a finite area',
    ],
    [
      'density(0,0,1e200,1e200)',
      plane,
      'found a box of 1e+200 x 1e+200 m, expected two opposite corners',
    ],
    [
      'flow(1,2,1,2,1)',
      plane,
      'found a segment of length 0, expected two different ends, a finite distance apart',
    ],
    [
      'flow(1,2,1,3,0)',
      plane,
      'found a depth of "0", expected flow(X1,Y1,X2,Y2,DEPTH) with a number above 0, in meters',
    ],
    ['flow(1,2,1,3)', plane, 'found flow(1,2,1,3), expected flow(X1,Y1,X2,Y2,DEPTH)'],
    ['flow(1,2,1,3,1)', space, 'found flow in 3 dimensions, expected a scenario of 2 dimensions'],
    [
      'density(0,0,1,1)',
      space,
      'found density in 3 dimensions, expected a scenario of 2 dimensions',
    ],
  ])('%s', (text, world, message) => {
    expect(() => measure(world, [text])).toThrow(message);
  });
});
