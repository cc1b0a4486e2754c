import type { SharedWorld } from '../world/world.ts';

/**
 * One phase of a tick, for the part [begin, end) that falls to `worker`: places of the sorted order,
 * or cells. It writes nothing outside of that part and of what belongs to the worker.
 */
export type Kernel = (world: SharedWorld, begin: number, end: number, worker: number) => void;
