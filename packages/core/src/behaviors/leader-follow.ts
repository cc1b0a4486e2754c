import { quantity } from '../schema/quantities.ts';
import { defineBehavior } from './define-behavior.ts';
import { aimed, band, brakingDistance, weight } from './keys.ts';

export const leaderFollow = defineBehavior('leaderFollow', {
  family: 'following',
  label: 'Behind the leader',
  description: 'Arrives behind a leader, and gets out of its way when before it.',
  keys: {
    weight: weight('kg/s', 2),
    brakingDistance: brakingDistance(5),
    behind: quantity('m', 0, 1e4, 'Distance kept behind the leader.').default(3),
    lane: quantity('m', 0, 1e4, 'Length of the lane before the leader.').default(10),
    clearance: quantity('m', 0, 1e4, 'Half the width of the lane before the leader.').default(2),
    ...aimed,
    ...band,
  },
  needs: ['maxSpeed'],
});
