import { evaluateParticles, type Living } from '../phases/particles.ts';
import { PROGRESS, WORKER_STRIDE } from '../world/layout.ts';
import { refresh, type SharedWorld } from '../world/world.ts';
import { PIPELINE } from './pipeline.ts';
import type { Fault } from './thread.ts';

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
  const { progress } = world.control;
  const mine = worker * WORKER_STRIDE;
  refresh(world);
  Atomics.store(progress, mine + PROGRESS.tick, world.frontTick);
  Atomics.store(progress, mine + PROGRESS.phase, PIPELINE.length);
  if (inject?.tick === world.frontTick && inject.phase === 'particles') inject.run();
  for (let first = begin; first < end; first += BLOCK) {
    evaluateParticles(world, living, first, Math.min(first + BLOCK, end), worker);
    Atomics.add(progress, mine + PROGRESS.beat, 1);
  }
}
