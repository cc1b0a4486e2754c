import { select } from '../laws/expressions.ts';
import { quantity } from '../schema/quantities.ts';
import { defineBehavior } from './define-behavior.ts';
import { aimed, curvature, ends } from './keys.ts';
import { drive, flightOf } from './parts/flight.ts';
import { alongCircle, centripetal, pursuit } from './parts/pursuit.ts';

/**
 * Proportional navigation: the agent turns in proportion to the turn rate of its line of sight.
 *
 * Let r be the offset of the target (m). Let V be the velocity of the target relative to the agent (m/s). Let n be the
 * unit vector in the direction of flight. The line of sight turns at the rate W = cross(r, V) / dot(r, r), a vector in
 * rad/s. The formula of the behavior is
 *
 *   acceleration = gain * |V| * cross(W, n) + augmentation * gain / 2 * A
 *
 * Here A is the part of the target's acceleration (m/s^2) that is perpendicular to n. The acceleration of the agent is
 * perpendicular to its flight, so it turns the velocity. The acceleration is at most that of a flight at `speed` on a
 * circle with the radius `curvatureRadius`. On a collision course, neither the line of sight nor the agent turns.
 *
 * While the distance does not shrink, or while the target is behind, the agent pursues the target as in homing.
 *
 * source: the vector form is that of lib/pronav.lua in ZerothAngel/FtDScripts. The gain of 3 to 5 and the augmentation
 * are those of Zarchan, Tactical and Strategic Missile Guidance
 */
export const navigation = defineBehavior('navigation', {
  family: 'guidance',
  label: 'Navigation',
  keys: {
    ...curvature,
    gain: quantity('1', 0, 20, 4),
    augmentation: quantity('1', 0, 1, 0),
    ...aimed,
    ends,
  },
  hits: true,
  reads: () => ['acceleration'],
  force(law) {
    const { self, aim, parameters } = law;
    const { gain, augmentation, speed } = parameters;
    const flight = flightOf(law, aim.offset);
    const { ahead, isFlying } = flight;
    const seen = aim.velocity.sub(self.velocity);
    const sight = aim.offset.normalize();
    const turning = sight.cross(seen).div(aim.distance);
    const evading = aim.acceleration.sub(ahead.mul(aim.acceleration.dot(ahead)));
    const wanted = turning
      .cross(ahead)
      .mul(gain.mul(seen.length()))
      .add(evading.mul(gain.mul(augmentation).mul(0.5)));
    const size = wanted.length();
    const most = centripetal(law);
    const limited = select(size.greaterThan(most), wanted.mul(most.div(size)), wanted);
    const isClosing = sight.dot(seen).lessThan(0).and(sight.dot(ahead).greaterThan(0));
    const toward = pursuit(flight, aim.offset, law);
    const turn = select(isClosing.and(isFlying), limited, toward);
    return drive(flight, alongCircle(flight, turn, law), speed, law);
  },
});
