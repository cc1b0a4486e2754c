import { expect, it } from 'vitest';
import { tick } from '../../../src/tick/tick.ts';
import { takeEvents } from '../../../src/world/event-ring.ts';
import { pointsOf, positionOf, velocityOf, worldOf } from '../../helpers/scenes.ts';

it.each([
  [1, 0, 1 / 60],
  [7, 0, 1 / 60],
  [0.25, 0.5, 1 / 60],
  [1, 0.5, 0.25],
])(
  'a mass of %d kg under drag %d /s falls by the sum of its steps, dt %d s',
  (mass, damping, dt) => {
    const world = worldOf({
      dt,
      species: [
        {
          name: 'stone',
          mass,
          damping,
          ...pointsOf([[1, 50, 2]], [[3, 4, 0]]),
          behaviors: [{ type: 'gravity', acceleration: 9.8 }],
        },
      ],
    });
    const n = 40;
    tick(world, n);
    const kept = 1 - damping * dt;
    const power = kept ** n;
    const end = damping > 0 ? (9.8 / damping) * (1 - power) : 9.8 * n * dt;
    expect(velocityOf(world, 0)[0]).toBeCloseTo(3 * power, 4);
    expect(velocityOf(world, 0)[1]).toBeCloseTo(4 * power - end, 3);
    if (damping === 0) {
      const t = n * dt;
      expect(positionOf(world, 0)[1]).toBeCloseTo(50 + 4 * t - (9.8 * t * (t + dt)) / 2, 3);
    }
  },
);

it('"ballistic" does not steer, and hits its own target, not another', () => {
  const world = worldOf({
    species: [
      {
        name: 'shell',
        ...pointsOf([[0, 0, 0]], [[0, 0, 30]]),
        behaviors: [{ type: 'ballistic', target: 'far' }],
      },
    ],
    targets: [
      { name: 'near', position: [0, 0, 10] },
      { name: 'far', position: [0, 0.5, 20] },
    ],
  });
  tick(world, 30);
  expect(velocityOf(world, 0)).toEqual([0, 0, 30]);
  tick(world, 30);
  expect(takeEvents(world)).toMatchObject([{ type: 'hit', target: 'far' }]);
});
