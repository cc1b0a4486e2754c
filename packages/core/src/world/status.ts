/** The status of an agent: the values of the status columns. */
export const STATUS = {
  /** Dead or not yet born. Sorted after the last cell, and seen by no behavior. */
  dead: 0,
  alive: 1,
  /** Its next position or velocity was not finite. It stays where it was last valid, and other agents see it there. */
  quarantined: 2,
  /** In scratch.stagedStatus only: alive from the next tick on. */
  newborn: 3,
  /** In scratch.stagedStatus only: alive, and moved by a command in this step. */
  placed: 4,
} as const;
