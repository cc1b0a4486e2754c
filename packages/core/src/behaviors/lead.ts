import * as z from 'zod';
import { defineBehavior } from './define-behavior.ts';
import { aimed, curvature } from './keys.ts';

export const lead = defineBehavior('lead', {
  family: 'guidance',
  label: 'Lead',
  description: 'Curvature-limited pursuit of the place where both would meet flying straight on.',
  keys: {
    ...curvature,
    solve: z.enum(['quadratic', 'simple']).default('quadratic').meta({
      description:
        '"quadratic" solves for the time of the meeting; "simple" takes distance / (own speed + speed of the target).',
    }),
    ...aimed,
  },
  hits: true,
});
