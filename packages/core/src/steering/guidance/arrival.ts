import type { BehaviorType } from '../../scenario/schema.ts';
import { slotOf, speciesSlotOf } from '../../scenario/slots.ts';
import { RECORD } from '../../world/layout.ts';
import type { BehaviorPlan } from '../../world/plan.ts';
import type { SharedWorld } from '../../world/world.ts';

const BODY_RADIUS = speciesSlotOf('radius');

/** Slots of the numbers that say when a body arrives. */
export interface InstantSlots {
  readonly time: number;
  readonly period: number;
}

export function instantSlots(type: BehaviorType): InstantSlots {
  return { time: slotOf(type, 'time'), period: slotOf(type, 'period') };
}

/** When the agents of a behavior arrive, in whole ticks. */
export interface Instant {
  /** From birth to arrival; the least of it when there is a period. */
  readonly flight: number;
  /** Arrivals are at multiples of it; 0 when there is none. */
  readonly period: number;
}

export function instantOf(
  world: SharedWorld,
  behavior: BehaviorPlan,
  slots: InstantSlots,
): Instant {
  const { behaviorParameters } = world.front;
  const at = behavior.index * RECORD;
  const ticks = (slot: number): number =>
    Math.floor(behaviorParameters[at + slot] / world.plan.dt + 0.5);
  return { flight: Math.max(1, ticks(slots.time)), period: ticks(slots.period) };
}

/**
 * Steps that are left to the arrival of an agent of the given birth: a function of its birth alone, so
 * that all who go by one period arrive in one tick, whenever they were launched. 0 or less when it is late.
 */
export function stepsLeft(instant: Instant, birth: number, tick: number): number {
  const { flight, period } = instant;
  const earliest = birth + flight;
  const arrival = period > 0 ? Math.ceil(earliest / period) * period : earliest;
  return arrival - tick;
}

/** Radius of the agents' bodies (m). */
export function bodyRadiusOf({ front }: SharedWorld, { species }: BehaviorPlan): number {
  return front.speciesParameters[species * RECORD + BODY_RADIUS];
}

/**
 * How far before the middle of its aim a body is to be at its arrival (m), so that the two touch half
 * way through the last step, whatever their radii: `reach` (m) less half of what the step closes in at
 * that speed (m/s).
 */
export function standOff(reach: number, closing: number, dt: number): number {
  return Math.max(0, reach - 0.5 * closing * dt);
}
