import { float, select, type Vec3Node, vec3 } from '../laws/expressions.ts';
import { choice } from '../schema/quantities.ts';
import { defineBehavior } from './define-behavior.ts';
import { aimed, band, weight } from './keys.ts';
import { toVelocity, where } from './parts/velocity.ts';

/**
 * Cosine and sine of 82.6 degrees. This is the angle between the line to the aim and the direction of the highest
 * interest. Let c be the cosine of the angle between this line and any direction. In that direction, the interest is
 * (c + 1)/2 * (1 - (c + 1/4)^2). The interest has its peak, 0.483, where 3 c^2 + 3 c = 7/16.
 */
const PEAK_COSINE = (Math.sqrt(14.25) - 3) / 6;
const PEAK_SINE = Math.sqrt(1 - PEAK_COSINE * PEAK_COSINE);

/** The threshold below which a unit vector counts as vertical: the squared length of its horizontal part. */
const UPRIGHT = 1e-6;

/**
 * Circles the aim. The desired velocity has the length `maxSpeed`, and is 82.6 degrees off the line to the aim. With
 * the behavior `context`, the direction of the desired velocity has the highest interest.
 *
 * source: the shape of the interest is that of mojopon 2024, SteeringBehaviour. The choice of a side is new
 */
export const strafe = defineBehavior('strafe', {
  family: 'crowd',
  label: 'Circle the target',
  keys: {
    weight: weight('kg/s', 1),
    ...aimed,
    ...band,
    hand: choice(['left', 'right', 'own', 'none'], 'own'),
  },
  needs: ['maxSpeed'],
  force(law) {
    const { aim, self, random, settings, ground } = law;
    const toward = aim.offset.normalize();
    const left = leftOf(toward, ground.dimensions);
    const drifts = self.velocity.dot(left).lessThan(0);
    const own = random.at(0).uniform().lessThan(0.5);
    const turn = { left: float(1), right: float(-1), own: select(own, 1, -1) };
    const hand = settings.hand === 'none' ? select(drifts, -1, 1) : turn[settings.hand];
    const desired = toward
      .mul(self.maxSpeed.mul(PEAK_COSINE))
      .add(left.mul(self.maxSpeed.mul(PEAK_SINE).mul(hand)));
    return where(aim.distance.greaterThan(0), toVelocity(desired, law));
  },
});

/**
 * Returns the unit vector to the left of a unit vector. In space, where the y axis points up, the result is horizontal.
 */
function leftOf({ x, y, z }: Vec3Node, dimensions: 2 | 3): Vec3Node {
  if (dimensions === 2) return vec3(y.negate(), x, 0);
  const level = x.mul(x).add(z.mul(z));
  const length = level.sqrt();
  // A vertical line has no left side.
  return select(
    level.greaterThan(UPRIGHT),
    vec3(z.div(length), 0, x.negate().div(length)),
    vec3(1, 0, 0),
  );
}
