import { TeamError, type World } from '@skein/core';
import { show } from '@skein/core/internal';

import type { CardReport, Team, TeamOptions } from '../api.ts';
import { inspectCard } from '../card.ts';
import { checkHolder } from '../gates.ts';
import { startTeam } from '../start.ts';
import { hireCopyingThread, hireThreads } from './crew.ts';
import { type WorkerOptions, workerMaker } from './make-worker.ts';

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
export { startThread } from './make-worker.ts';

/**
 * Starts a team of module workers for a world. If threads cannot share memory, a single worker steps a copy of the
 * world. If that worker cannot be started, the calling thread steps the world. In both cases `team.notice` says why.
 * If threads can share memory, but only some can be started, the team has fewer workers. It then emits a `warning`
 * with its first run.
 * @throws TeamError WORKERS_INVALID, OPTION_INVALID; WORKER_START_FAILED if threads can share memory, but none could
 * be started
 * @throws GpuError if the kernel "gpu" was asked for: GPU_MISSING if the page has no WebGPU, or no graphics card;
 * GPU_UNSUITED if the card cannot step the world; GPU_INEXACT, GPU_CODE, GPU_LOST
 */
export async function createTeam(world: World, options: PageTeamOptions = {}): Promise<Team> {
  checkHolder(options);
  checkWorkerOptions(options);
  const { threadUrl: _, createWorker: __, ...others } = options;
  const maker = workerMaker(options);
  return startTeam(world, others, {
    coresHint: navigator.hardwareConcurrency,
    hire: hireThreads(maker),
    hireCopying: typeof Worker === 'undefined' ? undefined : hireCopyingThread(maker),
    refusal: refusal(),
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

async function findGpu(): Promise<GPU | undefined> {
  return navigator.gpu;
}

/** The options of a team on a page, including how the page starts the threads. */
export interface PageTeamOptions extends TeamOptions, WorkerOptions {}

/** @throws TeamError OPTION_INVALID */
function checkWorkerOptions({ threadUrl, createWorker }: WorkerOptions): void {
  const problem = (key: string, found: unknown, expected: string): TeamError =>
    new TeamError('OPTION_INVALID', `${key}: found ${show(found)}, expected ${expected}`);
  if (threadUrl !== undefined && !isUrl(threadUrl)) {
    throw problem('threadUrl', threadUrl, 'a URL, or a string that contains a URL');
  }
  if (createWorker !== undefined && typeof createWorker !== 'function') {
    throw problem('createWorker', createWorker, 'a function that makes a Worker');
  }
  if (threadUrl !== undefined && createWorker !== undefined) {
    throw problem('threadUrl', 'a URL together with createWorker', 'one of the two');
  }
}

function isUrl(value: unknown): boolean {
  if (typeof value !== 'string' && !(value instanceof URL)) return false;
  return URL.canParse(value, location.href);
}

/**
 * Returns the reason why this page cannot share memory between threads; undefined if it can. Tests only features,
 * because the name of a browser says nothing about the headers of the page.
 */
function refusal(): string | undefined {
  if (typeof Worker === 'undefined') return 'This environment has no web workers.';
  if (!globalThis.crossOriginIsolated) {
    return (
      'This page is not cross-origin isolated, so threads cannot share memory. The page must be ' +
      'served with the headers "Cross-Origin-Opener-Policy: same-origin" and ' +
      '"Cross-Origin-Embedder-Policy: require-corp".'
    );
  }
  return undefined;
}
