import { availableParallelism } from 'node:os';
import {
  ENGINE,
  type Plan,
  PlanError,
  quoted,
  type Range,
  rangeText,
  readPlan,
  seedsText,
  withArguments,
} from '@skein/sweep';
import {
  FitError,
  type FitProblem,
  type FitRecord,
  type FitReport,
  type FitSettings,
  readDataTable,
  readFit,
  readFitRecord,
  runFit,
} from '@skein/sweep/fit';
import { TableError } from '@skein/sweep/tables';
import { counted } from './counted.ts';
import { CliError } from './errors.ts';
import { EXIT, type ExitCode } from './exit-codes.ts';
import type { FitCommandOptions } from './fit-options.ts';
import { watchInterrupts } from './interrupts.ts';
import { StreamOutput, tell } from './output.ts';
import { printable } from './printable.ts';
import { asCliError } from './sweep.ts';
import { readSweep } from './sweep-plan.ts';
import { SweepProgress } from './sweep-progress.ts';
import { contradictionTexts, TOLD_FAILURES } from './sweep-text.ts';
import { digits, tableLines } from './text-table.ts';

/** The maximum number of rows of the data to list. */
const TOLD_ROWS = 50;
/** A sample that takes ranges without steps. A fit chooses its combinations itself. */
const ANY = 'random:1';
const STOPS = {
  generations: 'all generations are done',
  parameters: 'the parameters have settled within the tolerance',
  distance: 'the distances have settled within the tolerance',
} as const;

/**
 * `skein fit PLAN --to DATA`: finds the parameters of a plan with which its measures come closest to data.
 *
 * The plan and the data are checked before any run starts. Progress goes to standard error, the result to standard
 * output.
 */
export async function fit(path: string | undefined, options: FitCommandOptions): Promise<ExitCode> {
  try {
    const { problem, results } = await readProblem(path, options);
    const stdout = new StreamOutput('standard output', process.stdout);
    if (options.dryRun) {
      await stdout.write(
        `${options.json ? dryJson(problem, results) : askedText(problem, results)}\n`,
      );
      return EXIT.ok;
    }
    return await search(problem, results, options, stdout);
  } catch (error) {
    if (error instanceof FitError) throw fitError(error);
    if (error instanceof TableError)
      throw new CliError(EXIT.refused, error.message, { cause: error });
    throw asCliError(error);
  }
}

/** Converts an error of a fit, which names a setting, to one that names the option. */
function fitError(error: FitError): CliError {
  const option = error.place === 'seed' ? 'fit-seed' : error.place;
  if (error.code !== 'FIT_SEARCH') {
    const exit = error.code === 'FIT_FAILED' ? EXIT.failed : EXIT.refused;
    return new CliError(exit, error.message, { cause: error });
  }
  return new CliError(EXIT.usage, `--${option}${error.message.slice(error.place.length)}`, {
    cause: error,
  });
}

/** Reads the plan and the data from files, or from the folder of an earlier fit. */
async function readProblem(
  path: string | undefined,
  options: FitCommandOptions,
): Promise<{ problem: FitProblem; results: string }> {
  const { to, out, generations, population, sigma, fitSeed: seed, tolerance } = options;
  const settings: FitSettings = { generations, population, sigma, seed, tolerance };
  const record = path === undefined || path === '-' ? undefined : await readFitRecord(path);
  if (path !== undefined && record !== undefined) {
    const rows = record.data.rows.map((cells, at) => ({ line: at + 1, cells }));
    const table = { name: path, columns: record.data.columns, rows };
    const problem = readFit(
      planOf(path, record, options),
      to === undefined ? table : await readDataTable(to),
      { ...record.settings, ...given(settings) },
    );
    return { problem, results: out ?? path };
  }
  if (to === undefined) {
    throw new CliError(EXIT.usage, '--to: found nothing, expected the file of the data');
  }
  const { plan, results } = await readSweep(path, { ...options, sample: ANY });
  return { problem: readFit(plan, await readDataTable(to), settings), results };
}

/** Returns the plan of an earlier fit, with the arguments applied. */
function planOf(folder: string, { plan }: FitRecord, options: FitCommandOptions): Plan {
  if (options.scenario !== undefined || options.laws !== undefined) {
    const place = options.scenario === undefined ? '--laws' : '--scenario';
    throw new CliError(EXIT.usage, `${place}: found the folder of a fit, expected a plan with it`);
  }
  const { input, places, problems } = withArguments(plan, { ...options, sample: ANY });
  try {
    return readPlan(input, { places, problems });
  } catch (error) {
    if (!(error instanceof PlanError)) throw error;
    throw new CliError(EXIT.refused, `${folder}: ${error.message}`, { cause: error });
  }
}

function given(settings: FitSettings): FitSettings {
  return Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined));
}

