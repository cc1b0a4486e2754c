import type { Session } from '../session.ts';

/** The fraction of real time that ticks may take. The rest is left for drawing. */
const SHARE = 0.8;

/**
 * Estimates how many agents this machine can step in real time, from the time of the latest ticks; 0 while that is
 * unknown.
 */
export function ableOf({ scenario, stepper, state }: Session): number {
  const { tickMs } = stepper;
  return tickMs === 0 ? 0 : (state.living * SHARE * 1000 * scenario.dt) / tickMs;
}
