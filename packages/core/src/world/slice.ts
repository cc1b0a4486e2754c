/** Slices of agents begin at multiples of this, so that SIMD kernels have one tail at most. */
const GRAIN = 16;

/** The places [begin, end) of the sorted order that fall to a worker; equal but for the grain. */
export function sliceOf(agents: number, workers: number, worker: number): [number, number] {
  const grains = Math.ceil(agents / GRAIN);
  const [begin, end] = rangeOf(grains, workers, worker);
  return [Math.min(begin * GRAIN, agents), Math.min(end * GRAIN, agents)];
}

/** The part [begin, end) of `count` things that falls to a worker; sizes differ by one at most. */
export function rangeOf(count: number, workers: number, worker: number): [number, number] {
  return [Math.floor((count * worker) / workers), Math.floor((count * (worker + 1)) / workers)];
}
