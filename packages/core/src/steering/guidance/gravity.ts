import { slotOf, speciesSlotOf } from '../../scenario/slots.ts';
import { RECORD } from '../../world/layout.ts';
import { STATUS } from '../../world/status.ts';
import type { Steer } from '../behavior.ts';

const fround = Math.fround;

const ACCELERATION = slotOf('gravity', 'acceleration');
const MASS = speciesSlotOf('mass');

/**
 * Falls: mass x acceleration toward -y.
 *
 * reads front; adds force (N)
 */
export const steerGravity: Steer = (world, behavior, begin, end) => {
  const { status, species, behaviorParameters, speciesParameters } = world.front;
  const { y } = world.scratch.force;
  const mass = speciesParameters[behavior.species * RECORD + MASS];
  const weight = fround(mass * behaviorParameters[behavior.index * RECORD + ACCELERATION]);
  for (let i = begin; i < end; i++) {
    if (species[i] !== behavior.species || status[i] !== STATUS.alive) continue;
    y[i] = fround(y[i] - weight);
  }
};

/** Flies as it was thrown: the plan alone says what it hits. */
export const steerBallistic: Steer = () => {};
