import * as z from 'zod';
import { quantity } from '../schema/quantities.ts';
import { defineBehavior } from './define-behavior.ts';
import { aimed, band, brakingDistance, weight } from './keys.ts';

const place = (description: string) => quantity('m', -1e5, 1e5, description).default(0);

export const formation = defineBehavior('formation', {
  family: 'following',
  label: 'In formation',
  description:
    'Offset pursuit: keeps a place of its own, which moves and turns with the leader as if on a rigid frame. Of a long column the end sweeps far in a bend: there leaderFollow of an assigned one before, or followPath, is better.',
  keys: {
    weight: weight('kg/s', 2),
    brakingDistance: brakingDistance(5),
    shape: z.enum(['wedge', 'line', 'column', 'block', 'point']).default('wedge').meta({
      description:
        'Places by id: "wedge" and "line" to the right and left in turn, "column" one behind the other, "block" in rows behind, "point" all on one.',
    }),
    spacing: quantity('m', 1e-3, 1e4, 'From one place to the next.').default(3),
    abreast: quantity('1', 1, 1e4, 'How many stand in a row of a block.').default(5),
    ahead: place('All places stand so far before the leader, along its course.'),
    right: place('All places stand so far to the right of the leader.'),
    above: place('All places stand so far above the leader.'),
    ...aimed,
    ...band,
  },
  needs: ['maxSpeed'],
  reads: () => ['acceleration'],
});
