// Runs jobs in this process, a few ticks at a time; in the tests of queues it stands in for a pool of processes.
import { createWorld, restore, snapshot, stateHash, tick } from '@skein/core';

/** @import { Job, JobResult } from '@skein/sweep' */
/** @import { RunJobOptions } from '../src/run-job.ts' */

/**
 * @param {Job} job
 * @param {RunJobOptions} options
 * @param {{ restMs?: number, onTick?: (tick: number) => void, failAt?: number }} [how] `restMs` after every ten ticks
 * @returns {Promise<JobResult>}
 */
export async function stepJob(job, { signal, checkpoints, checkpointMs }, how = {}) {
  const saved = await checkpoints.load(job.key);
  const world =
    saved === undefined ? createWorld(job.scenario, { seed: job.seed }) : restore(saved);
  const startedMs = performance.now();
  let savedMs = startedMs;
  while (world.tick < job.ticks) {
    tick(world);
    if (world.tick === how.failAt) throw new Error(`tick ${world.tick} went wrong`);
    if (world.tick % 10 !== 0) continue;
    how.onTick?.(world.tick);
    await new Promise((resolve) => setTimeout(resolve, how.restMs ?? 0));
    if (signal.aborted || performance.now() - savedMs >= checkpointMs) {
      await checkpoints.save(job.key, snapshot(world));
      savedMs = performance.now();
      signal.throwIfAborted();
    }
  }
  return {
    key: job.key,
    index: job.index,
    parameters: job.parameters,
    seed: job.seed,
    ticks: job.ticks,
    hash: stateHash(world),
    engine: '0.1.0',
    ms: performance.now() - startedMs,
    sampleTicks: [0, job.ticks],
    samples: [[0, null]],
  };
}
