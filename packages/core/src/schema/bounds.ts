import * as z from 'zod/mini';
import { vector } from './quantities.ts';

export const boundsSchema = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('open') }).check(z.meta({ description: 'No limit.' })),
  z
    .strictObject({ type: z.literal('wrap'), min: vector, max: vector })
    .check(z.meta({ description: 'A torus: agents that leave on one side enter on the other.' })),
  z
    .strictObject({ type: z.literal('contain'), min: vector, max: vector })
    .check(
      z.meta({ description: 'Hard walls: positions stay inside, velocity into a wall is lost.' }),
    ),
]);

export type Bounds = z.output<typeof boundsSchema>;
