import { type Fault, runHash, runParticles, runPoints, type SharedWorld } from '@skein/core/thread';
import type { Behind, Outcome } from './protocol.ts';

/**
 * Does one worker's share of the tasks that follow the last tick of a run. Does nothing unless `outcome` is "done" and
 * the world has reached `endTick`. The worker must have left the segment. Other workers may still be leaving the
 * segment, but they no longer write to the world.
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
