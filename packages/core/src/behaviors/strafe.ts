import { float, select, type Vec3Node, vec3 } from '../laws/expressions.ts';
import { choice } from '../schema/quantities.ts';
import { defineBehavior } from './define-behavior.ts';
import { aimed, band, weight } from './keys.ts';
import { toVelocity, where } from './parts/velocity.ts';

/**
 * Cosine and sine of 82.6 degrees, the angle of the highest interest. The interest is (c + 1)/2 (1 - (c + 1/4)^2); its
 * derivative is 0 at 3 c^2 + 3 c = 7/16, where it peaks at 0.483.
 */
const PEAK_COSINE = (Math.sqrt(14.25) - 3) / 6;
const PEAK_SINE = Math.sqrt(1 - PEAK_COSINE * PEAK_COSINE);

/** If the squared level part of the unit vector to the aim is below this, that line is vertical. */
const UPRIGHT = 1e-6;

/**
 * The desired velocity is maxSpeed in the direction that has the highest interest under `context`: 82.6 degrees off the
 * line to the aim.
 *
 * source: the shape of the interest is that of mojopon 2024, SteeringBehaviour; the choice of a side is new
 */
export const strafe = defineBehavior('strafe', {
  family: 'crowd',
  label: 'Circle the target',
  description:
    'Circles its aim: 82.6 degrees off the line to it, at maximum speed. With "context" it wants all directions of that side, most of all this one, and none straight ahead.',
  keys: {
    weight: weight('kg/s', 1),
    ...aimed,
    ...band,
    hand: choice(
      ['left', 'right', 'own', 'none'],
      'The side it circles to, facing its aim: "own" is drawn for each agent, "none" keeps the side it moves to.',
      'own',
    ),
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

/** The left side of a unit vector. In space it is level, with y up. */
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
