import { defineLaw } from '@skein/core/laws';

/** 1 cm, squared. Closer neighbors push no harder, and neighbors at the same position do not push. */
const NEAREST_SQUARED = 1e-4;

/**
 * The three rules of a flock: keep away from close neighbors, match their velocity, and stay near their center.
 *
 * source: Reynolds 1987, "Flocks, Herds, and Schools: A Distributed Behavioral Model"
 */
export const boids = defineLaw({
  name: 'boids',
  description: 'Separation, alignment and cohesion.',
  parameters: {
    radius: { unit: 'm', default: 5, min: 1e-3, max: 1e5, description: 'How far it looks.' },
    room: {
      unit: 'm',
      default: 2,
      min: 1e-3,
      max: 1e5,
      description: 'Neighbors nearer push it away.',
    },
    cosine: {
      unit: '1',
      default: -0.5,
      min: -1,
      max: 1,
      description: 'Cosine of the angle up to which it looks aside; -1 for all around.',
    },
    separation: {
      unit: 'N m',
      default: 8,
      min: 0,
      max: 1e6,
      description: 'Push away, over the distance to each.',
    },
    alignment: {
      unit: 'kg/s',
      default: 1,
      min: 0,
      max: 1e6,
      description: 'Pull toward the mean velocity.',
    },
    cohesion: {
      unit: 'N/m',
      default: 0.5,
      min: 0,
      max: 1e6,
      description: 'Pull toward the middle, for each meter to there.',
    },
  },
  force({ self, neighbors, parameters }) {
    const { radius, room, cosine, separation, alignment, cohesion } = parameters;
    const push = neighbors
      .within(room)
      .sum((other) => other.offset.div(other.distanceSquared.max(NEAREST_SQUARED)))
      .negate();

    const seen = neighbors.within(radius, { cosine });
    const count = seen.count();
    // Without neighbors, the sums are 0, so dividing by 1 gives 0.
    const middle = seen.sum((other) => other.offset).div(count.max(1));
    const match = seen.sum((other) => other.velocity.sub(self.velocity)).div(count.max(1));

    return push.mul(separation).add(match.mul(alignment)).add(middle.mul(cohesion));
  },
});
