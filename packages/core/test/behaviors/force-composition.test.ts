import { describe, expect, it } from 'vitest';
import { tick } from '../../src/tick/tick.ts';
import { forcesOf } from '../helpers/forces.ts';
import { angleBetween, dot, length, pointsOf, worldOf } from '../helpers/scenes.ts';

/** Checks against everything that goes wrong where forces are combined without care. */

describe('agents on one spot', () => {
  it.each([2, 3])(
    'stay finite under every behavior that looks at others, and part, in %i dimensions',
    (dimensions) => {
      const spot = [4, -3, 0];
      const world = worldOf({
        dimensions,
        species: [
          {
            name: 'boid',
            ...pointsOf(Array(30).fill(spot)),
            radius: 0.3,
            maxSpeed: 5,
            maxForce: 30,
            turnRate: 3,
            behaviors: [
              { type: 'cohesion', weight: 1 },
              { type: 'alignment', weight: 1 },
              { type: 'separation', weight: 9 },
              { type: 'collisionAvoidance' },
              { type: 'anticipation' },
              { type: 'queue' },
              { type: 'evade', quarry: 'boid', to: 1 },
              { type: 'flee', quarry: 'boid', to: 1 },
              { type: 'pursue', quarry: 'boid', from: 3, weight: 0.1 },
              { type: 'tether', length: 0 },
              { type: 'leaderFollow', weight: 0.1 },
              { type: 'formation', weight: 0.1, shape: 'point' },
              { type: 'interpose', weight: 0.1, second: {} },
            ],
          },
        ],
        targets: [{ name: 'goal', position: spot }],
      });
      tick(world, 120);
      const { position, status, id } = world.views;
      for (const one of status) expect(one).toBe(1);
      const places = new Set(Array.from(id, (_, at) => `${position.x[at]} ${position.y[at]}`));
      expect(places.size).toBe(30);
    },
  );
});

describe('weights', () => {
  it('are newtons: each law of a flock pulls with its weight, for any number of others at any distance', () => {
    for (const scale of [0.1, 1, 6]) {
      for (const others of [1, 2, 9]) {
        for (const [type, weight] of [
          ['cohesion', 3],
          ['alignment', 5],
          ['separation', 7],
        ] as const) {
          const world = worldOf({
            species: [
              {
                name: 'boid',
                ...pointsOf([[0, 0, 0]], [[1, 0, 0]]),
                behaviors: [{ type, weight, radius: 50 }],
              },
              {
                name: 'other',
                ...pointsOf(
                  Array.from({ length: others }, (_, k) => [scale * (1 + k), scale * 2, scale * k]),
                  Array.from({ length: others }, (_, k) => [scale * k, scale, 0]),
                ),
              },
            ],
          });
          expect(length(forcesOf(world)[0])).toBeCloseTo(weight, 4);
        }
      }
    }
  });
});

describe('a body that must turn round', () => {
  it.each([2, 3])(
    'turns no faster than its rate, its heading always of unit length, in %i dimensions',
    (dimensions) => {
      const world = worldOf({
        dimensions,
        targets: [{ name: 'goal', position: [-900, 0, 0] }],
        species: [
          {
            name: 'boid',
            ...pointsOf([[0, 0, 0]], [[2, 0, 0]]),
            maxSpeed: 2,
            turnRate: 1,
            // Straight back: the velocity goes through 0, and points the other way at once.
            behaviors: [{ type: 'seek', weight: 500 }],
          },
        ],
      });
      const heading = (): number[] => {
        const { x, y, z } = world.views.heading;
        return [x[0], y[0], z[0]];
      };
      let before = heading();
      expect(before).toEqual([1, 0, 0]);
      for (let t = 0; t < 240; t++) {
        tick(world);
        const now = heading();
        expect(length(now)).toBeCloseTo(1, 5);
        expect(angleBetween(before, now)).toBeLessThan(1 / 60 + 1e-4);
        const { x, y, z } = world.views.up;
        expect(dot(now, [x[0], y[0], z[0]])).toBeCloseTo(0, 5);
        before = now;
      }
      expect(dot(before, [-1, 0, 0])).toBeCloseTo(1, 5);
    },
  );
});
