import * as z from 'zod/mini';
import { name, quantity, vector } from './quantities.ts';

export const motionSchema = z.discriminatedUnion('type', [
  z
    .strictObject({
      type: z.literal('orbit'),
      center: vector,
      axis: z._default(vector, [0, 0, 1]),
      rate: quantity('rad/s', -1e3, 1e3, 'Angular speed. A negative value reverses the direction.'),
    })
    .register(z.globalRegistry, {
      description:
        'Motion on a circle about an axis through a center. It begins at the start position of the target or obstacle.',
    }),
  z
    .strictObject({
      type: z.literal('path'),
      path: name,
      speed: quantity('m/s', 0, 1e4, 'Speed along the path.'),
    })
    .register(z.globalRegistry, {
      description:
        'Motion along a path from its first point: around a closed path, or back and forth on an open path.',
    }),
]);

export type Motion = z.output<typeof motionSchema>;
