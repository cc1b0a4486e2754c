import type * as z from 'zod/mini';
import { CommandError, canHoldOptions, type Problem } from '../errors.ts';
import { jsonPath, problemsOf } from '../scenario/parse.ts';
import type { CommandInput, Scenario } from '../scenario/schema.ts';
import { withoutNegativeZeros } from '../scenario/zeros.ts';
import { checkSize } from '../schema/guard.ts';
import { type CheckedCommand, checkMeaning, commandSchema } from './index.ts';

/**
 * Checks a command and fills in its defaults; nothing of the input is kept by reference.
 *
 * @param largestRadius largest neighbor radius (m) that the bounds allow
 * @param findMore what else is wrong with a command, for those that are given to a world
 * @throws CommandError COMMAND_INVALID with every problem found
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
    checkMeaning(command, { ...scenario, largestRadius }, (key, found, expected) => {
      problems.push({ path: `$${key}`, found, expected });
    });
    return [...problems, ...findMore(command)];
  };
  const result = commandSchema.safeParse(input);
  if (!result.success) {
    const { issues } = result.error;
    const shape = issues.flatMap((issue) => problemsOf(issue, commandSchema, input));
    refuse([...shape, ...wrongInRest(input, issues, findWrong)]);
  }
  const command = withoutNegativeZeros(result.data);
  const problems = findWrong(command);
  if (problems.length > 0) refuse(problems);
  return command;
}

/** What is wrong with the keys of a command whose own shape is right, where they make a command without the others. */
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
  // What is said of the whole command may be for want of the keys that are left out.
  return problems.filter(({ path }) => path !== '$' && !isOf(path, wrong));
}

function isOf(path: string, keys: ReadonlySet<PropertyKey | undefined>): boolean {
  return keys.has(/^\$\.(\w+)/.exec(path)?.[1]);
}

/** @throws CommandError COMMAND_INVALID */
export function refuse(problems: readonly Problem[]): never {
  const lines = problems.map((p) => `${p.path}: found ${p.found}, expected ${p.expected}`);
  throw new CommandError('COMMAND_INVALID', `Command refused. ${lines.join('; ')}`, problems);
}
