import { select } from '../laws/expressions.ts';
import { quantity } from '../schema/quantities.ts';
import { defineBehavior } from './define-behavior.ts';
import { aimed, ends, instant } from './keys.ts';
import { undragged } from './parts/flight.ts';
import { standOff, stepsLeft } from './parts/instant.ts';

/**
 * Touches the target at a given time. The vector r leads from the agent to the point of arrival. V is the velocity of
 * the target relative to the agent, and n is the number of steps of dt that are left. At constant velocities, the agent
 * would miss the target by M = r + V n dt. Here dt is the length of a step. The formula of the behavior is
 *
 *   acceleration = gain M / (n (n + gain - 1) dt^2)
 *
 * With many steps left, the acceleration is close to gain M / (time left)^2. Each step leaves (n - 1) / (n + gain - 1)
 * of the miss, so the last step leaves no miss. With gain 2 the acceleration is constant, and gain 3 takes the least
 * effort. Thrust cancels the drag.
 *
 * The agent flies at whatever speed it needs. If `maxForce` or `maxSpeed` makes the agent late, it steers in every
 * further step as if that step were the last.
 *
 * source: gain 2 is that of the Cannon demo by T. Hirayama, KAYAC Inc. Gain 3 is the minimum-effort solution
 */
export const intercept = defineBehavior('intercept', {
  family: 'guidance',
  label: 'Hit on time',
  keys: {
    ...instant,
    gain: quantity('1', 1, 20, 3),
    ...aimed,
    ends,
  },
  hits: true,
  force(law) {
    const { self, aim, dt, parameters } = law;
    const steps = stepsLeft(law).max(1);
    const seen = aim.velocity.sub(self.velocity);
    // The agent arrives at the near side of the target.
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
