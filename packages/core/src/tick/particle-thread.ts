import { evaluateParticles, type Living } from '../phases/particles.ts';
import type { SharedWorld } from '../world/world.ts';
import type { Fault } from './fault.ts';
import { beginSideTask } from './side-task.ts';

/** Between two signs of life; a few milliseconds in TypeScript. */
const BLOCK = 65_536;

/** The rows of living particles that fall to one worker. */
export interface ParticlePart {
  readonly living: Living;
  readonly begin: number;
  readonly end: number;
}

/** One worker's part of an evaluation of particles. Never while a run steps the world. */
export function runParticles(
  world: SharedWorld,
  { living, begin, end }: ParticlePart,
  worker: number,
  inject?: Fault,
): void {
  const live = beginSideTask(world, 'particles', worker, inject);
  for (let first = begin; first < end; first += BLOCK) {
    evaluateParticles(world, living, first, Math.min(first + BLOCK, end), worker);
    live();
  }
}
