import type { Scenario } from '@skein/core';

/** Whether the agents of any species have states. */
export function hasStates({ species }: Scenario): boolean {
  return species.some(({ states }) => states !== undefined);
}
