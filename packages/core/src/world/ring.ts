/** The states of a world take turns as front and back state. `ring` is their number. */
interface Ring {
  readonly ring: number;
}

/** The index of the state of a tick, at least -1. */
export function indexOfTick({ ring }: Ring, tick: number): number {
  return (tick + ring) % ring;
}

/** The number of past ticks to which a world can always go back. One more state is free for the next tick. */
export function historyOf({ ring }: Ring): number {
  return ring - 2;
}
