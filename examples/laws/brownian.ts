import { defineLaw, select, vec3 } from '@skein/core/laws';

/**
 * An agent is slowed by drag and kicked at random, so that each axis of its velocity gets the given standard deviation.
 * This works for any drag, mass and length of a tick, as long as drag x dt is well below the mass.
 *
 * source: Uhlenbeck and Ornstein 1930, "On the Theory of the Brownian Motion"
 */
export const brownian = defineLaw({
  name: 'brownian',
  description: 'Moves at random, like a grain in a liquid.',
  parameters: {
    drag: { unit: 'kg/s', default: 1, min: 0, max: 1e6, description: 'Drag of the liquid.' },
    spread: {
      unit: 'm/s',
      default: 1,
      min: 0,
      max: 1e5,
      description: 'Standard deviation of each axis of the velocity.',
    },
  },
  force({ self, parameters: { drag, spread }, random, dt, dimensions }) {
    const upright = select(dimensions.equal(2), 0, random.normal(2));
    const kick = vec3(random.normal(0), random.normal(1), upright);
    // Within a tick, drag reduces the variance of the velocity by the fraction 2 drag dt / mass. The kick makes up for
    // that.
    const strength = drag.mul(self.mass).mul(2).div(dt).sqrt().mul(spread);
    return kick.mul(strength).sub(self.velocity.mul(drag));
  },
});
