import { float, select } from '../laws/expressions.ts';
import { quantity } from '../schema/quantities.ts';
import { defineBehavior } from './define-behavior.ts';
import { brakingDistance, waypoints, weight } from './keys.ts';
import { arrival, toVelocity } from './parts/velocity.ts';

const { path, switchDistance, end } = waypoints;

/**
 * Goes from point to point of a path. The next point is stored for each agent.
 *
 * source: the behavior "path following" in Buckland 2005, Programming Game AI by Example, as implemented in Yuka.
 * There, too, the agent goes from waypoint to waypoint
 */
export const followPath = defineBehavior('followPath', {
  family: 'following',
  label: 'Follow the path',
  keys: {
    weight: weight('kg/s', 1),
    path,
    speed: quantity('m/s', 0, 1e4, 1e4),
    switchDistance,
    brakingDistance: brakingDistance(5),
    end,
  },
  needs: ['maxSpeed', 'path'],
  keeps: ['waypoint'],
  aim: 'waypoint',
  force(law) {
    const { aim, self, parameters, settings } = law;
    const speed = parameters.speed.min(self.maxSpeed);
    // The aim has no heading at the last point of an open path, as no segment begins there.
    const isLast = aim.heading.lengthSquared().equal(0);
    const braking =
      settings.end === 'arrive' ? select(isLast, parameters.brakingDistance, 0) : float(0);
    return toVelocity(arrival(aim.offset, speed, braking), law);
  },
});
