import { watchAgain } from '../orbits.ts';
import { forgetTarget } from '../reports/rearm.ts';
import type { Effect } from './define-effect.ts';

/** The effect of the command `move`: moves a target and its home position, and stops the target. */
export const move: Effect = {
  settle(world, { place, value }) {
    const { back, constants } = world;
    const target = constants.commandPlace[place];
    const [x, y, z] = constants.commandValue.subarray(value, value + 3);
    for (const column of [back.targetPosition, back.targetHome]) {
      column.x[target] = x;
      column.y[target] = y;
      column.z[target] = z;
    }
    back.targetVelocity.x[target] = 0;
    back.targetVelocity.y[target] = 0;
    back.targetVelocity.z[target] = 0;
    watchAgain(world, target);
    forgetTarget(world, target);
  },
};
