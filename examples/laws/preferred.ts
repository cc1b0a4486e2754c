import { defineLaw } from '@skein/core/laws';

/**
 * Steers to the velocity in the agent's column `preferred`, which the host program writes. Use it when your program
 * decides where agents go, and Skein should move them there. If it comes before `orca`, it sets the preferred velocity,
 * from which `orca` deviates as little as possible.
 *
 * source: the preferred velocity of van den Berg et al. 2011, "Reciprocal n-Body Collision Avoidance"
 */
export const preferred = defineLaw({
  name: 'preferred',
  description: 'Steers to the velocity that the host prefers.',
  parameters: {
    weight: {
      unit: 'kg/s',
      default: 60,
      min: 0,
      max: 1e6,
      description: 'Pull toward that velocity; mass/dt reaches it at once.',
    },
  },
  columns: {
    preferred: {
      type: 'vec3',
      unit: 'm/s',
      default: [0, 0, 0],
      description: 'The velocity that the host prefers.',
    },
  },
  force({ self, parameters: { weight } }) {
    return self.preferred.sub(self.velocity).mul(weight);
  },
});
