import { defineBehavior } from './define-behavior.ts';
import { aimed, band, prediction, weight } from './keys.ts';
import { interceptionTime } from './parts/meeting.ts';
import { toVelocity } from './parts/velocity.ts';

/**
 * Seeks the point where the agent can meet its aim. The prediction assumes that the aim keeps its velocity, and that
 * the agent moves at maximum speed. The point is predicted at most `prediction` seconds ahead. If the agent cannot
 * catch the aim, it seeks the place where the aim will be after `prediction` seconds.
 *
 * source: the behavior "pursuit" in Reynolds 1999. OpenSteer takes the time from a table of nine cases. Here, the time
 * is exact
 */
export const pursue = defineBehavior('pursue', {
  family: 'steering',
  label: 'Pursue',
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
