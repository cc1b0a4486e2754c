import { MAX_SCENARIO_BYTES, parseScenarioText, type Scenario, ScenarioError } from '@skein/core';
import { CliError } from './errors.ts';
import { EXIT } from './exit-codes.ts';
import { inputLabel, readText, TextRefusal } from './text-file.ts';

/**
 * Reads and checks a scenario of at most `MAX_SCENARIO_BYTES`; "-" is standard input.
 *
 * @throws CliError when it cannot be read, and when it is refused.
 */
export async function readScenario(path: string): Promise<Scenario> {
  try {
    return parseScenarioText(await readText(path, MAX_SCENARIO_BYTES));
  } catch (error) {
    const refusal = error instanceof TextRefusal ? asScenarioError(error) : error;
    if (refusal instanceof ScenarioError) throw refuseScenario(path, refusal.message, refusal);
    throw error;
  }
}

/** The error for a scenario that could be read, but not accepted. */
export function refuseScenario(path: string, reason: string, cause?: unknown): CliError {
  return new CliError(EXIT.refused, `${inputLabel(path)}: ${reason}`, { cause });
}

function asScenarioError({ reason, found, expected }: TextRefusal): ScenarioError {
  return reason === 'too large'
    ? new ScenarioError('SCENARIO_TOO_LARGE', [{ path: '$', found, expected }])
    : new ScenarioError('SCENARIO_NOT_JSON', [{ path: '$', found, expected: `JSON ${expected}` }]);
}
