import * as z from 'zod';
import { defineBehavior } from './define-behavior.ts';
import { aimed, rate, speed } from './keys.ts';

export const turn = defineBehavior('turn', {
  family: 'guidance',
  label: 'Turn to it',
  description: 'Turns its velocity toward the target at a limited rate and keeps its speed.',
  keys: {
    speed,
    rate: rate('How fast it turns at most.'),
    by: z.enum(['vector', 'quaternion']).default('vector').meta({
      description:
        '"vector" turns in the plane of velocity and target; "quaternion" turns the attitude of a body, its heading and its up.',
    }),
    level: z.boolean().default(false).meta({
      description:
        'For "quaternion": whether the body rolls level as it turns, which counts against its rate; else it turns along the shortest arc and its up goes along without rolling.',
    }),
    ...aimed,
  },
  hits: true,
  // A level body's attitude follows from its flight.
  reads: ({ by, level }) => (by === 'quaternion' && !level ? ['heading'] : []),
  check({ by, level }) {
    if (!level || by === 'quaternion') return [];
    return [{ key: 'level', found: `true with by "${by}"`, expected: 'by "quaternion", or false' }];
  },
});
