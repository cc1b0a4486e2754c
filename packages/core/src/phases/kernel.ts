import type { SharedWorld } from '../world/world.ts';

/**
 * Runs one phase of a tick for the part [begin, end) of `worker`: places of the sorted order, or cells. It writes only
 * to that part, and to memory that belongs to the worker.
 */
export type Kernel = (world: SharedWorld, begin: number, end: number, worker: number) => void;
