import { defineLaw, exp } from '@skein/core/laws';

/**
 * Walks toward its aim and keeps away from others. Each neighbor pushes with a force that falls off exponentially with
 * the gap between the bodies, and is weaker from behind.
 *
 * source: Helbing and Molnar 1995, "Social Force Model for Pedestrian Dynamics"; the push by the gap between bodies and
 * the weaker one from behind are those of Helbing, Farkas, Molnar and Vicsek 2002
 */
export const socialForce = defineLaw({
  name: 'socialForce',
  description: 'Walks toward its aim and keeps off others.',
  parameters: {
    haste: {
      unit: 'kg/s',
      default: 2,
      min: 0,
      max: 1e6,
      description: 'Pull toward the wanted velocity.',
    },
    push: { unit: 'N', default: 10, min: 0, max: 1e6, description: 'Push at contact.' },
    reach: {
      unit: 'm',
      default: 0.4,
      min: 0.01,
      max: 1e5,
      description: 'Gap at which the push has fallen to 1 / e.',
    },
    behind: {
      unit: '1',
      default: 0.2,
      min: 0,
      max: 1,
      description: 'Share of the push from straight behind.',
    },
    radius: { unit: 'm', default: 4, min: 1e-3, max: 1e5, description: 'How far it looks.' },
  },
  aim: 'one',
  force({ self, aim, neighbors, parameters: { haste, push, reach, behind, radius } }) {
    const wanted = aim.offset.withLength(self.maxSpeed);
    const ahead = aim.offset.normalize();
    const pushed = neighbors.within(radius).sum((other) => {
      const toward = other.offset.normalize();
      const gap = other.distance.sub(self.radius.mul(2));
      // From `behind` for a neighbor straight behind, to 1 for one straight ahead.
      const heed = behind.mix(1, toward.dot(ahead).add(1).div(2));
      return toward.mul(exp(gap.negate().div(reach)).mul(push).mul(heed));
    });
    return wanted.sub(self.velocity).mul(haste).sub(pushed);
  },
});
