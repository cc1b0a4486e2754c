import { defineLaw, float, select } from '@skein/core/laws';

/**
 * An agent grows where it has space, divides when it has grown, and starves where it is crowded: logistic growth,
 * computed from what each agent sees. The population settles where the mean gain is 0.
 *
 * source: Verhulst 1838, "Notice sur la loi que la population suit dans son accroissement"
 */
export const colony = defineLaw({
  name: 'colony',
  description: 'Grows, divides, and starves where it is crowded.',
  parameters: {
    growth: {
      unit: '1/s',
      default: 0.5,
      min: 0,
      max: 100,
      description: 'What it gains in a second where it is alone.',
    },
    room: { unit: 'm', default: 4, min: 1e-3, max: 1e5, description: 'How far it looks.' },
    crowd: {
      unit: '1',
      default: 8,
      min: 1,
      max: 1e6,
      description: 'Number of neighbors at which it gains nothing.',
    },
  },
  columns: {
    food: {
      type: 'f32',
      unit: '1',
      default: 0.5,
      min: 0,
      max: 1,
      description: 'What it has eaten: it divides at 1, and starves at 0.',
    },
  },
  next({ self, neighbors, dt, parameters: { growth, room, crowd } }) {
    const share = neighbors.within(room).count().div(crowd);
    const gained = self.food.add(growth.mul(float(1).sub(share)).mul(dt));
    return { food: select(self.food.lessThan(1), gained, 0.5) };
  },
  ends: ({ self }) => self.food.lessThanEqual(0),
  births({ self, random }) {
    // Next to its parent, since two agents at the same position have no direction in which to separate.
    const beside = self.position.add(random.direction().mul(self.radius));
    return [{ when: self.food.greaterThanEqual(1), position: beside, columns: { food: 0.5 } }];
  },
});
