import { PROGRESS, WORKER_STRIDE } from '../world/layout.ts';
import { refresh, type SharedWorld } from '../world/world.ts';
import type { Fault } from './fault.ts';
import { PIPELINE } from './pipeline.ts';

/** Tasks that workers do for the host between two ticks. They are not phases of the pipeline. */
export const SIDE_TASKS = ['particles', 'paths', 'measures', 'queries', 'points', 'hash'] as const;
export type SideTask = (typeof SIDE_TASKS)[number];

/**
 * Marks that a worker begins its part of a side task. Returns a function that the worker must call as a sign of life.
 */
export function beginSideTask(
  world: SharedWorld,
  task: SideTask,
  worker: number,
  inject: Fault | undefined,
): () => void {
  const { progress } = world.control;
  const mine = worker * WORKER_STRIDE;
  refresh(world);
  Atomics.store(progress, mine + PROGRESS.tick, world.frontTick);
  Atomics.store(progress, mine + PROGRESS.phase, PIPELINE.length + SIDE_TASKS.indexOf(task));
  if (inject?.tick === world.frontTick && inject.phase === task) inject.run();
  world.live = () => {
    Atomics.add(progress, mine + PROGRESS.beat, 1);
  };
  return world.live;
}

/**
 * Returns the side task for a phase number in a worker's record. Numbers beyond the phases of the pipeline stand for
 * side tasks.
 */
export function sideTaskAt(index: number): SideTask {
  return SIDE_TASKS[index - PIPELINE.length];
}
