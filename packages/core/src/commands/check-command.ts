import type * as z from 'zod/mini';
import { CommandError, canHoldOptions, type Problem } from '../errors.ts';
import { jsonPath, problemsOf } from '../scenario/parse.ts';
import type { CommandInput, Scenario } from '../scenario/schema.ts';
import { withoutNegativeZeros } from '../scenario/zeros.ts';
import { checkSize } from '../schema/guard.ts';
import { quickParser } from '../schema/quick-parser.ts';
import type { Scope } from './define-command.ts';
import { type CheckedCommand, checkMeaning, commandSchema, definitionOf } from './index.ts';

/**
 * Checks a command and fills in its defaults. The result shares no objects with the input.
 *
 * @param largestRadius the largest neighbor radius (m) that the bounds of the scenario allow
 * @param findMore finds further problems, such as those that depend on the state of a world
 * @throws CommandError COMMAND_INVALID, listing every problem
 */
export function checkCommand(
  scenario: Scenario,
  largestRadius: number,
  input: CommandInput,
  findMore: (command: CheckedCommand) => readonly Problem[] = () => [],
): CheckedCommand {
  const oversized = checkSize(input, jsonPath);
  if (oversized.length > 0) refuse(oversized);
  const findWrong = (command: CheckedCommand): Problem[] => {
    const problems: Problem[] = [];
    checkMeaning(command, scopeOf(scenario, largestRadius), (key, found, expected) => {
      problems.push({ path: `$${key}`, found, expected });
    });
    for (const problem of findMore(command)) problems.push(problem);
    return problems;
  };
  read ??= quickParser(commandSchema) as NonNullable<typeof read>;
  const command = withoutNegativeZeros(read(input) ?? parse(input, findWrong));
  const problems = findWrong(command);
  if (problems.length > 0) refuse(problems);
  return command;
}

/** Reads most commands, from the first on that is checked. There may be thousands in a tick, and the schema takes five times as long. */
let read: ((input: CommandInput) => CheckedCommand | undefined) | undefined;

/** Parses a command by its schema. Refuses a command that is not valid. */
function parse(
  input: CommandInput,
  findWrong: (command: CheckedCommand) => readonly Problem[],
): CheckedCommand {
  const result = commandSchema.safeParse(input);
  if (result.success) return result.data;
  const { issues } = result.error;
  const shape = issues.flatMap((issue) => problemsOf(issue, commandSchema, input));
  refuse([...shape, ...wrongInRest(input, issues, findWrong)]);
}

/** The scope of each scenario, because thousands of commands may be given in a tick. */
const scopes = new WeakMap<Scenario, Scope>();

function scopeOf(scenario: Scenario, largestRadius: number): Scope {
  const known = scopes.get(scenario);
  if (known?.largestRadius === largestRadius) return known;
  const scope = { ...scenario, largestRadius };
  scopes.set(scenario, scope);
  return scope;
}

/**
 * The schema found `issues` in some keys of the command. Checks the meaning of the keys without issues, and returns
 * their problems. Returns none if the keys without issues are not a valid command on their own.
 */
function wrongInRest(
  input: CommandInput,
  issues: readonly z.core.$ZodIssue[],
  findWrong: (command: CheckedCommand) => readonly Problem[],
): readonly Problem[] {
  if (!canHoldOptions(input)) return [];
  const wrong = new Set(
    issues.flatMap((issue) => (issue.code === 'unrecognized_keys' ? issue.keys : issue.path[0])),
  );
  const rest = Object.fromEntries(Object.entries(input).filter(([key]) => !wrong.has(key)));
  const result = commandSchema.safeParse(rest);
  if (!result.success) return [];
  const problems = findWrong(withoutNegativeZeros(result.data));
  const { dependent = {} } = definitionOf(result.data.type);
  for (const [key, other] of Object.entries(dependent)) if (wrong.has(other)) wrong.add(key);
  // A problem of the whole command may exist only because the invalid keys were left out.
  return problems.filter(({ path }) => path !== '$' && !isOf(path, wrong));
}

function isOf(path: string, keys: ReadonlySet<PropertyKey | undefined>): boolean {
  return keys.has(/^\$\.(\w+)/.exec(path)?.[1]);
}

/**
 * Throws the error for a command with problems.
 *
 * @throws CommandError COMMAND_INVALID
 */
export function refuse(problems: readonly Problem[]): never {
  const lines = problems.map((p) => `${p.path}: found ${p.found}, expected ${p.expected}`);
  throw new CommandError('COMMAND_INVALID', `Command refused. ${lines.join('; ')}`, problems);
}
