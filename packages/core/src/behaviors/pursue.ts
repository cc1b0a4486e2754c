import { defineBehavior } from './define-behavior.ts';
import { aimed, band, prediction, weight } from './keys.ts';
import { interceptionTime } from './parts/meeting.ts';
import { toVelocity } from './parts/velocity.ts';

/**
 * Seeks the place where it can meet its aim, if that flies straight on: the interception at maximum
 * speed, at most `prediction` ahead. What cannot be caught is followed as far ahead as that.
 *
 * source: pursuit of Reynolds 1999; the time is exact here, where OpenSteer has a table of nine cases
 */
export const pursue = defineBehavior('pursue', {
  family: 'steering',
  label: 'Pursue',
  description: 'To the point where it will meet its aim, at maximum speed.',
  keys: {
    weight: weight('kg/s', 1),
    prediction: prediction(4),
    ...aimed,
    ...band,
  },
  needs: ['maxSpeed'],
  force(law) {
    const { aim, self, parameters } = law;
    const meeting = interceptionTime(aim.offset, aim.velocity, self.maxSpeed);
    const way = aim.offset.add(aim.velocity.mul(meeting.min(parameters.prediction)));
    return toVelocity(way.withLength(self.maxSpeed), law);
  },
});
