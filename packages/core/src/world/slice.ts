import { WORD } from './layout.ts';
import type { SharedWorld } from './world.ts';

/** Slices of agents begin at multiples of this, so that SIMD kernels have one tail at most. */
export const GRAIN = 16;

/** The places [begin, end) of the sorted order that fall to a worker in this tick. */
export function sliceOf({ control }: SharedWorld, worker: number): [number, number] {
  return [control.cut[worker], control.cut[worker + 1]];
}

/** The part [begin, end) of `count` things that falls to a worker; sizes differ by one at most. */
export function rangeOf(count: number, workers: number, worker: number): [number, number] {
  return [Math.floor((count * worker) / workers), Math.floor((count * (worker + 1)) / workers)];
}

/**
 * Says how many workers step the world from now on. Slices stay as they are when the number does;
 * else they begin equal but for the grain. Only while no worker runs.
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
