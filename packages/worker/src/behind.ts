import { type Fault, runParticles, type SharedWorld } from '@skein/core/thread';
import type { Outcome, Part } from './protocol.ts';

/**
 * A worker has left its segment as `outcome` says: evaluates its share of the particles if that was the
 * end of the run. Others may be on their way out of the segment still; nobody writes the world there.
 */
export function runBehind(
  world: SharedWorld,
  outcome: Outcome,
  { endTick, ...task }: NonNullable<Part['behind']>,
  worker: number,
  now: () => number,
  inject?: Fault,
): Outcome {
  if (outcome !== 'done' || world.frontTick < endTick) return outcome;
  const begun = now();
  runParticles(world, task, worker, inject);
  return { particlesMs: now() - begun };
}
