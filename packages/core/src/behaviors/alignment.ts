import { float } from '../laws/expressions.ts';
import { choice, quantity } from '../schema/quantities.ts';
import { defineBehavior } from './define-behavior.ts';
import { cosineOfView, seen, weight } from './keys.ts';
import { countOf, unlessCoincident } from './parts/coincident.ts';
import { where } from './parts/velocity.ts';

/**
 * Turns toward the mean velocity, or the mean heading, of the neighbors. For velocities, the force is weight *
 * unit(mean velocity - own velocity). Here unit(v) is the unit vector in the direction of v. For headings, the force is
 * weight * (mean heading - own heading).
 *
 * source: Reynolds 1999, Steering Behaviors for Autonomous Characters
 */
export const alignment = defineBehavior('alignment', {
  family: 'flocking',
  label: 'Align with others',
  keys: {
    weight: weight('N', 8),
    radius: quantity('m', 1e-3, 1e4, 7.5),
    cosine: cosineOfView,
    species: seen,
    of: choice(['velocity', 'heading']),
  },
  reads: ({ of }) => (of === 'heading' ? ['heading'] : []),
  force({ self, neighbors, settings: { of }, parameters: { weight, radius, cosine } }) {
    const others = neighbors.within(radius, { cosine });
    const count = others.sum(countOf);
    const sum = others.sum((other) => unlessCoincident(other, other[of]));
    const turn = sum.mul(float(1).div(count)).sub(self[of]);
    const force = of === 'heading' ? turn.mul(weight) : turn.withLength(weight);
    return where(count.greaterThan(0), force);
  },
});
