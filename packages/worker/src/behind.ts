import { type Fault, runHash, runParticles, runPoints, type SharedWorld } from '@skein/core/thread';
import type { Behind, Outcome } from './protocol.ts';

/**
 * Called after a worker has left its segment with `outcome`. If this was the end of the run, it does the worker's share
 * of the tasks after the run. Other workers may still be leaving the segment, but none writes the world any more.
 */
export function runBehind(
  world: SharedWorld,
  outcome: Outcome,
  { endTick, particles, points, hash }: Behind,
  worker: number,
  now: () => number,
  inject?: Fault,
): Outcome {
  if (outcome !== 'done' || world.frontTick < endTick) return outcome;
  const begun = now();
  if (particles !== undefined) runParticles(world, particles, worker, inject);
  const between = now();
  if (points !== undefined) runPoints(world, points, worker, inject);
  const end = now();
  if (hash !== undefined) runHash(world, hash, worker, inject);
  return { particlesMs: between - begun, pointsMs: end - between };
}
