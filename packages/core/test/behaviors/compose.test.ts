import { describe, expect, it } from 'vitest';
import { tick } from '../../src/tick/tick.ts';
import { length, pointsOf, velocityOf, worldOf } from '../helpers/scenes.ts';

/** The force (N) on an agent at rest at the origin, between targets along x and y. */
function forceOf(species: Record<string, unknown>, kernel: 'ts' | 'simd' = 'ts'): number[] {
  const world = worldOf(
    {
      dt: 1,
      species: [{ name: 'a', ...pointsOf([[0, 0, 0]]), maxSpeed: 10, ...species }],
      targets: [
        { name: 'right', position: [1e4, 0, 0] },
        { name: 'up', position: [0, 1e4, 0] },
      ],
    },
    { kernel },
  );
  tick(world);
  return velocityOf(world, 0);
}

/** A seek from rest pulls with weight x maxSpeed. */
const seek = (target: string, weight: number) => ({ type: 'seek', target, weight });

describe.each(['ts', 'simd'] as const)('priority, %s', (kernel) => {
  it.each([
    // Forces in N along x and y; the second gets the rest of the 5 N.
    [2, 1, [2, 1, 0]],
    [3, 9, [3, 2, 0]],
    [5, 1, [5, 0, 0]],
    [8, 1, [5, 0, 0]],
    [0, 9, [0, 5, 0]],
  ])('puts %f N before %f N in a budget of 5 N', (first, second, expected) => {
    const behaviors = [seek('right', first / 10), seek('up', second / 10)];
    const force = forceOf({ compose: 'priority', maxForce: 5, behaviors }, kernel);
    force.forEach((value, axis) => {
      expect(value).toBeCloseTo(expected[axis], 5);
    });
  });

  it('equals the sum as long as the budget lasts', () => {
    const behaviors = [seek('right', 0.2), seek('up', 0.1)];
    const sum = forceOf({ compose: 'sum', maxForce: 5, behaviors }, kernel);
    expect(forceOf({ compose: 'priority', maxForce: 5, behaviors }, kernel)).toEqual(sum);
  });
});

it.each([
  [1, 2],
  [2.5, 5],
  [0, 0],
  // Limited after the factor.
  [100, 6],
])('a force factor of %f gives %f N for 2 N', (forceFactor, expected) => {
  const behaviors = [seek('right', 0.2)];
  const force = forceOf({ forceFactor, maxForce: 6, behaviors });
  expect(length(force)).toBeCloseTo(expected, 5);
});

it('priority of one species does not touch the forces of another in the same block', () => {
  const kind = (name: string, compose: string) => ({
    name,
    ...pointsOf([
      [0, 0, 0],
      [3, 0, 0],
    ]),
    maxSpeed: 10,
    maxForce: 1,
    compose,
    behaviors: [seek('right', 0.2), seek('right', 0.3)],
  });
  const world = worldOf({
    dt: 1,
    species: [kind('a', 'priority'), kind('b', 'sum'), kind('c', 'priority')],
    targets: [{ name: 'right', position: [1e4, 0, 0] }],
  });
  tick(world);
  for (let id = 0; id < 6; id++) expect(velocityOf(world, id)[0]).toBeCloseTo(1, 5);
});
