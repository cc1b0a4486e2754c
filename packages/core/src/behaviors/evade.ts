import { select } from '../laws/expressions.ts';
import { defineBehavior } from './define-behavior.ts';
import { aimed, band, prediction, weight } from './keys.ts';
import { awayFrom, toVelocity } from './parts/velocity.ts';

/** If the predicted aim is nearer than this fraction of the present distance, it counts as on the agent itself. */
const UPON = 1e-3;

/**
 * Flees from where its aim will be after distance / (maxSpeed + speed of the aim), the time in which the two could meet
 * at full speed. This time is at most `prediction`. If the aim would then be on the agent itself, the agent flees from
 * where the aim is now. If both are on one spot, it flees in a direction that it draws for itself.
 *
 * source: evasion of Reynolds 1999, with the time of Buckland 2005, Programming Game AI by Example
 */
export const evade = defineBehavior('evade', {
  family: 'steering',
  label: 'Evade',
  description: 'Flees from where its aim will be, at maximum speed.',
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
