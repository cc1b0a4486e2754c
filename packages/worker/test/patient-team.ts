import type { World } from '@skein/core';
import { createTeam, type Team } from '@skein/worker';
import type { FaultyOptions } from '../src/faults.ts';

/**
 * Makes a team that waits a minute for a silent worker. Tests that are not about silence use it, because a living
 * worker can be silent for a second on an overloaded machine.
 */
export function patientTeam(
  world: World,
  workers: number,
  options: FaultyOptions = {},
): Promise<Team> {
  return createTeam(world, { stallMs: 60_000, ...options, workers });
}
