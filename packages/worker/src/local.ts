import type { InnerWorld } from '@skein/core/supervise';

import {
  orNoMemory,
  runMeasures,
  runParticles,
  runPaths,
  runPoints,
  runQueries,
  runThread,
} from '@skein/core/supervise';
import { runBehind } from './behind.ts';
import type { Clock } from './clock.ts';
import type { Crew } from './crew.ts';
import { actOut } from './faults.ts';
import type { Outcome, Part } from './protocol.ts';

/**
 * Returns a crew with one worker on the calling thread, for worlds that threads cannot share. This worker runs the same
 * code as a thread, with the same result. The event loop gets a turn between ticks.
 */
export function localCrew(world: InnerWorld, clock: Clock): Crew {
  async function step({
    worker,
    spins,
    particles,
    paths,
    measures,
    queries,
    points,
    behind,
    fault,
  }: Part): Promise<Outcome> {
    // Any other fault would end the caller.
    const inject = fault?.kind === 'throw' ? actOut(fault, world, neverExits) : undefined;
    if (particles !== undefined) {
      runParticles(world, particles, worker, inject);
      return 'done';
    }
    if (paths !== undefined) return runPaths(world, paths, worker, inject);
    if (measures !== undefined) return runMeasures(world, measures, worker, inject);
    if (queries !== undefined) return runQueries(world, queries, worker, inject);
    if (points !== undefined) {
      runPoints(world, points, worker, inject);
      return 'done';
    }
    const outcome = runThread(world, { worker, spins, now: clock.now, inject });
    await clock.turn();
    return behind === undefined
      ? outcome
      : runBehind(world, outcome, behind, worker, clock.now, inject);
  }

  async function run(part: Part): Promise<Outcome> {
    try {
      return await step(part);
    } catch (error) {
      throw orNoMemory('work on the calling thread', error);
    }
  }

  return {
    workers: 1,
    threaded: false,
    ready: Promise.resolve(),
    seatsAt: () => [0],
    attach: () => ({
      keeps: 1,
      kept: Promise.resolve(),
      next: () => Promise.resolve(),
      all: Promise.resolve(),
    }),
    shrinkTo: () => {},
    usageOf: () => () => undefined,
    run,
    terminate: () => Promise.resolve(),
  };
}

function neverExits(): never {
  throw new Error('the calling thread cannot be ended');
}
