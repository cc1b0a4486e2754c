import { quantity } from '../schema/quantities.ts';
import { defineBehavior } from './define-behavior.ts';
import { aimed, brakingDistance, weight } from './keys.ts';

export const navigate = defineBehavior('navigate', {
  family: 'paths',
  label: 'Find a path',
  description:
    'Goes by the cheapest path on the map (A*, straightened by line of sight), or by the shortest path on the mesh, at maximum speed: weight × (desired velocity - velocity). Without a target or a quarry, agents of a species with goals go to their own goals. If a goal is unreachable, the agent goes to the nearest reachable cell or point. A new path is computed when the map changes, when the cell or polygon of the goal changes, or when the agent was pushed off its path.',
  keys: {
    weight: weight('kg/s', 4),
    brakingDistance: brakingDistance(1),
    interval: quantity(
      's',
      0,
      3600,
      'If its goal moves to another cell or polygon, the agent searches for a new path, but at most once in this time.',
      0.5,
    ),
    ...aimed,
  },
  needs: ['maxSpeed', 'ways'],
  keeps: ['waypoint', 'route'],
});
