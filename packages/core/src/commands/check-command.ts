import { CommandError, type Problem } from '../errors.ts';
import { jsonPath, problemsOf } from '../scenario/parse.ts';
import type { CommandInput, Scenario } from '../scenario/schema.ts';
import { withoutNegativeZeros } from '../scenario/zeros.ts';
import { checkSize } from '../schema/guard.ts';
import { type CheckedCommand, checkMeaning, commandSchema } from './index.ts';

/**
 * Checks a command and fills in its defaults; nothing of the input is kept by reference.
 *
 * @param largestRadius largest neighbor radius (m) that the bounds allow
 * @throws CommandError COMMAND_INVALID with every problem found
 */
export function checkCommand(
  scenario: Scenario,
  largestRadius: number,
  input: CommandInput,
): CheckedCommand {
  const oversized = checkSize(input, jsonPath);
  if (oversized.length > 0) refuse(oversized);
  const result = commandSchema.safeParse(input);
  if (!result.success) {
    refuse(result.error.issues.flatMap((issue) => problemsOf(issue, commandSchema, input)));
  }
  const command = withoutNegativeZeros(result.data);
  const problems: Problem[] = [];
  checkMeaning(command, { ...scenario, largestRadius }, (key, found, expected) => {
    problems.push({ path: `$${key}`, found, expected });
  });
  if (problems.length > 0) refuse(problems);
  return command;
}

/** @throws CommandError COMMAND_INVALID */
export function refuse(problems: readonly Problem[]): never {
  const lines = problems.map((p) => `${p.path}: found ${p.found}, expected ${p.expected}`);
  throw new CommandError('COMMAND_INVALID', `Command refused. ${lines.join('; ')}`, problems);
}
