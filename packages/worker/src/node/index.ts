import { availableParallelism } from 'node:os';
import type { World } from '@skein/core';

import type { Team, TeamOptions } from '../api.ts';
import { startTeam } from '../start.ts';
import { hireThreads } from './crew.ts';

export type {
  RunOptions,
  RunReport,
  Team,
  TeamEvents,
  TeamFault,
  TeamMove,
  TeamOptions,
} from '../api.ts';
export { DEFAULT_STALL_MS, MAX_STALL_MS, MIN_STALL_MS } from '../limits.ts';

/**
 * Starts a team of worker threads for a world. If the world has no shared memory, the calling thread steps it, and
 * `team.notice` says why. If only some threads can be started, the team has fewer workers, and emits a `warning` with
 * its first run.
 * @throws TeamError WORKERS_INVALID, OPTION_INVALID; WORKER_START_FAILED if no thread could be started
 */
export function createTeam(world: World, options: TeamOptions = {}): Promise<Team> {
  return startTeam(world, options, {
    coresHint: availableParallelism(),
    hire: hireThreads,
    refusal: undefined,
  });
}
