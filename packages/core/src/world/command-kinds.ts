import type { CommandType } from '../commands/index.ts';

/** The kinds of commands, as they are stored in constants.commandKind. */
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

/** The tables that a `set` command can write to: the parameters of a behavior, or those of a species. */
export const SET_TABLE = { behavior: 0, species: 1 } as const;

/** The ways in which a command can choose agents. */
export const CHOOSE = { ids: 0, all: 1, box: 2, sphere: 3 } as const;

/** The value for "all species" in a command that chooses agents. It is stored instead of the index of a species. */
export const ANY_SPECIES = 0xffffffff;

/**
 * Bits for the contents of a `place` command. If only `position` is set, there is one position for all agents. If
 * `positions` is also set, there is one position for each agent. `velocity` and `velocities` work in the same way.
 */
export const PLACED = { position: 1, positions: 2, velocity: 4, velocities: 8 } as const;

/** The actions that an `obstacle` command can take. */
export const OBSTACLE_DEED = { add: 0, move: 1, turn: 2, remove: 3 } as const;

/**
 * Where a `spawn` command creates agents: all at one position, each at its own position, or at random positions in a
 * box or a sphere.
 */
export const SPAWN = { position: 0, positions: 1, box: 2, sphere: 3 } as const;

/**
 * Bits for the contents of a `spawn` command. If only `velocity` is set, there is one velocity for all agents. If
 * `velocities` is also set, there is one velocity for each agent. `goal` and `goals` work in the same way.
 */
export const SPAWNED = { velocity: 1, velocities: 2, goal: 4, goals: 8 } as const;

/**
 * What an `assign` command does: removes the assignment, assigns a target, assigns one quarry to all agents, or assigns
 * each agent its own quarry.
 */
export const ASSIGNED = { nothing: 0, target: 1, quarry: 2, quarries: 3 } as const;
