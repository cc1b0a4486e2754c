import { speciesSlotOf } from '../scenario/slots.ts';
import { RECORD } from '../world/layout.ts';
import type { SharedWorld } from '../world/world.ts';

/** The slots of a species' parameters that the integration reads. */
export const INTEGRATION = {
  mass: speciesSlotOf('mass'),
  damping: speciesSlotOf('damping'),
  maxForce: speciesSlotOf('maxForce'),
  maxSpeed: speciesSlotOf('maxSpeed'),
  minSpeed: speciesSlotOf('minSpeed'),
} as const;

/** The largest force (N) and the speeds (m/s) that a species allows. */
export interface Limits {
  readonly maxForce: number;
  readonly maxSpeed: number;
  readonly minSpeed: number;
}

/**
 * Reads the limits of a species. Agents that choose a safe velocity have no `maxForce` and no `minSpeed`, because they
 * must be able to brake and to stop.
 */
export function limitsOf({ plan, front }: SharedWorld, index: number): Limits {
  const of = (slot: number): number => front.speciesParameters[index * RECORD + slot];
  const maxSpeed = of(INTEGRATION.maxSpeed);
  if (plan.species[index].safe) {
    return { maxForce: Number.POSITIVE_INFINITY, maxSpeed, minSpeed: 0 };
  }
  // After a `set`, minSpeed can be above maxSpeed. maxSpeed then holds.
  const minSpeed = Math.min(of(INTEGRATION.minSpeed), maxSpeed);
  return { maxForce: of(INTEGRATION.maxForce), maxSpeed, minSpeed };
}
