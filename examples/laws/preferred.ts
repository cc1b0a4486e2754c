import { defineLaw } from '@skein/core/laws';

/**
 * Steers to the velocity in its agent's column `preferred`, which a host writes: for programs that decide themselves
 * where agents go, and leave it to Skein that they get there. Before `orca` it is the preferred velocity of
 * the agent, from which `orca` departs as little as it must.
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
