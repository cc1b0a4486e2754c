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
 * Starts a team of module workers for a world. Where threads cannot share memory the world is
 * stepped on the calling thread; `team.notice` then says why.
 * Where some threads cannot be started the team has fewer, which `warning` tells with its first run.
 * @throws TeamError WORKERS_INVALID, OPTION_INVALID; WORKER_START_FAILED when none could be started
 */
export function createTeam(world: World, options: TeamOptions = {}): Promise<Team> {
  return startTeam(world, options, {
    coresHint: navigator.hardwareConcurrency,
    hire: hireThreads,
    refusal: refusal(),
  });
}

/** Feature tests only: what a browser calls itself says nothing about its headers. */
function refusal(): string | undefined {
  if (typeof Worker === 'undefined') return 'There are no workers here.';
  if (!globalThis.crossOriginIsolated) {
    return (
      'This page is not cross-origin isolated, so threads cannot share memory: it has to be ' +
      'served with the headers "Cross-Origin-Opener-Policy: same-origin" and ' +
      '"Cross-Origin-Embedder-Policy: require-corp".'
    );
  }
  return undefined;
}
