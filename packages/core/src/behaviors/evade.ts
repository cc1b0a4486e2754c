import { select } from '../laws/expressions.ts';
import { defineBehavior } from './define-behavior.ts';
import { aimed, band, prediction, weight } from './keys.ts';
import { awayFrom, toVelocity } from './parts/velocity.ts';

/**
 * Within this distance of the agent, the predicted position of the aim counts as the agent's own position. The distance
 * is given as a fraction of the agent's present distance to the aim.
 */
const UPON = 1e-3;

/**
 * Flees from the predicted position of the aim. The prediction looks `distance / (maxSpeed + speed of the aim)` seconds
 * ahead, but at most `prediction`. The quotient is the time after which the agent and the aim would meet if they flew
 * straight at each other.
 *
 * If the predicted position is almost the position of the agent, the agent flees from the present position of the aim.
 * If the agent and the aim are on the same spot now, the agent flees in a random direction.
 *
 * source: the behavior "evasion" in Reynolds 1999. The time of the prediction is that of Buckland 2005, Programming
 * Game AI by Example
 */
export const evade = defineBehavior('evade', {
  family: 'steering',
  label: 'Evade',
  keys: {
    weight: weight('kg/s', 1),
    prediction: prediction(4),
    ...aimed,
    ...band,
  },
  needs: ['maxSpeed'],
  force(law) {
    const { aim, self, parameters } = law;
    const closing = self.maxSpeed.add(aim.velocity.length());
    const meeting = select(closing.greaterThan(0), aim.distance.div(closing), 0);
    const then = aim.offset.add(aim.velocity.mul(meeting.min(parameters.prediction)));
    const isUpon = then.length().lessThan(aim.distance.mul(UPON));
    return toVelocity(awayFrom(select(isUpon, aim.offset, then), law), law);
  },
});
