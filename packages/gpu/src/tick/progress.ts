/**
 * The words of the buffer `progress`, which all code shares. `tick` is the present tick. `alarm` is a tick that the CPU
 * must do, or `NONE`. `done` counts the ticks of this batch. `left` counts the agents that the present tick leaves to the
 * soft layer, and `hasCheck` says whether its code is there. `differs` is the lowest place of an agent for which the soft
 * layer computes other numbers, or `NONE`. From `hashes` on, each tick has two words of its hash. Behind them is, for each
 * workgroup of agents, how many agents it has met in the cells around.
 */
export const PROGRESS = {
  ...{ tick: 0, alarm: 1, done: 2, left: 3, hasCheck: 4, differs: 5, hashes: 6 },
} as const;

/** The maximum number of ticks that are sent to the card at once. */
export const BATCH = 16;

/** Where the numbers of agents met begin. */
export const MET = PROGRESS.hashes + 2 * BATCH;

/** No tick, and no place. */
export const NONE = 0xffffffff;

/** The number of agents of a workgroup. */
export const WORKGROUP = 64;
/** The number of workgroups along x of a dispatch for all agents. */
export const ROW = 1024;

/** Of so many agents, the soft layer repeats one in each tick. */
export const SAMPLE = 256;

/** The number of agents that a tick may leave to the soft layer, which is slow. If there are more, the CPU does the tick. */
export function mostLeft(agents: number): number {
  return Math.max(WORKGROUP, agents >>> 3);
}
