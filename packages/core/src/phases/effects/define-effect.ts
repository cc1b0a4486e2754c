import type { SharedWorld } from '../../world/world.ts';
import type { Births } from '../births.ts';

/** A command in shared memory: where its numbers stand in constants.commandPlace and commandValue. */
export interface StoredCommand {
  /** Which command of its tick it is, whichever the window holds before it. */
  ordinal: number;
  /** Its row. */
  index: number;
  place: number;
  placeEnd: number;
  value: number;
  valueEnd: number;
}

/** Births that a command asks for. */
export interface AskedBirths {
  readonly species: number;
  readonly count: number;
}

/** What a kind of command does in the tick that it is for. Commands of one tick act in the order in which they were given. */
export interface Effect {
  /** How many agents of which species a command lets be born, as far as there is room for them. */
  readonly births?: (world: SharedWorld, command: StoredCommand) => AskedBirths;
  /**
   * In the phase `launch`: changes the staged agents in places [begin, end), before they are sorted. Every worker
   * does it for its own slice.
   */
  readonly stage?: (
    world: SharedWorld,
    command: StoredCommand,
    begin: number,
    end: number,
    births: Births,
  ) => void;
  /** In the phase `settle`: changes back and raises events, once. */
  readonly settle?: (world: SharedWorld, command: StoredCommand, births: Births) => void;
}
