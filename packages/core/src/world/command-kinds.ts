import type { CommandType } from '../commands/index.ts';

/** The values of constants.commandKind. */
export const COMMAND = {
  fire: 1,
  move: 2,
  set: 3,
  cells: 5,
  remove: 6,
  place: 7,
  go: 8,
  obstacle: 9,
  spawn: 10,
  write: 11,
  assign: 12,
} as const satisfies Readonly<Record<CommandType, number>>;

export type CommandKind = (typeof COMMAND)[CommandType];

/** Which table a `set` writes: numbers of a behavior, or of a species. */
export const SET_TABLE = { behavior: 0, species: 1 } as const;

/** The ways in which a command can choose agents. */
export const CHOOSE = { ids: 0, all: 1, box: 2, sphere: 3 } as const;

/** Takes the place of a species index in a command that chooses agents of all species. */
export const ANY_SPECIES = 0xffffffff;

/**
 * Bits that say what a `place` command contains. `position` and `velocity` alone mean one value for all agents; with
 * the plural bit also set, there is one value for each agent.
 */
export const PLACED = { position: 1, positions: 2, velocity: 4, velocities: 8 } as const;

/** The actions of an `obstacle` command. */
export const OBSTACLE_DEED = { add: 0, move: 1, turn: 2, remove: 3 } as const;

/** Where a `spawn` command puts agents: all at one position, each at its own, or at random positions in a region. */
export const SPAWN = { position: 0, positions: 1, box: 2, sphere: 3 } as const;

/**
 * Bits that say what a `spawn` command contains. `velocity` and `goal` alone mean one value for all agents; with the
 * plural bit also set, there is one value for each agent.
 */
export const SPAWNED = { velocity: 1, velocities: 2, goal: 4, goals: 8 } as const;

/**
 * What an `assign` command does: remove the assignment, assign a target, assign one quarry to all agents, or assign a
 * quarry to each id.
 */
export const ASSIGNED = { nothing: 0, target: 1, quarry: 2, quarries: 3 } as const;
