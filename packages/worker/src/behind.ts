import { type Fault, runHash, runParticles, runPoints, type SharedWorld } from '@skein/core/thread';
import type { Behind, Outcome } from './protocol.ts';

/**
 * A worker has left its segment as `outcome` says: does its share of what is wanted behind the run, if that was
 * its end. Others may still be on their way out of the segment; none writes the world there.
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
