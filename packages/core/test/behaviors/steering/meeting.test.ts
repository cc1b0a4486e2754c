import { describe, expect, it } from 'vitest';
import { tick } from '../../../src/tick/tick.ts';
import type { World } from '../../../src/world/world.ts';
import { forcesOf } from '../../helpers/forces.ts';
import { LONG } from '../../helpers/long.ts';
import { randomOf } from '../../helpers/random-of.ts';
import {
  distance,
  dot,
  length,
  pointsOf,
  positionOf,
  velocityOf,
  worldOf,
} from '../../helpers/scenes.ts';

const BODY = 0.5;

function walkers(
  behaviors: Record<string, unknown>[],
  positions: number[][],
  velocities: number[][],
  more: Record<string, unknown> = {},
): World {
  return worldOf({
    species: [
      { name: 'walker', ...pointsOf(positions, velocities), radius: BODY, behaviors, ...more },
    ],
    ...(positions[0].length === 2 && { dimensions: 2 }),
  });
}

const AVOID = { type: 'collisionAvoidance', weight: 10, radius: 15, horizon: 3, margin: 0.5 };

describe('collisionAvoidance', () => {
  const force = (positions: number[][], velocities: number[][]): number[][] =>
    forcesOf(walkers([AVOID], positions, velocities));

  function expectForces(found: readonly number[][], expected: readonly number[][]): void {
    expected.forEach((f, id) => {
      f.forEach((value, axis) => {
        expect(found[id][axis]).toBeCloseTo(value, 3);
      });
    });
  }

  it.each([
    [
      'head on, both to the right',
      [
        [0, 0, 0],
        [8, 0, 0],
      ],
      [
        [2, 0, 0],
        [-2, 0, 0],
      ],
      [
        [0, 0, 10],
        [0, 0, -10],
      ],
    ],
    [
      'opposed, each to the side it is on',
      [
        [0, 0, 0],
        [8, 0.6, 0],
      ],
      [
        [2, 0, 0],
        [-2, 0, 0],
      ],
      [
        [0, -10, 0],
        [0, 10, 0],
      ],
    ],
    [
      'overtaking: the one behind right, the one before left',
      [
        [0, 0, 0],
        [3, 0, 0],
      ],
      [
        [3, 0, 0],
        [1, 0, 0],
      ],
      [
        [0, 0, 10],
        [0, 0, -10],
      ],
    ],
    [
      'crossing: the slower passes behind',
      [
        [0, 0, 0],
        [6, -6, 0],
      ],
      [
        [2, 0, 0],
        [0, 2.2, 0],
      ],
      [
        [0, -10, 0],
        [0, 0, 0],
      ],
    ],
    [
      'crossing equally fast: the lower id',
      [
        [0, 0, 0],
        [5, -5, 0],
      ],
      [
        [2, 0, 0],
        [0, 2, 0],
      ],
      [
        [0, -10, 0],
        [0, 0, 0],
      ],
    ],
    [
      'one at rest in the way',
      [
        [0, 0, 0],
        [5, 0.3, 0],
      ],
      [
        [2, 0, 0],
        [0, 0, 0],
      ],
      [
        [0, -10, 0],
        [0, 10, 0],
      ],
    ],
    [
      'on course to miss',
      [
        [0, 0, 0],
        [8, 1.6, 0],
      ],
      [
        [2, 0, 0],
        [-2, 0, 0],
      ],
      [
        [0, 0, 0],
        [0, 0, 0],
      ],
    ],
    [
      'too late',
      [
        [0, 0, 0],
        [13, 0, 0],
      ],
      [
        [2, 0, 0],
        [-2, 0, 0],
      ],
      [
        [0, 0, 0],
        [0, 0, 0],
      ],
    ],
    [
      'parting',
      [
        [0, 0, 0],
        [2, 0, 0],
      ],
      [
        [-2, 0, 0],
        [2, 0, 0],
      ],
      [
        [0, 0, 0],
        [0, 0, 0],
      ],
    ],
    [
      'touching: straight apart',
      [
        [0, 0, 0],
        [0.6, 0.6, 0],
      ],
      [
        [2, 0, 0],
        [0, 0, 0],
      ],
      [
        [-7.0711, -7.0711, 0],
        [7.0711, 7.0711, 0],
      ],
    ],
    [
      'at rest within the margin',
      [
        [0, 0, 0],
        [1.2, 0, 0],
      ],
      [
        [0, 0, 0],
        [0, 0, 0],
      ],
      [
        [-10, 0, 0],
        [10, 0, 0],
      ],
    ],
  ])('%s', (_, positions, velocities, forces) => {
    expectForces(force(positions, velocities), forces);
  });

  it('counts the first of several threats, and a touching one before all', () => {
    const first = force(
      [
        [0, 0, 0],
        [8, 0.5, 0],
        [4, -0.5, 0],
      ],
      [
        [2, 0, 0],
        [-2, 0, 0],
        [0, 0, 0],
      ],
    );
    // Both are met after 2 s: the lower id counts.
    expect(first[0][1]).toBeCloseTo(-10, 3);
    const sooner = force(
      [
        [0, 0, 0],
        [8, 0.5, 0],
        [3.9, -0.5, 0],
      ],
      [
        [2, 0, 0],
        [-2, 0, 0],
        [0, 0, 0],
      ],
    );
    expect(sooner[0][1]).toBeCloseTo(10, 3);
    const touching = force(
      [
        [0, 0, 0],
        [8, 0.5, 0],
        [0, 0, -0.9],
      ],
      [
        [2, 0, 0],
        [-2, 0, 0],
        [0, 0, 0],
      ],
    );
    expect(touching[0][2]).toBeCloseTo(10, 3);
    // In either order of the two, even if the other one arrives very soon.
    for (const swapped of [false, true]) {
      const others = [
        [0, 0, 0.9],
        [1.6, 0.2, 0.1],
      ];
      const velocities = [
        [0, 0, 0],
        [-2, 0, 0],
      ];
      if (swapped) for (const list of [others, velocities]) list.reverse();
      const [found] = force([[0, 0, 0], ...others], [[2, 0, 0], ...velocities]);
      expect(found[2]).toBeCloseTo(-10, 3);
    }
  });

  it('counts the nearest touching agent, however small the lead, one on its spot first', () => {
    const step = 0.8 + 2 ** -23;
    for (const [places, at] of [
      [
        [
          [0.8, 0, 0],
          [0, step, 0],
        ],
        0,
      ],
      [
        [
          [0, step, 0],
          [0.8, 0, 0],
        ],
        1,
      ],
      [
        [
          [0, 0.8, 0],
          [0, 0, 0.3],
          [1e-3, 0, 0],
          [0.5, 0, 0],
        ],
        2,
      ],
      [
        [
          [0, 0, 0],
          [1e-20, 0, 0],
        ],
        0,
      ],
    ] as [number[][], number][]) {
      const [found] = force([[0, 0, 0], ...places], Array(1 + places.length).fill([0, 0, 0]));
      expect(length(found)).toBeCloseTo(10, 4);
      const along = dot(found, places[at]) / (10 * length(places[at]));
      if (length(places[at]) > 0) expect(along).toBeCloseTo(-1, 6);
      else expect(Math.abs(found[1]) + Math.abs(found[2])).toBeGreaterThan(0.01);
    }
  });

  it.each([2, 3])('agents on one spot part, in %i dimensions', (dimensions) => {
    const spot = [1, 2, 0].slice(0, dimensions);
    const rest = [0, 0, 0].slice(0, dimensions);
    const world = walkers([AVOID], Array(5).fill(spot), Array(5).fill(rest), { maxSpeed: 2 });
    tick(world, 120);
    for (let a = 0; a < 5; a++) {
      for (let b = 0; b < a; b++) {
        expect(distance(positionOf(world, a), positionOf(world, b))).toBeGreaterThan(0.2);
      }
      if (dimensions === 2) expect(positionOf(world, a)[2] === 0).toBe(true);
    }
  });

  it.each([
    [
      'head on',
      [
        [-8, 0],
        [8, 0],
      ],
      [
        [2, 0],
        [-2, 0],
      ],
    ],
    [
      'crossing',
      [
        [-8, 0],
        [0, -8],
      ],
      [
        [2, 0],
        [0, 2],
      ],
    ],
    [
      'overtaking',
      [
        [-4, 0],
        [0, 0],
      ],
      [
        [2, 0],
        [0.5, 0],
      ],
    ],
  ])('two agents pass without touching: %s', (_, positions, velocities) => {
    const world = walkers([AVOID, { type: 'cruise', speed: 2 }], positions, velocities, {
      maxSpeed: 2.5,
      maxForce: 10,
    });
    let nearest = Number.POSITIVE_INFINITY;
    for (let t = 0; t < 600; t++) {
      tick(world);
      nearest = Math.min(nearest, distance(positionOf(world, 0), positionOf(world, 1)));
    }
    expect(nearest).toBeGreaterThan(2 * BODY);
    for (const id of [0, 1]) expect(length(velocityOf(world, id))).toBeGreaterThan(1);
  });
});

