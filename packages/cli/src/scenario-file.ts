import {
  type Problem,
  parseScenario,
  parseScenarioText,
  type Scenario,
  ScenarioError,
} from '@skein/core';
import {
  changeScenario,
  MAX_SCENARIO_BYTES,
  type ParameterChange,
  ParameterError,
} from '@skein/core/describe';
import type { Law } from '@skein/core/laws';
import { CliError } from './errors.ts';
import { EXIT } from './exit-codes.ts';
import { readGivenLaws } from './given-laws.ts';
import { valueWithCommas } from './json-slips.ts';
import { JsonSource } from './json-source.ts';
import {
  inOrder,
  type PlacedProblem,
  placedProblems,
  placedSlips,
  reportLines,
} from './problem-report.ts';
import { inputLabel, readText, TextRefusal } from './text-file.ts';

/** Changes that are applied to a scenario after its file is read. */
export interface ScenarioOptions {
  /** Files of laws to add. Their laws replace laws of the scenario with the same names. */
  readonly laws?: readonly string[] | undefined;
  /** Parameters to change. */
  readonly set?: readonly ParameterChange[] | undefined;
}

/** A scenario and the text of its file. */
export interface ScenarioFile {
  readonly scenario: Scenario;
  readonly source: JsonSource;
}

/**
 * Reads and checks a scenario of at most `MAX_SCENARIO_BYTES`. The path "-" stands for standard input. Comments and
 * trailing commas are allowed.
 *
 * @throws CliError when the file cannot be read, the scenario is invalid, or a parameter cannot be set
 */
export async function readScenario(path: string, options: ScenarioOptions): Promise<Scenario> {
  return (await readScenarioFile(path, options)).scenario;
}

/** Works like `readScenario`, but also returns the text, so that the caller can report positions in the file. */
export async function readScenarioFile(
  path: string,
  { laws: lawFiles, set = [] }: ScenarioOptions,
): Promise<ScenarioFile> {
  const laws = await readGivenLaws(lawFiles);
  const source = await readSource(path);
  const scenario = parseSource(path, source, laws);
  if (set.length === 0) return { scenario, source };
  try {
    return { scenario: changeScenario(scenario, set), source };
  } catch (error) {
    if (!(error instanceof ParameterError)) throw error;
    throw new CliError(EXIT.usage, error.message.replace(/^/gm, '--set: '), { cause: error });
  }
}

async function readSource(path: string): Promise<JsonSource> {
  try {
    return new JsonSource(await readText(path, MAX_SCENARIO_BYTES));
  } catch (error) {
    if (!(error instanceof TextRefusal)) throw error;
    const refusal = asScenarioError(path, error);
    throw refuseScenario(path, refusal.message, refusal);
  }
}

function parseSource(path: string, source: JsonSource, laws: readonly Law[]): Scenario {
  try {
    return parseScenarioText(source.plain, { laws });
  } catch (error) {
    if (!(error instanceof ScenarioError)) throw error;
    if (isPlan(source, error)) {
      const reason = `found the plan of a sweep, expected a scenario; skein sweep ${path} runs it`;
      throw refuseScenario(path, reason, error);
    }
    const problems = placedIn(source, error, laws);
    const count = problems.length === 1 ? '1 problem' : `${problems.length} problems`;
    const lines = [
      `The scenario has ${count}:`,
      ...reportLines(inputLabel(path), source, problems),
      ...lawsHint(error.problems),
    ];
    throw refuseScenario(path, lines.join('\n'), error);
  }
}

/** Returns the problems of a scenario, with their positions in the text. */
export function placedIn(
  source: JsonSource,
  { code, problems }: ScenarioError,
  laws: readonly Law[] = [],
): readonly PlacedProblem[] {
  if (code === 'SCENARIO_TOO_LARGE') return problems;
  if (code === 'SCENARIO_INVALID') return placedProblems(source, problems, ownLaws(source, laws));
  const slips = source.text.trim() === '' ? [] : placedSlips(source);
  if (slips.length === 0) return placedProblems(source, problems);
  // If only commas are missing, the text can still be parsed and checked. After any other slip, its meaning would be a
  // guess.
  const value = valueWithCommas(source);
  const others = value === undefined ? [] : problemsOf(value, laws);
  return inOrder([...slips, ...placedProblems(source, others)]);
}

/** Returns the problems of the JSON of a scenario; empty if the scenario is valid. */
function problemsOf(input: unknown, laws: readonly Law[]): readonly Problem[] {
  try {
    parseScenario(input, { laws });
    return [];
  } catch (error) {
    if (!(error instanceof ScenarioError)) throw error;
    return error.problems;
  }
}

/**
 * Returns a function that maps a path in the scenario to a path in its file. If `laws` replace laws of the file, the
 * scenario lacks the replaced laws. So the other laws can have different indices in the file.
 */
function ownLaws(source: JsonSource, laws: readonly Law[]): (path: string) => string | undefined {
  if (laws.length === 0) return (path) => path;
  const given = new Set<unknown>(laws.map(({ name }) => name));
  const input = JSON.parse(source.plain) as { laws?: readonly { name?: unknown }[] } | null;
  const places = input?.laws?.flatMap((law, index) => (given.has(law?.name) ? [] : [index])) ?? [];
  return (path) => {
    const [all, index] = /^\$\.laws\[(\d+)\]/.exec(path) ?? [];
    if (all === undefined) return path;
    const place = places[Number(index)];
    return place === undefined ? undefined : `$.laws[${place}]${path.slice(all.length)}`;
  };
}

/** If the scenario uses a law that does not exist, explains how to add a law. */
function lawsHint(problems: readonly Problem[]): string[] {
  const lacksLaw = problems.some(
    ({ path, found }) => /\.behaviors\[\d+\]\.type$/.test(path) && found.startsWith('"law:'),
  );
  return lacksLaw ? ['A law of another file is given with --laws FILE.'] : [];
}

/** Whether a refused file is the plan of a sweep. */
function isPlan(source: JsonSource, { code }: ScenarioError): boolean {
  if (code !== 'SCENARIO_INVALID') return false;
  const input: unknown = JSON.parse(source.plain);
  const has = (key: string): boolean => Object.hasOwn(Object(input), key);
  return has('scenario') && !has('species');
}

/** Returns the error for a scenario that can be read, but is refused. */
export function refuseScenario(path: string, reason: string, cause?: unknown): CliError {
  return new CliError(EXIT.refused, `${inputLabel(path)}: ${reason}`, { cause });
}

function asScenarioError(file: string, { reason, found, expected }: TextRefusal): ScenarioError {
  if (reason === 'too large') {
    return new ScenarioError('SCENARIO_TOO_LARGE', [{ path: '$', found, expected }]);
  }
  const wanted =
    reason === 'saved'
      ? `text in UTF-8; skein run --resume ${file} continues a snapshot, skein replay ${file} reads a replay`
      : expected;
  const problem = { path: '$', found, expected: `JSON ${wanted}` };
  return new ScenarioError('SCENARIO_NOT_JSON', [problem]);
}
