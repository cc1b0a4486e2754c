import { availableParallelism } from 'node:os';
import type { World } from '@skein/core';

import type { CardReport, Team, TeamOptions } from '../api.ts';
import { inspectCard } from '../card.ts';
import { startTeam } from '../start.ts';
import { hireThreads } from './crew.ts';
import { findGpu } from './find-gpu.ts';

export type {
  CardReport,
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
 * @throws GpuError if the kernel "gpu" was asked for: GPU_MISSING without the package `webgpu` or a graphics card;
 * GPU_UNSUITED if the card cannot step the world; GPU_INEXACT, GPU_CODE, GPU_LOST
 */
export function createTeam(world: World, options: TeamOptions = {}): Promise<Team> {
  return startTeam(world, options, {
    coresHint: availableParallelism(),
    hire: hireThreads,
    refusal: undefined,
    findGpu,
  });
}

/**
 * Tests the graphics card of this host, which takes some seconds on one in software.
 * @throws GpuError GPU_MISSING if there is none; GPU_INEXACT if it computes no layer exactly; GPU_CODE, GPU_LOST
 */
export function findCard(): Promise<CardReport> {
  return inspectCard(findGpu);
}
