import * as z from 'zod/mini';
import { unknownCommand } from '../errors.ts';
import { MAX_TICK } from '../schema/limits.ts';
import { whole } from '../schema/quantities.ts';
import { area } from './area.ts';
import { assign } from './assign.ts';
import { cells } from './cells.ts';
import type { CommandDefinition, ReportProblem, Scope } from './define-command.ts';
import { fire } from './fire.ts';
import { go } from './go.ts';
import { checkInPlane } from './in-plane.ts';
import { link } from './link.ts';
import { move } from './move.ts';
import { obstacle } from './obstacle.ts';
import { place } from './place.ts';
import type { CommandType } from './records.ts';
import { remove } from './remove.ts';
import { set } from './set.ts';
import { spawn } from './spawn.ts';
import { write } from './write.ts';

/**
 * The definitions of all kinds of commands. What a kind of command does is defined in phases/effects, under the same
 * name.
 */
export const COMMANDS = {
  ...{ fire, move, cells, set, remove, place, go },
  ...{ obstacle, spawn, write, assign },
  ...{ link, area },
} as const satisfies Readonly<Record<CommandType, unknown>>;

/** The definition of any kind of command. */
type AnyCommand = CommandDefinition<z.ZodMiniObject>;

type Schema = (typeof COMMANDS)[CommandType]['schema'];

// A list of one schema, of any kind, has the same types as a list of all, and shorter declarations.
const schemas = Object.values(COMMANDS).map(({ schema }): Schema => schema) as [Schema];

/** The schema of a command without a tick. The step that begins at the current tick executes the command. */
export const commandSchema = z.discriminatedUnion('type', schemas);

const tick = whole(0, MAX_TICK - 1);

const timed = <S extends z.ZodMiniObject>(schema: S) => z.extend(schema, { tick });

type Timed<S extends z.ZodMiniObject> = S extends unknown ? ReturnType<typeof timed<S>> : never;

/**
 * The schema of a command with a tick. The `commands` of a scenario have this schema. The step that begins at this tick
 * executes the command.
 */
export const timedCommandSchema = z.discriminatedUnion(
  'type',
  schemas.map(timed) as [Timed<Schema>],
);

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
