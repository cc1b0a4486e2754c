import type { ParameterValue } from '../jobs/job.ts';
import { ReportError } from './report-error.ts';

/** A column of a table. Numbers without a value are NaN or null, texts without one null. */
export type Cells = ArrayLike<number | string | boolean | null>;

/** A table by the names of its columns, which are equally long. */
export type Columns = ReadonlyMap<string, Cells>;

/** A parameter as the plan has it. */
export interface PlannedParameter {
  readonly name: string;
  /** For people, such as "m/s"; "1" or left out for a plain number. */
  readonly unit?: string;
  /** What it was given, in words: "0, 0.5, 1" or "0 to 5, by chance". */
  readonly text?: string;
  /** How its axis is drawn; by its values when left out. */
  readonly scale?: 'linear' | 'log';
  /** The order of texts in figures; that of the runs when left out. */
  readonly values?: readonly ParameterValue[];
}

/** A measure as the plan has it. */
export interface PlannedMeasure {
  /** Of its column. */
  readonly name: string;
  readonly unit?: string;
  readonly description?: string;
}

/** What a report says of the sweep itself. */
export interface SweepFacts {
  /** Name of the scenario. */
  readonly scenario: string;
  readonly scenarioHash?: string;
  /** Number of agents of the scenario, in all. */
  readonly agents?: number;
  /** Runs that were planned. */
  readonly runs: number;
  /** Ticks of each run. */
  readonly ticks: number;
  /** Ticks from one sample to the next. */
  readonly every?: number;
  /** The tick from which on samples count, in place of the last value. */
  readonly warmup?: number;
  /** In words: "1 to 20". */
  readonly seeds: string;
  readonly parameters: readonly PlannedParameter[];
  readonly measures: readonly PlannedMeasure[];
  /** The command that makes the same results. */
  readonly command: string;
  /** The command that does one run again, and compares. */
  readonly rerun?: string;
  /** Where the table of all runs is, for people. */
  readonly table?: string;
  /** When the last run was done. */
  readonly date?: Date;
}

/** A run that has no result. */
export interface Failure {
  readonly run: number;
  readonly parameters: Readonly<Record<string, ParameterValue>>;
  readonly seed: number;
  readonly error: string;
}

/** All that a report is made of. */
export interface Results {
  readonly plan: SweepFacts;
  /** Version of the engine. */
  readonly engine: string;
  /** A row for each run that is done: `run`, the parameters, `seed`, and the last value of each measure. */
  readonly runs: Columns;
  /** A row for each sample: `run`, `tick`, and the measures. May be empty. */
  readonly samples: Columns;
  readonly failures: readonly Failure[];
}

/** Rows of a table. */
export function rowsOf(table: Columns): number {
  for (const cells of table.values()) return cells.length;
  return 0;
}

/** A column as numbers; NaN where there is none. */
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

/** @throws ReportError when the table has no such column. */
export function columnOf(table: Columns, name: string): Cells {
  const cells = table.get(name);
  if (cells !== undefined) return cells;
  const known = [...table.keys()].join(', ') || 'no columns';
  throw new ReportError('REPORT_RESULTS', `results: found ${known}, expected a column "${name}"`);
}
