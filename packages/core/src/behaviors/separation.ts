import * as z from 'zod/mini';
import { type FloatNode, float, select } from '../laws/expressions.ts';
import type { Other } from '../laws/neighbor-nodes.ts';
import { choice, quantity } from '../schema/quantities.ts';
import { defineBehavior } from './define-behavior.ts';
import { cosineOfView, seen, weight } from './keys.ts';
import { isCoincident, unlessCoincident } from './parts/coincident.ts';

/**
 * Pushes each agent away from its neighbors. The force is weight * unit(-sum of offset / distance^2). Here unit(v) is
 * the unit vector in the direction of v. Near neighbors have more effect. If `sum` is "count", the force is weight *
 * (-sum of unit(offset)). In this sum, the terms of neighbors closer than `near` are multiplied by `factor`.
 *
 * An agent on the spot of another agent is pushed in a random direction of its own instead. Otherwise the two would
 * stay together forever.
 *
 * source: the behavior "separation" in Reynolds 1999. Another source is its code in OpenSteer, SteerLibrary.h
 */
export const separation = defineBehavior('separation', {
  family: 'flocking',
  label: 'Keep apart',
  keys: {
    weight: weight('N', 12),
    radius: quantity('m', 1e-3, 1e4, 5),
    cosine: cosineOfView,
    species: seen,
    sum: choice(['direction', 'count']),
    near: z.optional(quantity('m', 0, 1e4)),
    factor: z.optional(quantity('1', 1e-3, 1e6)),
  },
  /**
   * The keys `near` and `factor` must be given together, and only with `sum: "count"`. Reports keys that break this
   * rule.
   */
  check({ sum, near, factor }) {
    const refusal = (key: 'near' | 'factor', found: string, expected: string) => [
      { key, found, expected },
    ];
    if (sum === 'direction') {
      const expected = '"sum" to be "count", because no other value allows this key';
      return [
        ...(near === undefined ? [] : refusal('near', `${near} with "sum": "direction"`, expected)),
        ...(factor === undefined
          ? []
          : refusal('factor', `${factor} with "sum": "direction"`, expected)),
      ];
    }
    if (near === undefined && factor !== undefined) {
      const expected = 'the key "near", the distance within which "factor" applies';
      return refusal('factor', `${factor} without near`, expected);
    }
    if (near !== undefined && factor === undefined) {
      return refusal(
        'near',
        `${near} without factor`,
        'the key "factor", which multiplies the push of each neighbor within "near"',
      );
    }
    return [];
  },
  force({ neighbors, random, settings, parameters: { weight, radius, cosine, near, factor } }) {
    const others = neighbors.within(radius, { cosine });
    const counts = settings.sum === 'count';
    const share = (other: Other): FloatNode => {
      if (!counts) return float(1).div(other.distanceSquared);
      // A key that the scenario leaves out is 0.
      const times = select(factor.greaterThan(0), factor, 1);
      return select(other.distance.lessThan(near), times, 1).div(other.distance);
    };
    const sum = others.sum((other) => unlessCoincident(other, other.offset.mul(share(other))));
    const push = counts ? sum.mul(weight.negate()) : sum.withLength(weight.negate());
    return select(others.any(isCoincident), random.shared().direction().mul(weight), push);
  },
});
