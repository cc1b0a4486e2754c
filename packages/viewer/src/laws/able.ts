import type { Session } from '../session.ts';

/** The fraction of real time that ticks may take. The rest is left for drawing. */
const SHARE = 0.8;

/**
 * Estimates how many agents this machine can step in real time. The estimate uses the duration of the latest ticks.
 * Returns 0 while this duration is unknown.
 */
export function ableOf({ scenario, stepper, state }: Session): number {
  const { tickMs } = stepper;
  return tickMs === 0 ? 0 : (state.living * SHARE * 1000 * scenario.dt) / tickMs;
}
