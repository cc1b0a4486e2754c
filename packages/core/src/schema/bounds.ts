import * as z from 'zod/mini';
import { vector } from './quantities.ts';

export const boundsSchema = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('open') }),
  z.strictObject({ type: z.literal('wrap'), min: vector, max: vector }),
  z.strictObject({ type: z.literal('contain'), min: vector, max: vector }),
]);

export type Bounds = z.output<typeof boundsSchema>;
