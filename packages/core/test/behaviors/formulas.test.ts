// The formulas that the reference of behaviors states, against the force that the kernel computes.
import { describe, expect, it } from 'vitest';
import { inspect } from '../../src/insight/inspect.ts';
import { pointsOf, worldOf } from '../helpers/scenes.ts';

type V = readonly number[];
const plus = (a: V, b: V): V => a.map((x, k) => x + b[k]);
const minus = (a: V, b: V): V => a.map((x, k) => x - b[k]);
const times = (a: V, by: number): V => a.map((x) => x * by);
const long = (a: V): number => Math.hypot(...a);
const unit = (a: V): V => times(a, 1 / long(a));
const sum = (all: readonly V[]): V => all.reduce(plus);
const mean = (all: readonly V[]): V => times(sum(all), 1 / all.length);

/** The first agent, and three neighbors on one side of it, at different distances. */
const AT: readonly V[] = [
  [0.5, -0.25, 1],
  [1.75, 0.5, 1.5],
  [-0.5, 1, 2.25],
  [0.25, 0.75, -0.5],
];
const VELOCITIES: readonly V[] = [
  [2, 0.5, -1],
  [3, 1.5, 0.25],
  [2.5, -0.75, 0.5],
  [1.25, 2, -0.25],
];
const [OFFSETS, OTHERS] = [AT.slice(1).map((at) => minus(at, AT[0])), VELOCITIES.slice(1)];
const TARGET: V = [9, -4, 3];
const MAX_SPEED = 6;
const MASS = 2.5;

/** The force of a behavior on the first agent, in N. */
function forceOf(behavior: Readonly<Record<string, unknown>>, more: object = {}): V {
  const world = worldOf(
    {
      dimensions: 3,
      species: [
        {
          name: 'a',
          ...pointsOf(AT, VELOCITIES),
          mass: MASS,
          maxSpeed: MAX_SPEED,
          behaviors: [behavior],
          ...more,
        },
      ],
      targets: [{ name: 'there', position: TARGET }],
    },
    { kernel: 'ts' },
  );
  return inspect(world, 0).forces[0].force;
}

const desired = times(unit(minus(TARGET, AT[0])), MAX_SPEED);
const speed = long(VELOCITIES[0]);

describe.each([0.75, 8])('with weight %d, the force is as documented', (weight) => {
  const stated: Readonly<Record<string, readonly [behavior: object, force: V]>> = {
    'alignment of velocity': [
      { type: 'alignment', radius: 20 },
      times(unit(minus(mean(OTHERS), VELOCITIES[0])), weight),
    ],
    'cohesion by direction': [{ type: 'cohesion', radius: 20 }, times(unit(mean(OFFSETS)), weight)],
    'cohesion by offset': [
      { type: 'cohesion', radius: 20, of: 'offset' },
      times(mean(OFFSETS), weight),
    ],
    separation: [
      { type: 'separation', radius: 20 },
      times(unit(sum(OFFSETS.map((offset) => times(unit(offset), -1 / long(offset))))), weight),
    ],
    'separation by count': [
      { type: 'separation', radius: 20, sum: 'count' },
      times(sum(OFFSETS.map(unit)), -weight),
    ],
    seek: [{ type: 'seek' }, times(minus(desired, VELOCITIES[0]), weight)],
    cruise: [{ type: 'cruise', speed: 4 }, times(unit(VELOCITIES[0]), weight * (4 - speed))],
  };

  it.each(Object.keys(stated))('%s', (name) => {
    const [behavior, expected] = stated[name];
    const found = forceOf({ ...behavior, weight });
    for (const k of [0, 1, 2]) expect(found[k], 'xyz'[k]).toBeCloseTo(expected[k], 4);
  });

  it('alignment of heading', () => {
    const found = forceOf(
      { type: 'alignment', radius: 20, of: 'heading', weight },
      { turnRate: 1 },
    );
    const expected = times(minus(mean(OTHERS.map(unit)), unit(VELOCITIES[0])), weight);
    for (const k of [0, 1, 2]) expect(found[k], 'xyz'[k]).toBeCloseTo(expected[k], 4);
  });
});

it('gravity is mass × acceleration toward -y', () => {
  expect(forceOf({ type: 'gravity', acceleration: 3 })).toEqual(
    [0, -3 * MASS, 0].map((n) => expect.closeTo(n, 4)),
  );
});
