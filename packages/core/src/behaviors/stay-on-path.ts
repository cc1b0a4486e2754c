import { quantity } from '../schema/quantities.ts';
import { defineBehavior } from './define-behavior.ts';
import { path, weight } from './keys.ts';
import { toVelocity, where } from './parts/velocity.ts';

/**
 * Keeps an agent in a corridor around a path. The agent's position after the time `prediction` is predicted from its
 * present velocity. If the predicted position is outside the corridor, the agent seeks the point of the path nearest to
 * that position. The agent seeks at maximum speed. It may go along the path in either direction.
 *
 * source: steerToStayOnPath of OpenSteer, SteerLibrary.h. It is based on the behavior "path following" in Reynolds 1999
 */
export const stayOnPath = defineBehavior('stayOnPath', {
  family: 'following',
  label: 'Stay on the path',
  keys: {
    weight: weight('kg/s', 1),
    path,
    halfWidth: quantity('m', 0, 1e4, 1),
    prediction: quantity('s', 0, 60, 1),
  },
  needs: ['maxSpeed', 'path'],
  aim: 'path',
  force(law) {
    const { aim, self, parameters } = law;
    const ahead = self.velocity.mul(parameters.prediction);
    const strays = aim.offset.sub(ahead).length().greaterThan(parameters.halfWidth);
    return where(strays, toVelocity(aim.offset.withLength(self.maxSpeed), law));
  },
});
