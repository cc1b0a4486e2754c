import { describe, expect, it } from 'vitest';
import { findUnsteady } from '../../src/measure/steadiness.ts';
import { parseScenario } from '../../src/scenario/parse.ts';
import { tick } from '../../src/tick/tick.ts';
import { someOf } from '../helpers/long.ts';
import {
  angleBetween,
  length,
  pointsOf,
  SCENE_NAMES,
  scene,
  velocityOf,
  worldOf,
} from '../helpers/scenes.ts';

interface Case {
  readonly behaviors: readonly object[];
  readonly species?: object;
  readonly dt?: number;
}

function input({ behaviors, species, dt = 1 / 60 }: Case) {
  return {
    name: 'test',
    dimensions: 2,
    dt,
    map: { rows: Array(20).fill('.'.repeat(24)) },
    targets: [{ name: 'place', position: [15.3, 12.2] }],
    paths: [
      {
        name: 'path',
        points: [
          [8, 4],
          [15.3, 12.2],
        ],
      },
    ],
    species: [
      {
        name: 'walker',
        ...pointsOf([[3.1, 4.7]], [[0.5, 0.2]]),
        maxSpeed: 1.5,
        goals: { type: 'points', positions: [[15.3, 12.2]] },
        behaviors,
        ...species,
      },
    ],
  };
}

function found(one: Case): { path: string; expected: string }[] {
  return findUnsteady(parseScenario(input(one))).map(({ path, expected }) => ({ path, expected }));
}

/** The highest speed of the agent after so many seconds that it must be at rest. */
function restless(one: Case): number {
  const world = worldOf(input(one));
  tick(world, Math.round(90 / (one.dt ?? 1 / 60)));
  let fastest = 0;
  for (let k = 0; k < 40; k++) {
    tick(world);
    fastest = Math.max(fastest, length(velocityOf(world, 0)));
  }
  return fastest;
}

describe.each<[string, object, number, number]>([
  ['a mass of 1 kg', {}, 1 / 60, 0],
  ['a heavy body', { mass: 3.7 }, 1 / 60, 1],
  ['long ticks', {}, 1 / 9, 2],
  ['a drag', { damping: 11 }, 1 / 60, 3],
  ['a force factor', { forceFactor: 2.3, mass: 0.4 }, 1 / 30, 4],
])('the largest steady weight with %s', (_, species, dt, turn) => {
  const { mass = 1, damping = 0, forceFactor = 1 } = species as Record<string, number>;
  const most = ((2 / dt - damping) * mass) / forceFactor;
  // These do not brake within one step, whatever the weight.
  const brakingDistance = 90;

  it.each(someOf(['arrive', 'goal', 'navigate', 'flowField', 'followPath'], 5, turn))(
    'of %s',
    (type) => {
      const of = (weight: number): Case => ({
        dt,
        species,
        behaviors: [{ type, weight, brakingDistance }],
      });
      expect(found(of(most * 0.98))).toEqual([]);
      const [problem] = found(of(most * 1.001));
      expect(problem.path).toBe('$.species[0].behaviors[0].weight');
      const told = Number(/^less than (.*) kg\/s$/.exec(problem.expected)?.[1]);
      expect(told).toBeLessThanOrEqual(most * (1 + 1e-6));
      expect(told).toBeGreaterThan(most * 0.998);
      expect(restless(of(most * 0.98))).toBeLessThan(0.4);
      expect(restless(of(most * 1.02))).toBeGreaterThan(1);
    },
  );

  it('of context, and not of the behaviors before it', () => {
    const of = (weight: number): Case => ({
      dt,
      species,
      behaviors: [
        { type: 'seek', weight: most * 9 },
        { type: 'context', weight },
      ],
    });
    expect(found(of(most * 0.98))).toEqual([]);
    expect(found(of(most * 1.001)).map(({ path }) => path)).toEqual([
      '$.species[0].behaviors[1].weight',
    ]);
  });
});

it.each([
  ['arrive', 10, 1.5, 1 / 60],
  ['goal', 20, 30, 1 / 30],
  ['goal', 3, 9, 1 / 8],
])(
  'the shortest steady braking distance of %s, with a weight of %d at %d m/s',
  (type, weight, maxSpeed, dt) => {
    const k = weight * dt;
    const least = (k * maxSpeed * dt) / (4 - 2 * k);
    const of = (brakingDistance: number): Case => ({
      dt,
      species: { maxSpeed },
      behaviors: [{ type, weight, brakingDistance }],
    });
    expect(found(of(least * 1.05))).toEqual([]);
    const [problem] = found(of(least * 0.98));
    expect(problem.path).toBe('$.species[0].behaviors[0].brakingDistance');
    expect(Number(/^more than (.*) m$/.exec(problem.expected)?.[1]) / least).toBeCloseTo(1, 2);
    expect(restless(of(least * 1.05))).toBeLessThan(1e-3);
    expect(restless(of(least * 0.95))).toBeGreaterThan(0.01);
  },
);

it('a drag that reverses the velocity is reported', () => {
  const of = (damping: number): Case => ({ dt: 0.1, species: { damping }, behaviors: [] });
  expect(found(of(19.9))).toEqual([]);
  expect(found(of(20))).toEqual([{ path: '$.species[0].damping', expected: 'less than 20 1/s' }]);
  expect(restless(of(19.9))).toBeLessThan(0.01);
  expect(restless(of(20))).toBeGreaterThan(0.5);
});

it.each(['homing', 'lead'])('a circle too small for one tick is reported, for %s', (type) => {
  const of = (curvatureRadius: number) => ({
    name: 'test',
    targets: [{ name: 'place', position: [9000, 400, 0] }],
    species: [
      {
        name: 'beam',
        ...pointsOf([[0, 0, 0]], [[30, 0, 0]]),
        maxSpeed: 30,
        behaviors: [{ type, speed: 30, curvatureRadius }],
      },
    ],
  });
  const told = (R: number) => findUnsteady(parseScenario(of(R)));
  expect(told(5.01)).toEqual([]);
  expect(told(1)).toEqual([
    {
      path: '$.species[0].behaviors[0].curvatureRadius',
      found: '1 m, with which a flight turns by 28.6 degrees in one tick, so it wobbles',
      expected: 'at least 5 m',
    },
  ]);
  /** The largest turn in one tick, on a long way to the target. */
  const widest = (R: number): number => {
    const world = worldOf(of(R));
    tick(world, 200);
    let most = 0;
    for (let n = 0; n < 50; n++) {
      const before = velocityOf(world, 0);
      tick(world);
      most = Math.max(most, angleBetween(before, velocityOf(world, 0)));
    }
    return most;
  };
  expect(widest(5.01)).toBeLessThan(0.101);
  expect(widest(1)).toBeGreaterThan(0.4);
});

it.each(someOf(SCENE_NAMES, 3))('the scene %s is steady', (name) => {
  expect(findUnsteady(scene(name))).toEqual([]);
});
