/**
 * The words of the buffer `progress`, which all code shares: the present tick; the tick that the CPU must do, or `NONE`;
 * the number of ticks done in this batch; whether the soft layer is needed; and the hashes of the ticks, two words each.
 */
export const PROGRESS = { tick: 0, alarm: 1, done: 2, bad: 3, hashes: 4 } as const;

/** No tick. */
export const NONE = 0xffffffff;

/** The number of agents of a workgroup. */
export const WORKGROUP = 64;
/** The number of workgroups along x of a dispatch for all agents. */
export const ROW = 1024;
