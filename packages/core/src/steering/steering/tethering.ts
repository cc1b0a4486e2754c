import { length as lengthOf } from '../../math/vector.ts';
import { slotOf } from '../../scenario/slots.ts';
import { RECORD } from '../../world/layout.ts';
import { STATUS } from '../../world/status.ts';
import { aimInto, bandOf, createAim } from '../aim.ts';
import type { Steer } from '../behavior.ts';

const fround = Math.fround;

const WEIGHT = slotOf('tether', 'weight');
const LENGTH = slotOf('tether', 'length');
const MARGIN = slotOf('tether', 'margin');

const aim = createAim();

/**
 * Stays in range of its aim: free within `length` (m) of it, beyond it pulled straight back, from 0 at
 * the length to the whole weight at `margin` (m) more and farther.
 *
 * source: the "stay in range" of forces that are put together, where the pull is the way back in
 * meters: without limit, and of another unit than the forces beside it. Here it is N.
 */
export const steerTether: Steer = (world, behavior, begin, end) => {
  const { status, species, behaviorParameters } = world.front;
  const { x: fx, y: fy, z: fz } = world.scratch.force;
  const at = behavior.index * RECORD;
  const weight = behaviorParameters[at + WEIGHT];
  const length = behaviorParameters[at + LENGTH];
  const margin = behaviorParameters[at + MARGIN];
  const { from, to } = bandOf(behaviorParameters, behavior);
  for (let i = begin; i < end; i++) {
    if (species[i] !== behavior.species || status[i] !== STATUS.alive) continue;
    if (!aimInto(aim, world, behavior, i)) continue;
    const distance = lengthOf(aim.x, aim.y, aim.z);
    if (!(distance > length) || distance < from || distance > to) continue;
    const depth = fround(fround(distance - length) / margin);
    const scale = fround(fround(weight * (depth < 1 ? depth : 1)) / distance);
    fx[i] = fround(fx[i] + fround(aim.x * scale));
    fy[i] = fround(fy[i] + fround(aim.y * scale));
    fz[i] = fround(fz[i] + fround(aim.z * scale));
  }
};
