import { livingParticles } from '../phases/living-particles.ts';
import { evaluateParticles } from '../phases/particles.ts';
import type { SharedWorld } from '../world/world.ts';
import type { Fault } from './fault.ts';
import { beginSideTask } from './side-task.ts';

/**
 * The number of particles that the thread evaluates between two signs of life. In TypeScript, this many particles take
 * a few milliseconds.
 */
const BLOCK = 65_536;

/** A task to evaluate the living particles. It is divided among some workers. */
export interface ParticleTask {
  readonly tick: number;
  readonly alpha: number;
  readonly workers: number;
}

/** Evaluates one worker's part of the living particles. Never call it while a run steps the world. */
export function runParticles(
  world: SharedWorld,
  { tick, alpha, workers }: ParticleTask,
  worker: number,
  inject?: Fault,
): void {
  const live = beginSideTask(world, 'particles', worker, inject);
  const living = livingParticles(world, { tick, alpha });
  const end = Math.floor((living.count * (worker + 1)) / workers);
  for (let first = Math.floor((living.count * worker) / workers); first < end; first += BLOCK) {
    evaluateParticles(world, living, first, Math.min(first + BLOCK, end), worker);
    live();
  }
}
