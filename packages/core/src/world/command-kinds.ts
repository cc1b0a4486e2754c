import type { CommandType } from '../commands/index.ts';

/** The values of constants.commandKind. */
export const COMMAND = {
  fire: 1,
  move: 2,
  set: 3,
  cells: 5,
} as const satisfies Readonly<Record<CommandType, number>>;

export type CommandKind = (typeof COMMAND)[CommandType];

/** Which table a `set` writes: numbers of a behavior, or of a species. */
export const SET_TABLE = { behavior: 0, species: 1 } as const;
