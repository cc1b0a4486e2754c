import * as z from 'zod/mini';
import { name, quantity, vector } from './quantities.ts';

export const motionSchema = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('orbit'),
    center: vector,
    axis: z._default(vector, [0, 0, 1]),
    rate: quantity('rad/s', -1e3, 1e3),
  }),
  z.strictObject({
    type: z.literal('path'),
    path: name,
    speed: quantity('m/s', 0, 1e4),
  }),
]);

export type Motion = z.output<typeof motionSchema>;
