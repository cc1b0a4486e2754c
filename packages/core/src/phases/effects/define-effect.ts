import type { Draft } from '../draft.ts';

/**
 * A command in shared memory. Its numbers are in [place, placeEnd) of constants.commandPlace, and in [value, valueEnd)
 * of constants.commandValue.
 */
export interface StoredCommand {
  /** The number of the command within its tick. It does not depend on which earlier commands are still in memory. */
  ordinal: number;
  /** The row of the command in the columns of commands. */
  index: number;
  place: number;
  /** The index in constants.commandPlace at which the choice of agents begins; -1 if the command chooses none. */
  choice: number;
  placeEnd: number;
  value: number;
  valueEnd: number;
}

/**
 * What a command of one kind does. The commands of a tick take effect in the order in which they were given: each sees
 * the draft as the commands before it have left it.
 */
export interface Effect {
  /** Whether the command creates agents. */
  readonly bears?: boolean;
  /**
   * Changes the draft, and the staged agents in places [begin, end), before they are sorted. Every worker calls this
   * function in the phase `launch`, for its own slice. With begin = end, it only changes the draft.
   */
  readonly act?: (draft: Draft, command: StoredCommand, begin: number, end: number) => void;
  /**
   * Runs in the phase `settle`, once per command and instead of `act`. Changes the back state and raises events. Must
   * change the draft as `act` does.
   */
  readonly settle?: (draft: Draft, command: StoredCommand) => void;
}
