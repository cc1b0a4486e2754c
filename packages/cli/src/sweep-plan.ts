import { stat } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join } from 'node:path';
import { type Problem, parseScenarioText, ScenarioError } from '@skein/core';
import { MAX_SCENARIO_BYTES } from '@skein/core/describe';
import type { Law } from '@skein/core/laws';
import {
  type ArguedPlan,
  MAX_PLAN_BYTES,
  PLAN_FILE,
  type Plan,
  PlanError,
  readPlan,
  readPlanText,
  withArguments,
} from '@skein/sweep';
import { CliError } from './errors.ts';
import { EXIT, type ExitCode } from './exit-codes.ts';
import { JsonSource } from './json-source.ts';
import { readLawFiles } from './laws-file.ts';
import { placedPaths, placedProblems, placedSlips, reportLines } from './problem-report.ts';
import { placedIn } from './scenario-file.ts';
import type { SweepCommandOptions } from './sweep-options.ts';
import { inputLabel, readText, TextRefusal } from './text-file.ts';

/** A checked plan, and the folder for its results. */
export interface PlannedSweep {
  readonly plan: Plan;
  readonly results: string;
}

/**
 * Reads the plan of `skein sweep` from a plan file or from a folder of results, and applies the arguments to it. If
 * there is no file and no folder, the arguments alone are the plan.
 *
 * @throws CliError with every problem of the plan
 */
export async function readSweep(
  path: string | undefined,
  options: SweepCommandOptions,
): Promise<PlannedSweep> {
  if (path === undefined && options.scenario === undefined) {
    throw new CliError(
      EXIT.usage,
      'found nothing to run, expected a plan, a folder of results, or --scenario FILE',
    );
  }
  const { file, folder } = await findPlan(path);
  const written: PlanFile =
    file === undefined ? { input: {}, problems: [] } : await readPlanFile(file);
  const argued = withArguments(written.input, options);
  const problems = [...written.problems, ...argued.problems];
  // If the file is not a plan, it names no scenario either.
  const isPlan = written.problems.length === 0;
  const scene: Scene = isPlan ? await readScene(argued, file, options) : { problems: [] };
  const sources = {
    places: argued.places,
    problems: [...problems, ...scene.problems],
    ...(scene.laws !== undefined && { laws: scene.laws }),
    ...(scene.name !== undefined && { scenarioName: scene.name }),
    isScenarioRefused: !isPlan || scene.problems.length > 0,
  };
  try {
    const plan = readPlan({ ...argued.input, scenario: scene.raw, laws: undefined }, sources);
    return { plan, results: options.out ?? folder ?? defaultResults(file, scene.name) };
  } catch (error) {
    if (!(error instanceof PlanError)) throw error;
    const message =
      file === undefined ? error.message : planReport(inputLabel(file), written.source, error);
    throw new CliError(exitCodeOf(error, scene), message, { cause: error });
  }
}

/**
 * Returns a report with all problems of a plan. For each problem in the file of the plan, the report gives the position
 * in the file.
 */
function planReport(label: string, source: JsonSource | undefined, error: PlanError): string {
  if (source === undefined) return `${label}: ${error.message}`;
  const [head] = error.message.split('\n', 1);
  const lines = reportLines(label, source, placedProblems(source, error.problems));
  return [`${label}: ${head}`, ...lines].join('\n');
}

function exitCodeOf({ problems }: PlanError, { isUnread = false }: Scene): ExitCode {
  if (isUnread && problems.length === 1) return EXIT.file;
  const byArguments = problems.every(({ path }) => /^(--|runs$)/.test(path));
  return byArguments ? EXIT.usage : EXIT.refused;
}

/** Finds the file of the plan. `path` is that file, or a folder of results. Every folder of results contains a plan. */
async function findPlan(path: string | undefined): Promise<{ file?: string; folder?: string }> {
  if (path === undefined) return {};
  const isFolder =
    path !== '-' && (await stat(path).catch(() => undefined))?.isDirectory() === true;
  if (!isFolder) return { file: path };
  const file = join(path, PLAN_FILE);
  const isMissing = (error: NodeJS.ErrnoException) => error.code === 'ENOENT';
  const isThere = await stat(file).then(
    () => true,
    (error) => !isMissing(error),
  );
  if (isThere) return { file, folder: path };
  throw new CliError(
    EXIT.file,
    `${path}: found a folder without ${PLAN_FILE}, which is no folder of results; expected a plan, or a folder of results`,
  );
}

