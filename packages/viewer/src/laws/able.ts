import type { Session } from '../session.ts';

/** Time that a step may take of the time that it stands for, so that drawing has some, too. */
const SHARE = 0.8;

/** How many agents this machine steps in the time that they take, by what a tick takes now; 0 while it is unknown. */
export function ableOf({ scenario, stepper, state }: Session): number {
  const { tickMs } = stepper;
  return tickMs === 0 ? 0 : (state.living * SHARE * 1000 * scenario.dt) / tickMs;
}
