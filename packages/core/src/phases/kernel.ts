import type { SharedWorld } from '../world/world.ts';

/**
 * A function that runs one phase of a tick for one worker. The range [begin, end) is the worker's part, or a piece of
 * that part. `Runs` in tick/pipeline.ts lists the kinds of parts. If a phase runs once, its range is [0, 0). In a
 * phase, no two workers write different values to the same memory.
 */
export type Kernel = (world: SharedWorld, begin: number, end: number, worker: number) => void;
