import * as z from 'zod/mini';
import { vector } from '../../schema/quantities.ts';
import { defineObstacle } from './define-obstacle.ts';
import { common, turning } from './keys.ts';

const { name, ...rest } = common;
/** Half the edge length (m) along z of a box in two dimensions. It is as good as infinite. */
const ENDLESS = 1e9;

export const box = defineObstacle({
  schema: z.strictObject({
    type: z.literal('box'),
    name,
    min: vector,
    max: vector,
    ...turning,
    ...rest,
  }),

  check({ min, max }, dimensions, report) {
    for (let axis = 0; axis < dimensions; axis++) {
      if (max[axis] > min[axis]) continue;
      report(
        `.max[${axis}]`,
        String(max[axis]),
        `more than ${min[axis]}, the value of "min[${axis}]"`,
      );
    }
  },

  encode({ min, max }, dimensions) {
    const half = max.map((value, axis) => (value - min[axis]) / 2);
    return {
      center: [(max[0] + min[0]) / 2, (max[1] + min[1]) / 2, (max[2] + min[2]) / 2],
      radius: 0,
      extent: [half[0], half[1], dimensions === 2 ? ENDLESS : half[2]],
      points: [],
    };
  },
});
