import type { Session } from '../session.ts';

/** The fraction of real time that ticks may take. The rest is left for drawing. */
const SHARE = 0.8;

/** With fewer agents, most of a tick's time is overhead, so nothing follows for many agents. */
const FEW = 100;

/**
 * Estimates how many agents this machine can step in real time. The estimate uses the duration of the latest ticks.
 * Returns 0 while this duration is unknown, and for runs with too few agents.
 */
export function ableOf({ scenario, stepper, state }: Session): number {
  const { tickMs } = stepper;
  return tickMs === 0 || state.living < FEW
    ? 0
    : (state.living * SHARE * 1000 * scenario.dt) / tickMs;
}
