import * as z from 'zod';
import { defineBehavior } from './define-behavior.ts';
import { aimed, curvature } from './keys.ts';

export const homing = defineBehavior('homing', {
  family: 'guidance',
  label: 'Home in',
  description:
    'Curvature-limited pursuit: centripetal acceleration of at most speed^2/curvatureRadius toward the target, thrust speed x damping along the velocity. Hits end the agent.',
  keys: {
    ...curvature,
    turn: z.enum(['rotate', 'add']).default('rotate').meta({
      description:
        '"rotate" turns the velocity and keeps its length at any dt; "add" adds the centripetal acceleration and gains speed as dt grows.',
    }),
    ...aimed,
  },
  hits: true,
});
