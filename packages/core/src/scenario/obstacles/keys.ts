import * as z from 'zod/mini';
import { motionSchema } from '../../schema/motion.ts';
import { A_ROTATION, choice, name, quantity } from '../../schema/quantities.ts';

const number = z.number().check(z.minimum(-1e4), z.maximum(1e4));

/** The schema of a velocity. It is like the schema of a vector, but with another range and the unit m/s. */
export const velocity = z
  .array(number)
  .check(
    z.minLength(2),
    z.maxLength(3),
    z.meta({ unit: 'm/s', description: 'Constant velocity. Default: 0.' }),
  );

/** The keys that obstacles of every shape have. */
export const common = {
  name: z.optional(name).register(z.globalRegistry, {
    description: 'Name by which commands can refer to the obstacle.',
  }),
  keep: choice(
    ['outside', 'inside'],
    'Agents must stay on this side of the surface. The outside of a plane is the side to which its normal points.',
  ),
  velocity: z.optional(velocity),
  motion: z.optional(motionSchema).register(z.globalRegistry, {
    description:
      'Motion of the center of the obstacle, on an orbit or along a path. Without this key, `velocity` applies.',
  }),
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
  .register(z.globalRegistry, {
    unit: 'rad',
    description:
      'Rotation of the obstacle about its center: an angle about z, or a quaternion [x, y, z, w] of any length.',
  });

export const angularVelocity = z.array(z.number().check(z.minimum(-1e3), z.maximum(1e3))).check(
  z.minLength(3),
  z.maxLength(3),
  z.meta({
    unit: 'rad/s',
    description: 'Angular velocity about x, y and z; in two dimensions only about z.',
  }),
);

/** Additional keys, for shapes that look different after a rotation. */
export const turning = {
  rotation: z.optional(rotation),
  angularVelocity: z.optional(angularVelocity),
};

/** The radius of a round shape (m). */
export const radius = quantity('m', 1e-3, 1e5, 'Radius.');
