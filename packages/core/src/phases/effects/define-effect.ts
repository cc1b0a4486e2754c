import type { SharedWorld } from '../../world/world.ts';
import type { Births } from '../births.ts';

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
  placeEnd: number;
  value: number;
  valueEnd: number;
}

/** The births that a command asks for: the species and the number of agents. */
export interface AskedBirths {
  readonly species: number;
  readonly count: number;
}

/** What a command of one kind does. The commands of a tick take effect in the order in which they were given. */
export interface Effect {
  /** Returns the births that the command asks for. If there is no room for all of them, fewer agents are born. */
  readonly births?: (world: SharedWorld, command: StoredCommand) => AskedBirths;
  /**
   * Runs in the phase `launch`. Changes the staged agents in places [begin, end), before they are sorted. Every worker
   * calls this function for its own slice.
   */
  readonly stage?: (
    world: SharedWorld,
    command: StoredCommand,
    begin: number,
    end: number,
    births: Births,
  ) => void;
  /** Runs in the phase `settle`. Changes the back state and raises events. Called only once per command. */
  readonly settle?: (world: SharedWorld, command: StoredCommand, births: Births) => void;
}
