import type { PlanBlocks } from '../analysis/plan-blocks.ts';
import type { FitRecord } from '../fit/fit-record.ts';
import type { ParameterValue } from '../jobs/job.ts';
import { ReportError } from './report-error.ts';

/** A column of a table. Missing numbers are NaN or null, missing texts are null. */
export type Cells = ArrayLike<number | string | boolean | null>;

/** A table as columns of equal length, by name. */
export type Columns = ReadonlyMap<string, Cells>;

/** A parameter of the plan. */
export interface PlannedParameter {
  readonly name: string;
  /** The unit to show, such as "m/s"; "1" or undefined for a plain number. */
  readonly unit?: string;
  /** The values of the parameter in words: "0, 0.5, 1" or "drawn from 0 to 5". */
  readonly text?: string;
  /** The scale of the parameter's axis. By default, it is chosen to suit the values of the parameter. */
  readonly scale?: 'linear' | 'log';
  /** The order in which figures show the values of a text parameter. Default: the order of the runs. */
  readonly values?: readonly ParameterValue[];
}

/** A measure of the plan. */
export interface PlannedMeasure {
  /** The name of the measure, which is also the name of its column. */
  readonly name: string;
  readonly unit?: string;
  readonly description?: string;
}

/** The facts about the sweep itself that a report shows. */
export interface SweepFacts {
  /** The name of the scenario. */
  readonly scenario: string;
  readonly scenarioHash?: string;
  /** The total number of agents in the scenario. */
  readonly agents?: number;
  /** The number of runs in the plan. */
  readonly runs: number;
  /** The number of ticks of each run. */
  readonly ticks: number;
  /** The interval between samples, in ticks. */
  readonly every?: number;
  /**
   * The first tick of the samples to average. If given, the report shows the mean of these samples instead of the last
   * value.
   */
  readonly warmup?: number;
  /** The seeds of the runs in words: "1 to 20". */
  readonly seeds: string;
  readonly parameters: readonly PlannedParameter[];
  /** The type of the sample: "grid", "list", "random", "latin", "sobol" or "morris". */
  readonly sample?: string;
  /** The blocks of a sample whose sensitivity can be analyzed. */
  readonly blocks?: PlanBlocks;
  readonly measures: readonly PlannedMeasure[];
  /** The command that reproduces the results. */
  readonly command: string;
  /** The command that repeats one run and compares the results. */
  readonly rerun?: string;
  /** The path that the report shows for the table of all runs. */
  readonly table?: string;
  /** The time when the last run finished. */
  readonly date?: Date;
}

/** A run without a result. */
export interface Failure {
  readonly run: number;
  readonly parameters: Readonly<Record<string, ParameterValue>>;
  readonly seed: number;
  readonly error: string;
}

/** Everything that a report is made from. */
export interface Results {
  readonly plan: SweepFacts;
  /** The version of the engine. */
  readonly engine: string;
  /** A row for each finished run: `run`, the parameters, `seed`, and the last value of each measure. */
  readonly runs: Columns;
  /** A row for each sample: `run`, `tick`, and the measures. May be empty. */
  readonly samples: Columns;
  readonly failures: readonly Failure[];
  /** The fit that the runs belong to, if any. */
  readonly fit?: FitRecord;
}

/** The number of rows of a table. */
export function rowsOf(table: Columns): number {
  for (const cells of table.values()) return cells.length;
  return 0;
}

/** Returns a column as numbers; NaN for missing values. */
export function numbersOf(table: Columns, name: string): Float64Array {
  const cells = columnOf(table, name);
  if (cells instanceof Float64Array) return cells;
  const numbers = new Float64Array(cells.length);
  for (let row = 0; row < cells.length; row++) {
    const cell = cells[row];
    numbers[row] = typeof cell === 'number' ? cell : Number.NaN;
  }
  return numbers;
}

/** @throws ReportError when the table has no such column */
export function columnOf(table: Columns, name: string): Cells {
  const cells = table.get(name);
  if (cells !== undefined) return cells;
  const known = [...table.keys()].join(', ') || 'none';
  throw new ReportError(
    'REPORT_RESULTS',
    `results: found the columns ${known}, expected also "${name}"`,
  );
}
