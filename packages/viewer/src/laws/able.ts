import type { Session } from '../session.ts';

/** The share of real time that steps may take; the rest is left for drawing. */
const SHARE = 0.8;

/**
 * How many agents this machine can step in real time, estimated from the time of recent ticks; 0 while that is unknown.
 */
export function ableOf({ scenario, stepper, state }: Session): number {
  const { tickMs } = stepper;
  return tickMs === 0 ? 0 : (state.living * SHARE * 1000 * scenario.dt) / tickMs;
}
