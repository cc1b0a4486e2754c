import * as z from 'zod';
import { aimed, quantity } from '../quantities.ts';

/** Laws that fly a body onto what it is aimed at. Hits end the agent. */
export const guidanceSchemas = {
  homing: z
    .strictObject({
      type: z.literal('homing'),
      speed: quantity('m/s', 1e-3, 1e4, 'Speed at which thrust and drag balance.').default(30),
      curvatureRadius: quantity('m', 1e-3, 1e5, 'The tightest circle it can fly.').default(25),
      saturation: quantity(
        'm',
        1e-6,
        1e5,
        'Lateral miss beyond which it turns as hard as it can; in proportion below.',
      ).default(1),
      turn: z.enum(['rotate', 'add']).default('rotate').meta({
        description:
          '"rotate" turns the velocity and keeps its length at any dt; "add" adds the centripetal acceleration and gains speed as dt grows.',
      }),
      ...aimed,
    })
    .meta({
      description:
        'Curvature-limited pursuit: centripetal acceleration of at most speed^2/curvatureRadius toward the target, thrust speed x damping along the velocity. Hits end the agent.',
    }),
} as const;
