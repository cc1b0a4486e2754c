import { describe, expect, it } from 'vitest';
import { closingRate } from '../../../src/steering/context/arrival.ts';
import { tick } from '../../../src/tick/tick.ts';
import type { World } from '../../../src/world/world.ts';
import { LONG, someOf } from '../../helpers/long.ts';
import {
  distance,
  length,
  pointsOf,
  positionOf,
  velocityOf,
  worldOf,
} from '../../helpers/scenes.ts';

const PLACE = [15.3, 12.2, 0];
const LEADER = [13.3, 9.2, 0];

/** The behaviors that lead to a place, and the place. */
const AIMS: Readonly<Record<string, { behavior: object; place?: readonly number[] }>> = {
  seek: { behavior: { type: 'seek', target: 'place' } },
  arrive: { behavior: { type: 'arrive', target: 'place' } },
  goal: { behavior: { type: 'goal' } },
  'a long brake': { behavior: { type: 'goal', brakingDistance: 60 } },
  followPath: { behavior: { type: 'followPath' } },
  'a slow followPath': { behavior: { type: 'followPath', speed: 0.7 } },
  'navigate to a target': { behavior: { type: 'navigate', target: 'place' } },
  'navigate to own goals': { behavior: { type: 'navigate' } },
  flowField: { behavior: { type: 'flowField', target: 'place' } },
  interpose: {
    behavior: { type: 'interpose', target: 'place', second: { target: 'leader' } },
    place: [14.3, 10.7, 0],
  },
  formation: {
    behavior: { type: 'formation', target: 'leader', shape: 'point', ahead: 2, right: 1 },
    place: [15.3, 8.2, 0],
  },
};

interface Body {
  readonly speed?: number;
  readonly dt?: number;
  readonly weight?: number;
  readonly mass?: number;
  readonly maxForce?: number;
  readonly damping?: number;
  readonly arrivalRadius?: number;
  readonly dimensions?: number;
  readonly blocking?: string;
}

function walk(name: string, body: Body, kernel: 'ts' | 'simd' = 'ts'): World {
  const { speed = 1.5, dt = 1 / 60, weight = 10, mass = 1, maxForce, damping = 0 } = body;
  const { arrivalRadius = 0.1, dimensions = 2, blocking = 'graded' } = body;
  const map = { rows: Array(20).fill('.'.repeat(24)) };
  return worldOf(
    {
      dimensions,
      dt,
      ...(dimensions === 2 && { map }),
      targets: [
        { name: 'place', position: PLACE },
        { name: 'leader', position: LEADER },
      ],
      paths: [{ name: 'path', points: [[4, 4, 0], [8, 4, 0], PLACE] }],
      species: [
        {
          name: 'walker',
          ...pointsOf([[3.1, 4.7, 0]]),
          maxSpeed: Math.max(1.5, speed),
          mass,
          damping,
          maxForce,
          goals: { type: 'points', positions: [PLACE] },
          behaviors: [
            AIMS[name].behavior,
            { type: 'context', speed, weight, arrivalRadius, blocking },
          ],
        },
      ],
    },
    { kernel },
  );
}

/** Steps until the agent must be at rest, and checks that it is, in its place. */
function comesToRest(name: string, body: Body): void {
  const world = walk(name, body);
  const { speed = 1.5, dt = 1 / 60, arrivalRadius = 0.1 } = body;
  tick(world, Math.ceil((60 / Math.min(1.5, speed) + (LONG ? 20 : 5)) / dt));
  for (let k = 0; k < 50; k++) {
    tick(world);
    const place = AIMS[name].place ?? PLACE;
    expect(distance(positionOf(world, 0), place)).toBeLessThan(arrivalRadius * 1.05);
    expect(length(velocityOf(world, 0))).toBeLessThan(1e-3);
  }
  expect(world.front.choice[0]).toBe(0);
}

describe.each(Object.keys(AIMS))('with context, %s leads to rest', (name) => {
  const bodies: readonly [string, Body][] = [
    ['by default', {}],
    ['with hard blocking', { blocking: 'hard' }],
    ['fast', { speed: 5 }],
    ['in long ticks', { speed: 5, dt: 1 / 10 }],
    ['with a weight that reaches the velocity in one tick', { weight: 60 }],
    ['with a weight beyond that', { weight: 100 }],
    ['with a weak force', { speed: 4, maxForce: 1.5 }],
    ['as a heavy body', { speed: 3, mass: 20 }],
    ['in a thick medium', { weight: 20, damping: 5 }],
    ['within a small radius', { arrivalRadius: 0.01 }],
  ];
  it.each(someOf(bodies, 10, Object.keys(AIMS).indexOf(name)))('%s', (_, body) =>
    comesToRest(name, body),
  );
});

it.each(someOf(['seek', 'arrive', 'goal', 'followPath', 'interpose'], 2))(
  'with context, %s leads to rest in space',
  (name) => comesToRest(name, { dimensions: 3 }),
);

it('passes the inner points of a path without a stop', () => {
  const world = walk('followPath', { arrivalRadius: 2 });
  let slowest = 9;
  for (let k = 0; k < 500; k++) {
    tick(world);
    if (k > 60) slowest = Math.min(slowest, length(velocityOf(world, 0)));
  }
  expect(slowest).toBeGreaterThan(1);
});

it('rests where a flow field does not lead to its target', () => {
  const rows = ['......', '######', '......', '......'];
  const world = worldOf({
    dimensions: 2,
    map: { rows },
    targets: [{ name: 'place', position: [4.5, 3.5] }],
    species: [
      {
        name: 'walker',
        ...pointsOf([[1.5, 0.9]], [[1, 0.2]]),
        maxSpeed: 1.5,
        behaviors: [{ type: 'flowField' }, { type: 'context', castRange: 0.4, castRadius: 0.1 }],
      },
    ],
  });
  tick(world, 300);
  expect(length(velocityOf(world, 0))).toBeLessThan(1e-3);
});

describe('the closing rate', () => {
  it.each([
    [1, 1, 0],
    [10, 1, 0],
    [30, 0.7, 12],
    [60, 1, 0],
    [59, 1, 0.9],
    [100, 1, 0],
    [0.5, 3, 0],
  ])(
    'of weight %d, mass %d and damping %d brings a body to rest, and a higher one past it',
    (weight, mass, damping) => {
      const dt = 1 / 60;
      const k = (weight * dt) / mass;
      const all = k + damping * dt;
      const lowest = (rate: number): number => {
        let [x, v, least] = [1, 0, 1];
        for (let n = 0; n < (LONG ? 100_000 : 20_000); n++) {
          v = (1 - all) * v - k * rate * x;
          x += v * dt;
          least = Math.min(least, x);
        }
        expect(Math.abs(x)).toBeLessThan(1e-3);
        return least;
      };
      const rate = closingRate({ weight, mass, damping, dt, maxForce: 1 });
      if (all > 1) lowest(rate);
      else {
        expect(lowest(rate)).toBeGreaterThan(-1e-9);
        if (all < 1) expect(lowest(rate * 1.5)).toBeLessThan(0);
      }
    },
  );
});
