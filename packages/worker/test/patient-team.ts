import type { World } from '@skein/core';
import { createTeam, type Team } from '@skein/worker';
import type { FaultyOptions } from '../src/faults.ts';

/**
 * A team that waits for its workers as long as it takes. Tests of anything but silence use it: on a
 * machine with many times more to do than it has cores, a worker that lives can be silent for a
 * second.
 */
export function patientTeam(
  world: World,
  workers: number,
  options: FaultyOptions = {},
): Promise<Team> {
  return createTeam(world, { stallMs: 60_000, ...options, workers });
}
