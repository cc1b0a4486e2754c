import { availableParallelism } from 'node:os';
import { parseScenario, type Scenario } from '@skein/core';
import {
  countRuns,
  FileError,
  Finished,
  JobError,
  JobMaker,
  type Plan,
  planHash,
  planJson,
  ResultsError,
  rawWith,
  readResultsPlan,
  runAt,
  runSweep,
  type SweepReport,
  writeTables,
} from '@skein/sweep';
import { counted } from './counted.ts';
import { CliError } from './errors.ts';
import { EXIT, type ExitCode } from './exit-codes.ts';
import { watchInterrupts } from './interrupts.ts';
import { StreamOutput, tell } from './output.ts';
import { withQueue } from './queue-errors.ts';
import type { SweepCommandOptions } from './sweep-options.ts';
import { readSweep } from './sweep-plan.ts';
import { SweepProgress } from './sweep-progress.ts';
import type { SweepQueue } from './sweep-queue.ts';
import {
  continueText,
  contradictionTexts,
  planText,
  reportText,
  TOLD_FAILURES,
  timeText,
} from './sweep-text.ts';

const JSON_FAILURES = 1000;

/**
 * `skein sweep PLAN`: does the runs of a plan that have no result yet.
 *
 * The whole plan is checked before any run starts. The plan, progress and notices go to standard error, the summary to
 * standard output.
 */
export async function sweep(
  path: string | undefined,
  options: SweepCommandOptions,
): Promise<ExitCode> {
  const { plan, results } = await readSweep(path, options);
  const stdout = new StreamOutput('standard output', process.stdout);
  const scenario = parseScenario(rawWith(plan, runAt(plan, 0).values));
  if (options.shard !== undefined && countRuns(plan, options.shard) === 0) {
    tell(`--shard: part ${options.shard.part} of ${options.shard.of} has no runs`);
  }
  if (plan.trajectories !== undefined && options.queue !== undefined) {
    throw new CliError(
      EXIT.usage,
      '--queue: found a plan with trajectories, which only runs on this machine write; expected a plan without them',
    );
  }
  if (options.dryRun) {
    await stdout.write(
      options.json
        ? `${dryJson(plan, results, options)}\n`
        : `${planText(plan, scenario, results, options)}\n`,
    );
    return EXIT.ok;
  }
  try {
    if (options.tables) return await tables(plan, results, options, stdout);
    return await withQueue(() => doRuns(plan, scenario, results, options, stdout));
  } catch (error) {
    throw asCliError(error);
  }
}

/** Converts an error of a sweep to an error with an exit code. */
export function asCliError(error: unknown): unknown {
  if (error instanceof FileError) return new CliError(EXIT.file, error.message, { cause: error });
  if (error instanceof JobError) return new CliError(EXIT.failed, error.message, { cause: error });
  if (!(error instanceof ResultsError)) return error;
  return new CliError(EXIT.refused, error.message, { cause: error });
}

async function doRuns(
  plan: Plan,
  scenario: Scenario,
  results: string,
  options: SweepCommandOptions,
  stdout: StreamOutput,
): Promise<ExitCode> {
  const { jobs = availableParallelism(), json } = options;
  const stderr = new StreamOutput('standard error', process.stderr);
  await stderr.write(`${planText(plan, scenario, results, options)}\n`);
  const startedAtMs = performance.now();
  let progress: SweepProgress | undefined;
  const note = (text: string): void => {
    if (progress === undefined) tell(text);
    else progress.note(text);
  };
  using interrupts = watchInterrupts((signal) => {
    const hint = signal === 'SIGINT' ? '; press Ctrl-C again to end at once' : '';
    const runs = options.queue === undefined ? 'save their state' : 'stay with the workers';
    note(`interrupted: the runs in progress ${runs}${hint}`);
  });
  let isFirst = true;
  let report: SweepReport;
  const queue = await sweepQueueOf(options, interrupts.signal, note);
  try {
    report = await runSweep(plan, {
      ...options,
      results,
      jobs,
      elsewhere: queue?.elsewhere,
      signal: interrupts.signal,
      onNotice: note,
      onStart: (counts) => {
        const { runs, skipped } = counts;
        const before = skipped === 0 ? '' : `, ${skipped} of them already done`;
        const processes = counted(
          Math.min(jobs, Math.max(1, runs - skipped)),
          'process',
          'processes',
        );
        const who = queue?.shown ?? processes;
        tell(`results in ${results}: ${counted(runs, 'run')}${before}; ${who}`);
        progress = new SweepProgress(counts, process.stderr.isTTY);
      },
      onTick: (counts) => progress?.update(counts),
      onResult: ({ ms }, counts) => {
        progress?.update(counts);
        if (!isFirst) return;
        isFirst = false;
        const left = counts.runs - counts.skipped - counts.done - counts.failed;
        if (left === 0) return;
        const atATime = queue === undefined ? jobs : Math.max(1, queue.running);
        const estimate = timeText((ms * left) / Math.min(atATime, left));
        note(
          `the first run took ${timeText(ms)}, so the other ${left} will take about ${estimate}`,
        );
      },
      onFailure: ({ index, error }, counts) => {
        progress?.update(counts);
        if (counts.failed <= TOLD_FAILURES) note(`run ${index} failed: ${error}`);
        if (counts.failed === TOLD_FAILURES + 1) note('more runs fail; the journal has them all');
      },
    });
  } finally {
    progress?.[Symbol.dispose]();
  }
  for (const text of contradictionTexts(report)) tell(text);
  if (report.interrupted) tell(`to continue: ${continueText(results, options)}`);
  const seconds = (performance.now() - startedAtMs) / 1000;
  await stdout.write(
    json
      ? `${reportJson(plan, report, results, seconds)}\n`
      : reportText(plan, report, results, options),
  );
  return exitCodeOf(report, interrupts.exitCode);
}

