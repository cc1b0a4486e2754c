import * as z from 'zod/mini';
import { motionSchema } from '../../schema/motion.ts';
import { A_ROTATION, choice, name, quantity } from '../../schema/quantities.ts';

const number = z.number().check(z.minimum(-1e4), z.maximum(1e4));

/** The schema of a velocity. It is like the schema of a vector, but with another range and the unit m/s. */
export const velocity = z
  .array(number)
  .check(z.minLength(2), z.maxLength(3), z.meta({ unit: 'm/s' }));

/** The keys that obstacles of every shape have. */
export const common = {
  name: z.optional(name),
  keep: choice(['outside', 'inside']),
  velocity: z.optional(velocity),
  motion: z.optional(motionSchema),
};

export const rotation = z
  .union(
    [
      z.number().check(z.minimum(-1e3), z.maximum(1e3)),
      z
        .array(z.number().check(z.minimum(-1e3), z.maximum(1e3)))
        .check(z.minLength(4), z.maxLength(4)),
    ],
    { error: A_ROTATION },
  )
  .register(z.globalRegistry, { unit: 'rad' });

export const angularVelocity = z
  .array(z.number().check(z.minimum(-1e3), z.maximum(1e3)))
  .check(z.minLength(3), z.maxLength(3), z.meta({ unit: 'rad/s' }));

/** Additional keys, for shapes that look different after a rotation. */
export const turning = {
  rotation: z.optional(rotation),
  angularVelocity: z.optional(angularVelocity),
};

/** The radius of a round shape (m). */
export const radius = quantity('m', 1e-3, 1e5);
