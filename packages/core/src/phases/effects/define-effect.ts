import type { SharedWorld } from '../../world/world.ts';
import type { Births } from '../births.ts';

/** A command in shared memory: the ranges of its values in constants.commandPlace and commandValue. */
export interface StoredCommand {
  /** The number of the command within its tick, independent of the commands before it in the window. */
  ordinal: number;
  /** The row of the command. */
  index: number;
  place: number;
  placeEnd: number;
  value: number;
  valueEnd: number;
}

/** The births that a command asks for. */
export interface AskedBirths {
  readonly species: number;
  readonly count: number;
}

/** The effects of a kind of command in its tick. Commands of one tick act in the order in which they were given. */
export interface Effect {
  /** How many agents of which species the command asks to be born. Fewer are born if there is no room. */
  readonly births?: (world: SharedWorld, command: StoredCommand) => AskedBirths;
  /**
   * In the phase `launch`: changes the staged agents in places [begin, end), before they are sorted. Every worker calls
   * it for its own slice.
   */
  readonly stage?: (
    world: SharedWorld,
    command: StoredCommand,
    begin: number,
    end: number,
    births: Births,
  ) => void;
  /** In the phase `settle`: changes back and raises events. Called only once. */
  readonly settle?: (world: SharedWorld, command: StoredCommand, births: Births) => void;
}
