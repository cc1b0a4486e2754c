import { quantity } from '../schema/quantities.ts';
import { defineBehavior } from './define-behavior.ts';
import { aimed, band, weight } from './keys.ts';
import { where } from './parts/velocity.ts';

/**
 * Pulls the agent toward its aim. The pull grows from 0 at the distance `length` to the whole weight at the distance
 * `length` + `margin`, and stays constant beyond.
 *
 * source: composed steering forces, the behavior "stay in range". In the source, the force is the vector from the agent
 * back to the allowed range. That force has no limit, and its unit is m. Here, the unit of the force is N
 */
export const tether = defineBehavior('tether', {
  family: 'steering',
  label: 'Stay in range',
  keys: {
    weight: weight('N', 10),
    length: quantity('m', 0, 1e5, 20),
    margin: quantity('m', 1e-3, 1e5, 5),
    ...aimed,
    ...band,
  },
  force({ aim: { offset, distance }, parameters: { weight, length, margin } }) {
    const depth = distance.sub(length).div(margin).min(1);
    return where(distance.greaterThan(length), offset.mul(weight.mul(depth).div(distance)));
  },
});
