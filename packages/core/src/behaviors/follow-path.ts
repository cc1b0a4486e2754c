import * as z from 'zod';
import { quantity } from '../schema/quantities.ts';
import { defineBehavior } from './define-behavior.ts';
import { brakingDistance, path, weight } from './keys.ts';

export const followPath = defineBehavior('followPath', {
  family: 'following',
  label: 'Follow the path',
  description: 'From point to point of a path; round and round a closed one.',
  keys: {
    weight: weight('kg/s', 1),
    path,
    speed: quantity('m/s', 0, 1e4, 'Speed along the path, at most maxSpeed.').default(1e4),
    switchDistance: quantity('m', 1e-3, 1e4, 'Within it a point counts as passed.').default(1),
    brakingDistance: brakingDistance(5),
    end: z.enum(['arrive', 'stop']).default('arrive').meta({
      description:
        'At the last point of an open path it comes to rest ("arrive"), or the behavior stops acting ("stop").',
    }),
  },
  needs: ['maxSpeed', 'path'],
  keeps: ['waypoint'],
});