interface PlanFile {
  readonly input: Record<string, unknown>;
  readonly problems: readonly Problem[];
  /** The text of the plan file, if the file is JSON. */
  readonly source?: JsonSource;
}

async function readPlanFile(file: string): Promise<PlanFile> {
  let text: string;
  try {
    text = await readText(file, MAX_PLAN_BYTES);
  } catch (error) {
    if (!(error instanceof TextRefusal)) throw error;
    const { found, expected } = error;
    return { input: {}, problems: [{ path: '$', found, expected: `JSON ${expected}` }] };
  }
  const source = new JsonSource(text);
  const read = readPlanText(source.plain);
  if ('problems' in read) {
    const slips = text.trim() === '' ? [] : placedSlips(source);
    const problems = slips.length === 0 ? placedProblems(source, read.problems) : slips;
    return { input: {}, problems: placedPaths(inputLabel(file), source, problems) };
  }
  const { input } = read;
  if (isScenario(input)) {
    const expected = `a plan; skein sweep --scenario ${file} takes a scenario`;
    return { input: {}, problems: [{ path: '$', found: 'a scenario', expected }] };
  }
  if (input !== null && typeof input === 'object' && !Array.isArray(input)) {
    return { input: input as Record<string, unknown>, problems: [], source };
  }
  const found = Array.isArray(input) ? 'a list' : JSON.stringify(input);
  return { input: {}, problems: [{ path: '$', found, expected: 'an object' }] };
}

function isScenario(input: unknown): boolean {
  const keys = Object.keys(Object(input));
  return keys.includes('species') && !keys.includes('scenario');
}

interface Scene {
  readonly raw?: unknown;
  readonly laws?: readonly Law[];
  /** The path of the file of the scenario. */
  readonly name?: string;
  readonly problems: readonly Problem[];
  /** Whether the file of the scenario could not be read. */
  readonly isUnread?: boolean;
}

/** Reads the laws and the scenario of a plan. If the plan contains a path instead of a scenario, reads that file. */
async function readScene(
  { input }: ArguedPlan,
  file: string | undefined,
  options: SweepCommandOptions,
): Promise<Scene> {
  const inPlan = file === undefined || file === '-' ? '.' : dirname(file);
  const lawPaths = options.laws ?? pathsOf(input.laws).map((path) => from(inPlan, path));
  const laws = lawPaths.length === 0 ? undefined : await readLawFiles(lawPaths);
  const withLaws = laws === undefined ? {} : { laws };
  const given = options.scenario ?? input.scenario;
  if (typeof given !== 'string') return { raw: given, ...withLaws, problems: [] };
  const name = options.scenario ?? from(inPlan, given);
  let source: JsonSource | undefined;
  try {
    source = new JsonSource(await readText(name, MAX_SCENARIO_BYTES));
    parseScenarioText(source.plain, withLaws);
    return { raw: JSON.parse(source.plain), ...withLaws, name, problems: [] };
  } catch (error) {
    const problems = sceneProblems(name, error, source, laws);
    return { name, ...withLaws, problems, isUnread: error instanceof CliError };
  }
}

function sceneProblems(
  name: string,
  error: unknown,
  source: JsonSource | undefined,
  laws: readonly Law[] | undefined,
): readonly Problem[] {
  const label = inputLabel(name);
  if (error instanceof ScenarioError && source !== undefined) {
    return placedPaths(label, source, placedIn(source, error, laws));
  }
  if (error instanceof TextRefusal) {
    return [{ path: label, found: error.found, expected: `a scenario, ${error.expected}` }];
  }
  if (error instanceof CliError) {
    const reason = error.message.replace(/^cannot read .*?: /, '');
    return [{ path: label, found: `no file that can be read (${reason})`, expected: 'a scenario' }];
  }
  throw error;
}

function pathsOf(laws: unknown): readonly string[] {
  return Array.isArray(laws) ? laws.filter((law) => typeof law === 'string') : [];
}

/** Resolves a path in a plan, relative to the folder of the plan. */
function from(folder: string, path: string): string {
  return isAbsolute(path) || folder === '.' ? path : join(folder, path);
}

/** The default folder for results: in the current folder, named after the plan or the scenario. */
function defaultResults(file: string | undefined, scenario: string | undefined): string {
  const path = file ?? scenario;
  if (path !== undefined && path !== '-')
    return `${basename(path).replace(/\.jsonc?$/, '')}-results`;
  throw new CliError(EXIT.usage, '--out: found nothing, expected the folder of the results');
}
