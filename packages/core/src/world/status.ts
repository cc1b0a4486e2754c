/** The status of an agent, as it is stored in the status columns. */
export const STATUS = {
  /** The agent is dead or not born yet. It is sorted after the last cell, and no behavior sees it. */
  dead: 0,
  alive: 1,
  /**
   * The next position or velocity of the agent was not finite. The agent stays where it was last valid, and other
   * agents see it there.
   */
  quarantined: 2,
  /** Only in scratch.stagedStatus: the agent is alive from the next tick on. */
  newborn: 3,
  /** Only in scratch.stagedStatus: the agent is alive, and a command moved it in this step. */
  placed: 4,
} as const;
