import { defineLaw } from '@skein/core/laws';

/**
 * Connects an agent to each of its neighbors by a damped spring. The springs form a net that keeps its distances, tears
 * where they exceed the radius, and heals. A neighbor at the same position does not pull, since it has no direction.
 *
 * source: the damped spring of Witkin 1997, "Physically Based Modeling: Particle System Dynamics"
 */
export const springs = defineLaw({
  name: 'springs',
  description: 'Springs to all neighbors within a radius.',
  parameters: {
    stiffness: {
      unit: 'N/m',
      default: 2,
      min: 0,
      max: 1e6,
      description: 'Force for each meter from the rest length.',
    },
    damping: {
      unit: 'kg/s',
      default: 0.5,
      min: 0,
      max: 1e6,
      description: 'Force for each m/s along the spring.',
    },
    rest: { unit: 'm', default: 2, min: 0, max: 1e5, description: 'Length without a force.' },
    radius: { unit: 'm', default: 3, min: 1e-3, max: 1e5, description: 'Longest spring.' },
  },
  force({ self, neighbors, parameters: { stiffness, damping, rest, radius } }) {
    return neighbors.within(radius).sum((other) => {
      const along = other.offset.normalize();
      const stretch = other.distance.sub(rest).mul(stiffness);
      const rate = other.velocity.sub(self.velocity).dot(along).mul(damping);
      return along.mul(stretch.add(rate));
    });
  },
});
