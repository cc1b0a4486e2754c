import { describe, expect, it } from 'vitest';
import { tick } from '../../src/tick/tick.ts';
import { pointsOf, positionOf, velocityOf, worldOf } from '../helpers/scenes.ts';

const BOUNDS = { min: [-7, 0, 10], max: [7, 31, 23] };

function forceOf(position: number[], velocity: number[], type = 'contain'): number[] {
  const world = worldOf({
    bounds: { type, ...BOUNDS },
    species: [
      {
        name: 'bird',
        ...pointsOf([position], [velocity]),
        mass: 2,
        behaviors: [{ type: 'containment', weight: 12, lookAhead: 0.5, margin: 3 }],
      },
    ],
  });
  tick(world);
  return velocityOf(world, 0).map((value, axis) => (value - velocity[axis]) * 60 * 2);
}

// The margin is 3 m: the push begins at x = -4 and 4, y = 3 and 28, z = 13 and 20.
describe.each(['contain', 'wrap'])('the force of containment in bounds that %s', (type) => {
  it.each([
    ['none in the middle', [0, 15, 16], [0, 0, 0], [0, 0, 0]],
    ['none at the margin', [-4, 3, 20], [0, 0, 0], [0, 0, 0]],
    ['half way to a wall', [-5.5, 15, 16], [0, 0, 0], [6, 0, 0]],
    ['half way to the opposite one', [5.5, 15, 16], [0, 0, 0], [-6, 0, 0]],
    ['a third of the way to another wall', [0, 2, 16], [0, 0, 0], [0, 4, 0]],
    ['in a corner of three walls', [-6.25, 30.25, 21.5], [0, 0, 0], [9, -9, -6]],
    ['by where the agent will be, not where it is', [-3, 15, 16], [-5, 0, 0], [6, 0, 0]],
    ['none when the agent flies away from the wall', [-5.5, 15, 16], [4, 0, 0], [0, 0, 0]],
    ['at most the weight beyond the wall', [-6, 15, 16], [-60, 0, 0], [12, 0, 0]],
  ])('%s', (_, position, velocity, expected) => {
    const force = forceOf(position, velocity, type);
    for (const axis of [0, 1, 2]) expect(force[axis]).toBeCloseTo(expected[axis], 3);
  });
});

it('containment keeps a flock off the walls', () => {
  const world = worldOf({
    seed: 3,
    bounds: { type: 'contain', ...BOUNDS },
    species: [
      {
        name: 'bird',
        count: 17,
        spawn: { type: 'box', min: [-1, 10, 15], max: [1, 12, 17], velocity: { speed: 4 } },
        maxSpeed: 4,
        behaviors: [{ type: 'containment', weight: 30, lookAhead: 0.5, margin: 2 }],
      },
    ],
  });
  let touched = 0;
  for (let k = 0; k < 1200; k++) {
    tick(world);
    for (let id = 0; id < 17; id++) {
      const at = positionOf(world, id);
      if (at.some((value, axis) => value <= BOUNDS.min[axis] || value >= BOUNDS.max[axis]))
        touched++;
    }
  }
  expect(touched).toBe(0);
});
