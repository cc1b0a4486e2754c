/** What an agent is; the values of the status columns. */
export const STATUS = {
  /** Not there: it sorts behind the last cell and no behavior sees it. */
  dead: 0,
  alive: 1,
  /** Its next state was not finite: it stands where it last was valid, and others see it there. */
  quarantined: 2,
  /** In scratch.stagedStatus only: alive from the next tick on. */
  newborn: 3,
  /** In scratch.stagedStatus only: alive, and put somewhere else in this step. */
  placed: 4,
} as const;
