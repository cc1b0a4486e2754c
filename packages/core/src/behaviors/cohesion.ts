import { select } from '../laws/expressions.ts';
import { choice, quantity } from '../schema/quantities.ts';
import { defineBehavior } from './define-behavior.ts';
import { cosineOfView, seen, weight } from './keys.ts';
import { countOf, unlessCoincident } from './parts/coincident.ts';

/**
 * Pulls toward the mean position of the neighbors. The force is weight * unit(sum of offsets). Here unit(v) is the unit
 * vector in the direction of v. The sum of offsets has the same direction as the mean offset. If `of` is "offset", the
 * force is weight * mean offset.
 *
 * source: Reynolds 1999, Steering Behaviors for Autonomous Characters
 */
export const cohesion = defineBehavior('cohesion', {
  family: 'flocking',
  label: 'Keep together',
  keys: {
    weight: weight('N', 8),
    radius: quantity('m', 1e-3, 1e4, 9),
    cosine: cosineOfView,
    species: seen,
    of: choice(['direction', 'offset']),
  },
  force({ neighbors, settings, parameters: { weight, radius, cosine } }) {
    const others = neighbors.within(radius, { cosine });
    const offset = others.sum((other) => unlessCoincident(other, other.offset));
    if (settings.of === 'direction') return offset.withLength(weight);
    const count = others.sum(countOf);
    return offset.mul(select(count.greaterThan(0), weight.div(count), 0));
  },
});
