import { WORD } from './layout.ts';
import type { SharedWorld } from './world.ts';

/** Slices begin at multiples of this many agents, so that SIMD kernels have at most one incomplete vector. */
export const GRAIN = 16;

/** The places [begin, end) that a worker processes in this tick. */
export function sliceOf({ control }: SharedWorld, worker: number): [number, number] {
  return [control.cut[worker], control.cut[worker + 1]];
}

/**
 * Divides `count` items among `workers`, and returns the part [begin, end) of one worker. The sizes of parts differ by
 * at most one.
 */
export function rangeOf(count: number, workers: number, worker: number): [number, number] {
  return [Math.floor((count * worker) / workers), Math.floor((count * (worker + 1)) / workers)];
}

/**
 * Sets the number of workers that step the world. If the number changes, divides the places of agents into new slices.
 * The slices have equal sizes, except that each slice begins at a multiple of GRAIN. Call this only while no worker
 * runs.
 */
export function setWorkers({ plan, control }: SharedWorld, workers: number): void {
  const { word, cut } = control;
  if (word[WORD.workers] === workers) return;
  word[WORD.workers] = workers;
  const grains = Math.ceil(plan.agents / GRAIN);
  for (let worker = 0; worker <= workers; worker++) {
    const [begin] = rangeOf(grains, workers, worker);
    cut[worker] = Math.min(begin * GRAIN, plan.agents);
  }
}
