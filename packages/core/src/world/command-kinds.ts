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

/** What a command chooses agents by. */
export const CHOOSE = { ids: 0, all: 1, box: 2, sphere: 3 } as const;

/** Stands for the species of a command that chooses agents of all of them. */
export const ANY_SPECIES = 0xffffffff;

/** Bits of what a `place` gives: one position or velocity for all, or, with the other bit too, one for each. */
export const PLACED = { position: 1, positions: 2, velocity: 4, velocities: 8 } as const;

/** What an `obstacle` does. */
export const OBSTACLE_DEED = { add: 0, move: 1, turn: 2, remove: 3 } as const;

/** Where a `spawn` puts agents: at one place, at places of their own, or at random places of a region. */
export const SPAWN = { position: 0, positions: 1, box: 2, sphere: 3 } as const;

/** Bits of what a `spawn` gives: one velocity or goal for all, or, with the other bit too, one for each. */
export const SPAWNED = { velocity: 1, velocities: 2, goal: 4, goals: 8 } as const;

/** What an `assign` gives: nothing any more, a target, one quarry to all, or one to each of the ids. */
export const ASSIGNED = { nothing: 0, target: 1, quarry: 2, quarries: 3 } as const;