const FORESEE = {
  type: 'anticipation',
  weight: 2,
  radius: 15,
  horizon: 4,
  softening: 0.1,
  margin: 0.25,
};

const ROUNDS = LONG ? 60 : 12;

describe('anticipation', () => {
  it('pushes by weight x (horizon - t)/(t + softening) away from the contact, seed 9', () => {
    const random = randomOf(9);
    const draw = (size: number): number[] => [0, 1, 2].map(() => size * (random() - 0.5));
    let pushed = 0;
    for (let round = 0; round < ROUNDS; round++) {
      const positions = Array.from({ length: 4 }, () => draw(9));
      const velocities = Array.from({ length: 4 }, () => draw(6));
      const forces = forcesOf(walkers([FORESEE], positions, velocities));
      positions.forEach((p, i) => {
        const expected = [0, 0, 0];
        positions.forEach((q, j) => {
          if (i === j || distance(p, q) > 15) return;
          const offset = q.map((v, axis) => v - p[axis]);
          const drift = velocities[j].map((v, axis) => v - velocities[i][axis]);
          // Found by steps, as the definition has it, not by the formula.
          let time = 0;
          const at = (t: number): number => length(offset.map((v, axis) => v + drift[axis] * t));
          while (time < 4 && at(time) > 2 * BODY + 0.25) time += 1e-3;
          if (time >= 4) return;
          const contact = offset.map((v, axis) => v + drift[axis] * time);
          const strength = (2 * (4 - time)) / (time + 0.1);
          contact.forEach((v, axis) => {
            expected[axis] -= (strength * v) / length(contact);
          });
        });
        if (length(expected) > 0) pushed++;
        const scale = Math.max(1, length(expected));
        for (const axis of [0, 1, 2]) {
          expect(Math.abs(forces[i][axis] - expected[axis]) / scale).toBeLessThan(0.05);
        }
      });
    }
    expect(pushed).toBeGreaterThan(ROUNDS / 4);
  });

  it.each([2, 3])('two agents head on keep right and pass, in %i dimensions', (dimensions) => {
    const cut = (v: number[]): number[] => v.slice(0, dimensions);
    const world = walkers(
      [FORESEE, { type: 'cruise', speed: 2, weight: 2 }],
      [cut([-7, 0, 0]), cut([7, 0, 0])],
      [cut([2, 0, 0]), cut([-2, 0, 0])],
      { maxSpeed: 2.5, maxForce: 20 },
    );
    const right = dimensions === 3 ? [0, 0, 1] : [0, -1, 0];
    expect(dot(forcesOf(world)[0], right)).toBeGreaterThan(0);
    expect(dot(forcesOf(world)[1], right)).toBeLessThan(0);
    let nearest = Number.POSITIVE_INFINITY;
    for (let t = 0; t < 900; t++) {
      tick(world);
      nearest = Math.min(nearest, distance(positionOf(world, 0), positionOf(world, 1)));
    }
    expect(nearest).toBeGreaterThan(2 * BODY);
    expect(positionOf(world, 0)[0]).toBeGreaterThan(4);
    expect(positionOf(world, 1)[0]).toBeLessThan(-4);
  });

  it('agents on one spot part', () => {
    const world = walkers([FORESEE], Array(4).fill([3, 3, 3]), Array(4).fill([0, 0, 0]), {
      maxSpeed: 2,
    });
    tick(world, 60);
    for (let a = 0; a < 4; a++) {
      for (let b = 0; b < a; b++) {
        expect(distance(positionOf(world, a), positionOf(world, b))).toBeGreaterThan(2 * BODY);
      }
    }
  });
});

