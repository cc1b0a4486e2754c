import * as z from 'zod/mini';
import { normalizeInto, type Vector } from '../../math/direction.ts';
import { vector } from '../../schema/quantities.ts';
import { checkDirection } from '../check-direction.ts';
import { defineObstacle } from './define-obstacle.ts';
import { common } from './keys.ts';

const { name, ...rest } = common;
const normal: Vector = new Float32Array(3);

export const plane = defineObstacle({
  schema: z.strictObject({
    type: z.literal('plane'),
    name,
    point: vector,
    normal: vector,
    ...rest,
  }),

  check({ normal }, dimensions, report) {
    checkDirection(normal, dimensions, '.normal', 'a normal', report);
  },

  encode({ point, normal: [x, y, z], keep }, dimensions) {
    const sign = keep === 'inside' ? -1 : 1;
    normalizeInto(normal, sign * x, sign * y, sign * (dimensions === 2 ? 0 : z));
    return { center: point, radius: 0, extent: [normal[0], normal[1], normal[2]], points: [] };
  },
});
