import { select } from '../laws/expressions.ts';
import { defineBehavior } from './define-behavior.ts';
import { aimed, band, prediction, weight } from './keys.ts';
import { awayFrom, toVelocity } from './parts/velocity.ts';

/** Below this share of the distance the aim is foreseen on the agent's own place. */
const UPON = 1e-3;

/**
 * Flees from where its aim will be after the time in which the two could close the distance at full
 * speed, at most `prediction`: distance / (maxSpeed + speed of the aim). Where the aim would then be upon
 * it, it flees from where the aim is, and on one spot in a direction of its own.
 *
 * source: evasion of Reynolds 1999, with the time of Buckland 2005, Programming Game AI by Example
 */
export const evade = defineBehavior('evade', {
  family: 'steering',
  label: 'Evade',
  description: 'Away from where its aim will be, at maximum speed.',
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
