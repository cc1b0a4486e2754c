import * as z from 'zod/mini';
import { vector } from '../../schema/quantities.ts';
import { defineObstacle } from './define-obstacle.ts';
import { common, radius } from './keys.ts';

const { name, ...rest } = common;

export const sphere = defineObstacle({
  schema: z.strictObject({ type: z.literal('sphere'), name, center: vector, radius, ...rest }),

  encode: ({ center, radius }) => ({ center, radius, extent: [0, 0, 0], points: [] }),
});
