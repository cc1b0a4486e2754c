import type { SharedWorld } from '../world/world.ts';

/**
 * A function that runs one phase of a tick for one worker. The worker's part [begin, end) is a range of places in the
 * sorted order, or of cells. The function writes only to that part, and to memory that belongs to the worker.
 */
export type Kernel = (world: SharedWorld, begin: number, end: number, worker: number) => void;