describe.each([
  ['collisionAvoidance', AVOID],
  ['anticipation', FORESEE],
])('%s in a crowd', (_, behavior) => {
  it('makes bodies overlap far less than without it, seed 6', () => {
    const random = randomOf(6);
    const count = 60;
    const positions = Array.from({ length: count }, () => [
      24 * (random() - 0.5),
      24 * (random() - 0.5),
    ]);
    const velocities = positions.map(([x, y]) => [-x / 6, -y / 6]);
    const overlaps = (behaviors: Record<string, unknown>[]): number => {
      const world = walkers(
        [...behaviors, { type: 'cruise', speed: 1.4, weight: 2 }],
        positions,
        velocities,
        { maxSpeed: 2, maxForce: 20 },
      );
      let pairs = 0;
      for (let t = 0; t < 600; t++) {
        tick(world);
        if (t < 60 || t % 6 > 0) continue;
        for (let a = 0; a < count; a++) {
          for (let b = 0; b < a; b++) {
            if (distance(positionOf(world, a), positionOf(world, b)) < 1.8 * BODY) pairs++;
          }
        }
      }
      return pairs;
    };
    const without = overlaps([]);
    const found = overlaps([{ ...behavior, radius: 6 }]);
    expect(without).toBeGreaterThan(80);
    expect(found).toBeLessThan(without / 5);
  });
});
