import { select } from '../laws/expressions.ts';
import { quantity } from '../schema/quantities.ts';
import { defineBehavior } from './define-behavior.ts';
import { weight } from './keys.ts';

/**
 * Accelerates or brakes an agent to a given speed, without turning the agent. If the world stores headings, an agent at
 * rest starts in the direction that its body faces. Otherwise, an agent at rest starts in a random direction.
 *
 * source: steerForTargetSpeed of OpenSteer, SteerLibrary.h
 */
export const cruise = defineBehavior('cruise', {
  family: 'steering',
  label: 'Keep a speed',
  keys: {
    weight: weight('kg/s', 1),
    speed: quantity('m/s', 0, 1e4, 5),
  },
  force({ self, random, parameters: { weight, speed }, ground }) {
    const own = self.velocity.length();
    const push = weight.mul(speed.sub(own));
    const start = ground.headings ? self.heading : random.at(0).direction();
    const moves = own.greaterThan(0);
    return select(moves, self.velocity.mul(push.div(own)), start.mul(push));
  },
});
