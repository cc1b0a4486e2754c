import { select } from '../laws/expressions.ts';
import { quantity } from '../schema/quantities.ts';
import { defineBehavior } from './define-behavior.ts';
import { aimed, ends, instant } from './keys.ts';
import { undragged } from './parts/flight.ts';
import { standOff, stepsLeft } from './parts/instant.ts';

/**
 * Touches the target at a given time. With r the way to where it is to arrive, V the velocity of the
 * target as seen by the agent, and n the steps of dt that are left, the miss to come if neither steers
 * is M = r + V n dt, and
 *
 *   acceleration = gain M / (n (n + gain - 1) dt^2)
 *
 * In the limit of many steps that is gain M / (time left)^2. Counted in steps it leaves the share
 * (n - 1) / (n + gain - 1) of the miss and so none after the last. Gain 2 keeps the acceleration
 * constant, 3 takes the least effort. Thrust undoes the drag.
 *
 * The speed is what it must be. An agent that is late, because maxForce or maxSpeed kept it, flies on as in the
 * last step: as if it could arrive with the next.
 *
 * source: gain 2 is that of the Cannon demo by T. Hirayama, KAYAC Inc.; 3 is the minimum-effort solution
 */
export const intercept = defineBehavior('intercept', {
  family: 'guidance',
  label: 'Hit in time',
  description:
    'Touches the target at a given time, at whatever speed this needs. maxForce and maxSpeed may make it late.',
  keys: {
    ...instant,
    gain: quantity(
      '1',
      1,
      20,
      'k of k x miss / (time left)^2: 2 keeps the acceleration constant, 3 takes the least effort.',
      3,
    ),
    ...aimed,
    ends,
  },
  hits: true,
  force(law) {
    const { self, aim, dt, parameters } = law;
    const steps = stepsLeft(law).max(1);
    const seen = aim.velocity.sub(self.velocity);
    // It comes to the near side of the target.
    const off = standOff(law, seen.length());
    const isOff = aim.distance.greaterThan(off);
    const share = select(isOff, aim.distance.sub(off).div(aim.distance), 0);
    const miss = aim.offset.mul(share).add(seen.mul(steps.mul(dt)));
    const { gain } = parameters;
    const pull = gain.div(
      steps
        .mul(steps.add(gain.sub(1)))
        .mul(dt)
        .mul(dt),
    );
    return undragged(miss.mul(pull), law);
  },
});
