import { quantity } from '../schema/quantities.ts';
import { defineBehavior } from './define-behavior.ts';
import { aimed, brakingDistance, weight } from './keys.ts';

export const navigate = defineBehavior('navigate', {
  family: 'paths',
  label: 'Find a way',
  description:
    'By the cheapest way on the map (A*, straightened by line of sight), or by the shortest on the mesh, at maximum speed: weight x (desired velocity - velocity). Without a target and a quarry, agents of a species with goals go to goals of their own. Where no way leads there, to the reachable cell or point nearest to it. A way is found again when the cell or the polygon of the goal changes, or when the agent was pushed off it.',
  keys: {
    weight: weight('kg/s', 4),
    brakingDistance: brakingDistance(1),
    interval: quantity(
      's',
      0,
      3600,
      'Least time between two searches after the goal has moved to another cell or polygon.',
      0.5,
    ),
    ...aimed,
  },
  needs: ['maxSpeed', 'ways'],
  keeps: ['waypoint', 'route'],
});
