import * as z from 'zod/mini';
import { unknownCommand } from '../errors.ts';
import { MAX_TICK } from '../schema/limits.ts';
import { whole } from '../schema/quantities.ts';
import { assign, assignSchema } from './assign.ts';
import { cells, cellsSchema } from './cells.ts';
import type { CommandDefinition, ReportProblem, Scope } from './define-command.ts';
import { fire, fireSchema } from './fire.ts';
import { go, goSchema } from './go.ts';
import { checkInPlane } from './in-plane.ts';
import { move, moveSchema } from './move.ts';
import { obstacle, obstacleCommandSchema } from './obstacle.ts';
import { place, placeSchema } from './place.ts';
import { remove, removeSchema } from './remove.ts';
import { set, setSchema } from './set.ts';
import { spawn, spawnSchema } from './spawn.ts';
import { write, writeSchema } from './write.ts';

/**
 * The definitions of all kinds of commands. What a kind of command does is defined in phases/effects, under the same
 * name.
 */
export const COMMANDS = {
  ...{ fire, move, cells, set, remove, place, go },
  ...{ obstacle, spawn, write, assign },
} as const;

export type CommandType = keyof typeof COMMANDS;

/** The definition of any kind of command. */
type AnyCommand = CommandDefinition<z.ZodMiniObject>;

/** The schema of a command without a tick. The step that begins at the current tick executes the command. */
export const commandSchema = z.discriminatedUnion('type', [
  fireSchema,
  moveSchema,
  cellsSchema,
  setSchema,
  removeSchema,
  placeSchema,
  goSchema,
  obstacleCommandSchema,
  spawnSchema,
  writeSchema,
  assignSchema,
]);

const tick = whole(0, MAX_TICK - 1, 'The step that starts at this tick executes the command.');

/**
 * The schema of a command with a tick. The `commands` of a scenario have this schema. The step that begins at this tick
 * executes the command.
 */
export const timedCommandSchema = z.discriminatedUnion('type', [
  z.extend(fireSchema, { tick }),
  z.extend(moveSchema, { tick }),
  z.extend(cellsSchema, { tick }),
  z.extend(setSchema, { tick }),
  z.extend(removeSchema, { tick }),
  z.extend(placeSchema, { tick }),
  z.extend(goSchema, { tick }),
  z.extend(obstacleCommandSchema, { tick }),
  z.extend(spawnSchema, { tick }),
  z.extend(writeSchema, { tick }),
  z.extend(assignSchema, { tick }),
]);

/** A command that is valid for its scenario and has no tick yet. */
export type CheckedCommand = z.output<typeof commandSchema>;

/**
 * Reports the problems of a command that its schema has accepted. This function checks both the commands of a scenario
 * and the commands that are given to a world.
 */
export function checkMeaning(command: CheckedCommand, scope: Scope, report: ReportProblem): void {
  if (scope.dimensions === 2) checkInPlane(command, report);
  definitionOf(command.type).check(command, scope, report);
}

/** Returns the definition of a kind of command. */
export function definitionOf(type: CommandType): AnyCommand {
  const definition = COMMANDS[type] as unknown as AnyCommand | undefined;
  if (definition === undefined) throw unknownCommand(type as never, '$.type');
  return definition;
}
