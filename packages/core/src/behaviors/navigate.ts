import { quantity } from '../schema/quantities.ts';
import { defineBehavior } from './define-behavior.ts';
import { aimed, brakingDistance, weight } from './keys.ts';

export const navigate = defineBehavior('navigate', {
  family: 'paths',
  label: 'Find a path',
  keys: {
    weight: weight('kg/s', 4),
    brakingDistance: brakingDistance(1),
    interval: quantity('s', 0, 3600, 0.5),
    ...aimed,
  },
  needs: ['maxSpeed', 'ways'],
  keeps: ['waypoint', 'route'],
});
