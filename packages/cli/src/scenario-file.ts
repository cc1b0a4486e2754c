import { parseScenarioText, type Scenario, ScenarioError } from '@skein/core';
import {
  changeScenario,
  MAX_SCENARIO_BYTES,
  type ParameterChange,
  ParameterError,
} from '@skein/core/describe';
import { CliError } from './errors.ts';
import { EXIT } from './exit-codes.ts';
import { readLawFiles } from './laws-file.ts';
import { inputLabel, readText, TextRefusal } from './text-file.ts';

/** What a scenario gets beside its file. */
export interface ScenarioOptions {
  /** Files of laws that it carries from now on, in place of its own of the same names. */
  readonly laws?: readonly string[] | undefined;
  /** Parameters that it has otherwise. */
  readonly set?: readonly ParameterChange[] | undefined;
}

/**
 * Reads and checks a scenario of at most `MAX_SCENARIO_BYTES`; "-" is standard input.
 *
 * @throws CliError when it cannot be read, and when it is refused, or a parameter that is to be set.
 */
export async function readScenario(
  path: string,
  { laws, set = [] }: ScenarioOptions,
): Promise<Scenario> {
  const scenario = await readWithLaws(path, laws);
  if (set.length === 0) return scenario;
  try {
    return changeScenario(scenario, set);
  } catch (error) {
    if (!(error instanceof ParameterError)) throw error;
    throw new CliError(EXIT.usage, error.message.replace(/^/gm, '--set: '), { cause: error });
  }
}

async function readWithLaws(path: string, lawFiles: readonly string[] = []): Promise<Scenario> {
  const laws = await readLawFiles(lawFiles);
  try {
    return parseScenarioText(await readText(path, MAX_SCENARIO_BYTES), { laws });
  } catch (error) {
    const refusal = error instanceof TextRefusal ? asScenarioError(path, error) : error;
    if (refusal instanceof ScenarioError) {
      throw refuseScenario(path, refusal.message + lawsHint(refusal), refusal);
    }
    throw error;
  }
}

/** How a law is given here, where the scenario names one that there is not. */
function lawsHint({ problems }: ScenarioError): string {
  const lacksLaw = problems.some(
    ({ path, found }) => /\.behaviors\[\d+\]\.type$/.test(path) && found.startsWith('"law:'),
  );
  return lacksLaw ? '\nA law of another file is given with --laws FILE.' : '';
}

/** The error for a scenario that could be read, but not accepted. */
export function refuseScenario(path: string, reason: string, cause?: unknown): CliError {
  return new CliError(EXIT.refused, `${inputLabel(path)}: ${reason}`, { cause });
}

function asScenarioError(file: string, { reason, found, expected }: TextRefusal): ScenarioError {
  if (reason === 'too large') {
    return new ScenarioError('SCENARIO_TOO_LARGE', [{ path: '$', found, expected }]);
  }
  const wanted =
    reason === 'saved'
      ? `text in UTF-8; a snapshot goes on with skein run --resume ${file}, a replay is read by skein replay ${file}`
      : expected;
  const problem = { path: '$', found, expected: `JSON ${wanted}` };
  return new ScenarioError('SCENARIO_NOT_JSON', [problem]);
}
