import * as z from 'zod/mini';
import { vector } from '../../schema/quantities.ts';
import { defineObstacle } from './define-obstacle.ts';
import { common, radius, turning } from './keys.ts';

const { name, ...rest } = common;

export const capsule = defineObstacle({
  schema: z.strictObject({
    type: z.literal('capsule'),
    name,
    from: vector,
    to: vector,
    radius,
    ...turning,
    ...rest,
  }),

  check({ from, to }, dimensions, report) {
    if (to.slice(0, dimensions).some((v, axis) => v !== from[axis])) return;
    report(
      '.to',
      `[${to.join(', ')}]`,
      'a point that differs from `from`; for a ball, use a sphere',
    );
  },

  encode({ from, to, radius }, dimensions) {
    const half = to.map((value, axis) => (value - from[axis]) / 2);
    return {
      center: [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2, (from[2] + to[2]) / 2],
      radius,
      extent: [half[0], half[1], dimensions === 2 ? 0 : half[2]],
      points: [],
    };
  },
});