/**
 * Returns the queue of a sweep with --queue. The code of the queue is loaded only here, since a sweep on one machine
 * needs no Redis.
 */
async function sweepQueueOf(
  options: SweepCommandOptions,
  signal: AbortSignal,
  note: (text: string) => void,
): Promise<SweepQueue | undefined> {
  if (options.queue === undefined) return undefined;
  const { sweepQueue } = await import('./sweep-queue.ts');
  return sweepQueue(options, signal, note);
}

function exitCodeOf(report: SweepReport, interrupted: ExitCode | undefined): ExitCode {
  if (report.unlike.length > 0 || report.contradictions.length > 0) return EXIT.unlike;
  if (report.interrupted && interrupted !== undefined) return interrupted;
  return report.failed > 0 ? EXIT.failed : EXIT.ok;
}

/** Writes the tables of all runs that are finished so far. */
async function tables(
  plan: Plan,
  results: string,
  { format = 'parquet', json }: SweepCommandOptions,
  stdout: StreamOutput,
): Promise<ExitCode> {
  const there = await readResultsPlan(results);
  if (planHash(there) !== planHash(plan)) {
    throw new ResultsError(
      `${results}: found results of another plan, expected results of this plan`,
    );
  }
  const finished = await Finished.read(results, plan, tell);
  try {
    const files = await writeTables(results, plan, finished, format);
    const done = `${finished.count} of ${counted(plan.runs, 'run')}`;
    await stdout.write(
      json
        ? `${JSON.stringify({ results, runs: plan.runs, finished: finished.count, tables: files })}\n`
        : `tables of ${done}: ${files.join(', ')}\n`,
    );
    return EXIT.ok;
  } finally {
    finished.close();
  }
}

function dryJson(plan: Plan, results: string, { shard }: SweepCommandOptions): string {
  const maker = new JobMaker(plan);
  const [first, last] = [0, plan.runs - 1].map((index) => {
    const { key, parameters, seed } = maker.make(index);
    return { run: index, key, parameters, seed };
  });
  return JSON.stringify({
    results,
    plan: planHash(plan),
    runs: plan.runs,
    ofShard: shard === undefined ? plan.runs : countRuns(plan, shard),
    combinations: plan.combinations,
    first,
    last,
    ...planJson(plan),
  });
}

function reportJson(plan: Plan, report: SweepReport, results: string, seconds: number): string {
  const { failures, contradictions, unlike, underWay: _, ...counts } = report;
  return JSON.stringify({
    results,
    plan: planHash(plan),
    engine: plan.engine,
    planned: plan.runs,
    ...counts,
    failures: [...failures].slice(0, JSON_FAILURES).map(([run, error]) => ({ run, error })),
    unlike: unlike.map(({ index, ...more }) => ({ run: index, ...more })),
    contradictions: contradictions.map(({ index, ...more }) => ({ run: index, ...more })),
    seconds: Number(seconds.toFixed(3)),
  });
}
