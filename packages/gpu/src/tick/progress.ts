/**
 * The words of the buffer `progress`, which all code shares. `tick` is the present tick. `alarm` is a tick that the CPU
 * must do, or `NONE`. `done` counts the ticks of this batch. `bad` says whether the soft layer is needed. From `hashes`
 * on, each tick has two words of its hash.
 */
export const PROGRESS = { tick: 0, alarm: 1, done: 2, bad: 3, hashes: 4 } as const;

/** No tick. */
export const NONE = 0xffffffff;

/** The number of agents of a workgroup. */
export const WORKGROUP = 64;
/** The number of workgroups along x of a dispatch for all agents. */
export const ROW = 1024;
