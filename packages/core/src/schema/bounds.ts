import * as z from 'zod/mini';
import { vector } from './quantities.ts';

export const boundsSchema = z.discriminatedUnion('type', [
  z
    .strictObject({ type: z.literal('open') })
    .register(z.globalRegistry, { description: 'No limit.' }),
  z.strictObject({ type: z.literal('wrap'), min: vector, max: vector }).register(z.globalRegistry, {
    description: 'A torus: agents that leave on one side enter on the opposite side.',
  }),
  z
    .strictObject({ type: z.literal('contain'), min: vector, max: vector })
    .register(z.globalRegistry, {
      description:
        'Hard walls: agents stay inside, and an agent that hits a wall loses the part of its velocity that points into the wall.',
    }),
]);

export type Bounds = z.output<typeof boundsSchema>;
