import { PROGRESS, WORKER_STRIDE } from '../world/layout.ts';
import { refresh, type SharedWorld } from '../world/world.ts';
import type { Fault } from './fault.ts';
import { PIPELINE } from './pipeline.ts';

/** What workers do for the host between two ticks, beside the phases of the pipeline. */
export const SIDE_TASKS = ['particles', 'paths', 'measures', 'queries', 'points', 'hash'] as const;
export type SideTask = (typeof SIDE_TASKS)[number];

/** Begins a worker's part of a side task; what it returns is called for each sign of life. */
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

/** The side task whose number a worker's record has instead of a phase's. */
export function sideTaskAt(index: number): SideTask {
  return SIDE_TASKS[index - PIPELINE.length];
}
