import type { Command } from '../scenario/schema.ts';
import type { WorldEvent } from '../world/events.ts';

/** The first difference between two worlds, snapshots or replays. `part` says what differs. */
export type WorldDifference =
  | DifferentScenario
  | DifferentTicks
  | DifferentState
  | DifferentHash
  | DifferentCommand
  | DifferentParticle
  | DifferentEvent;

/** The scenarios differ, so nothing else is compared. The key `display` is not compared. */
export interface DifferentScenario {
  readonly part: 'scenario';
  /** The JSON path of the first value that differs, such as `$.species[0].count`. */
  readonly path: string;
  /** The values there; undefined where the scenario has none. */
  readonly a: unknown;
  readonly b: unknown;
}

/** The ticks of which something is known: of a world, the states in memory; of a replay, the recorded run. */
export interface KnownTicks {
  readonly fromTick: number;
  readonly toTick: number;
}

/** All ticks that both know agree, if there are any. But the present ticks, or the recorded ticks, are not the same. */
export interface DifferentTicks {
  readonly part: 'ticks';
  /** The last tick at which both agree; undefined if there is no tick that both know. */
  readonly agreed: number | undefined;
  readonly a: KnownTicks;
  readonly b: KnownTicks;
}

/** A column differs. */
export interface DifferentState {
  readonly part: 'state';
  /** The first tick at which the states are known to differ. */
  readonly tick: number;
  /** The last tick before it at which the states are known to agree; undefined if there is none. */
  readonly agreed: number | undefined;
  /**
   * The name of the column. For a vector, it includes the component, as in "velocityY". Columns and fields of the
   * scenario have their own names, as in "wind.x".
   */
  readonly column: string;
  /** The index of the first agent that differs, for a column of agents; otherwise undefined. */
  readonly agent: number | undefined;
  /** The id of this agent in `a`; undefined if there is no agent. */
  readonly id: number | undefined;
  /** The index of the element that differs, where each agent has several, or where the column is not of agents. */
  readonly element: number | undefined;
  readonly a: number;
  readonly b: number;
  /**
   * If `isRepeated`, the phase of the step to `tick` whose results first differ. Otherwise, the last phase that writes the
   * column. Undefined if no phase writes it.
   */
  readonly phase: string | undefined;
  /**
   * Whether the difference appears again when the step to `tick` is done again from the last agreed state. If not, the
   * agreed state is not known, or something other than a step has changed the state.
   */
  readonly isRepeated: boolean;
  /** The first command before `tick` that differs, the likely cause; undefined if there is none. */
  readonly command: DifferentCommand | undefined;
}

/** The recorded hashes of two replays differ, but the runs are equal when they are repeated here. */
export interface DifferentHash {
  readonly part: 'hash';
  /** The first tick at which the recorded hashes differ. */
  readonly tick: number;
  /** The last tick before it at which the recorded hashes agree; undefined if there is none. */
  readonly agreed: number | undefined;
  readonly a: string;
  readonly b: string;
  /** The hash of the repeated runs at `tick`. It is that of the replay whose record is right. */
  readonly repeated: string;
  /** The difference of the states at the next tick that both replays recorded as a whole, if there is one. */
  readonly state: DifferentState | undefined;
}

/** A command differs. */
export interface DifferentCommand {
  readonly part: 'command';
  /** The list with the command: the log of all commands from programs, or the commands that are to be executed yet. */
  readonly list: 'log' | 'pending';
  /** The index of the command in both lists. */
  readonly index: number;
  /** The commands with this index; undefined where the list is shorter. */
  readonly a: Command | undefined;
  readonly b: Command | undefined;
}

/** The states agree, but the particles differ. */
export interface DifferentParticle {
  readonly part: 'particle';
  readonly tick: number;
  readonly column: string;
  /** The index of the element. Particles are in the order of their births. */
  readonly index: number;
  /** The values; undefined where there are fewer particles. */
  readonly a: number | undefined;
  readonly b: number | undefined;
}

/** The states agree, but the events that no program has taken differ. */
export interface DifferentEvent {
  readonly part: 'event';
  readonly tick: number;
  /** The index of the event among those that were not taken. */
  readonly index: number;
  /** The events with this index; undefined where there are fewer. */
  readonly a: WorldEvent | undefined;
  readonly b: WorldEvent | undefined;
}