async function search(
  problem: FitProblem,
  results: string,
  options: FitCommandOptions,
  stdout: StreamOutput,
): Promise<ExitCode> {
  const { jobs = availableParallelism(), json = false } = options;
  const stderr = new StreamOutput('standard error', process.stderr);
  await stderr.write(`${askedText(problem, results)}\n`);
  const startedAtMs = performance.now();
  let progress: SweepProgress | undefined;
  const note = (text: string): void => {
    if (progress === undefined) tell(text);
    else progress.note(text);
  };
  using interrupts = watchInterrupts((signal) => {
    const hint = signal === 'SIGINT' ? '; press Ctrl-C again to end at once' : '';
    note(`interrupted: the runs in progress save their state${hint}`);
  });
  const runs = mostRuns(problem);
  let report: FitReport;
  try {
    report = await runFit(problem, {
      ...options,
      ...{ results, jobs, signal: interrupts.signal, onNotice: note },
      onStart: (counts) => {
        progress = new SweepProgress({ ...counts, runs }, process.stderr.isTTY);
      },
      onTick: (counts) => progress?.update({ ...counts, runs }),
      onResult: (_, counts) => progress?.update({ ...counts, runs }),
      onFailure: ({ index, error }, counts) => {
        progress?.update({ ...counts, runs });
        if (counts.failed <= TOLD_FAILURES) note(`run ${index} failed: ${error}`);
      },
      onGeneration: (record) => note(generationText(record)),
    });
  } finally {
    progress?.[Symbol.dispose]();
  }
  const { record, sweep } = report;
  for (const text of contradictionTexts(sweep)) tell(text);
  if (sweep.interrupted) tell(`to continue: skein fit ${quoted(results)}`);
  const seconds = (performance.now() - startedAtMs) / 1000;
  await stdout.write(
    json ? `${resultJson(report, results, seconds)}\n` : `${resultText(report, results)}\n`,
  );
  if (sweep.contradictions.length > 0) return EXIT.unlike;
  if (sweep.interrupted && interrupts.exitCode !== undefined) return interrupts.exitCode;
  return record.stop === undefined ? EXIT.failed : EXIT.ok;
}

function mostRuns({ settings, runsPerCandidate }: FitProblem): number {
  return settings.generations * settings.population * runsPerCandidate;
}

/** Says what a fit is about to do. */
function askedText(problem: FitProblem, results: string): string {
  const { fitted, settings, data, plan, runsPerCandidate } = problem;
  const { generations, population } = settings;
  const measures = [...new Set(data.data.map(({ name }) => name))];
  const rows = [
    ...fitted.map(({ name, values }) => [printable(name), rangeText(values)]),
    ['data', `${counted(data.data.length, 'value')} of ${measures.map(printable).join(', ')}`],
    [
      'conditions',
      `${counted(data.conditions.length, 'combination')}${data.names.length > 0 ? ` of ${data.names.map(printable).join(', ')}` : ''}`,
    ],
    [
      'candidate',
      `${counted(runsPerCandidate, 'run')} of ${counted(plan.ticks, 'tick')}: the conditions x seeds ${seedsText(plan.seeds)}`,
    ],
    [
      'search',
      `at most ${generations} generations of ${population} candidates, ${counted(mostRuns(problem), 'run')}`,
    ],
    ['results', results],
  ];
  return ['fit:', ...tableLines(rows)].join('\n');
}

function generationText({ generations, best }: FitRecord): string {
  const { distances } = generations[generations.length - 1];
  const least = Math.min(...distances.map((distance) => distance ?? Infinity));
  const parameters = Object.entries(best!.parameters).map(
    ([name, value]) => `${printable(name)} ${digits(value)}`,
  );
  return `generation ${generations.length}: distance ${digits(least)}; best ${digits(best!.distance)} with ${parameters.join(', ')}`;
}

function resultText({ record, sweep }: FitReport, results: string): string {
  const { best, stop, generations, compared, plan } = record;
  const runs = `${sweep.done + sweep.skipped} runs (${sweep.done} now, ${sweep.skipped} before${sweep.failed > 0 ? `, ${sweep.failed} failed` : ''})`;
  const lines = [
    `${counted(generations.length, 'generation')}, ${runs}: ${stop === undefined ? 'not over yet' : STOPS[stop]}`,
  ];
  if (best !== undefined) {
    lines.push(
      `distance ${digits(best.distance)}, of generation ${best.generation}, from run ${best.run} on`,
    );
    const ranges = plan.parameters as Readonly<Record<string, Range>>;
    const values = Object.entries(best.parameters).map(([name, value]) => [
      printable(name),
      digits(value),
      rangeText(ranges[name]),
    ]);
    lines.push(...tableLines([['parameter', 'value', 'range'], ...values]));
    lines.push(...comparedLines(compared));
  }
  if (sweep.tables.length > 0) lines.push(`tables: ${sweep.tables.join(', ')}`);
  lines.push(`for figures: skein report ${quoted(results)}`);
  return lines.join('\n');
}

/** Returns a table of the data and what the model gave, with a row for each value. */
function comparedLines(compared: FitRecord['compared']): string[] {
  const names = Object.keys(compared[0].conditions);
  const hasTicks = compared[0].tick !== undefined;
  const shown = compared.slice(0, TOLD_ROWS);
  const rows = shown.map(({ conditions, tick, measure, data, model }) => [
    ...names.map((name) => printable(String(conditions[name]))),
    ...(hasTicks ? [String(tick)] : []),
    printable(measure),
    digits(data),
    digits(model),
  ]);
  const head = [...names.map(printable), ...(hasTicks ? ['tick'] : []), 'measure', 'data', 'model'];
  const rest = compared.length - shown.length;
  return [...tableLines([head, ...rows]), ...(rest > 0 ? [`  ... ${rest} more in fit.json`] : [])];
}

function dryJson(problem: FitProblem, results: string): string {
  const { fitted, settings, data, runsPerCandidate } = problem;
  const named = fitted.map(({ name, values }) => [name, values]);
  const conditions = data.conditions.length;
  const runs = mostRuns(problem);
  return JSON.stringify({
    ...{ results, engine: ENGINE, fitted: Object.fromEntries(named), ...settings },
    ...{ values: data.data.length, conditions, runsPerCandidate, runs },
  });
}

function resultJson({ record, sweep }: FitReport, results: string, seconds: number): string {
  const { stop = null, best = null, compared, generations, settings } = record;
  const { runs, done, skipped, failed, interrupted, tables } = sweep;
  return JSON.stringify({
    ...{ results, stop, generations: generations.length, best, compared, settings },
    ...{ runs, done, skipped, failed, interrupted, tables },
    seconds: Number(seconds.toFixed(3)),
  });
}
