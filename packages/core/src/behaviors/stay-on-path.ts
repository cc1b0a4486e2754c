import { quantity } from '../schema/quantities.ts';
import { defineBehavior } from './define-behavior.ts';
import { path, weight } from './keys.ts';

export const stayOnPath = defineBehavior('stayOnPath', {
  family: 'following',
  label: 'Stay on the path',
  description: 'Keeps to a corridor along a path.',
  keys: {
    weight: weight('kg/s', 1),
    path,
    halfWidth: quantity('m', 0, 1e4, 'Within this distance of the path it is free.').default(1),
    prediction: quantity('s', 0, 60, 'The position this far ahead is kept inside.').default(1),
  },
  needs: ['maxSpeed', 'path'],
});
