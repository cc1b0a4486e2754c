import type { KernelName } from '@skein/core';
import type { Summary } from './statistics.ts';

/** A value in a table: a number, the distribution of several numbers, or a word. */
export type Figure = number | Summary | string;

/** A row of the table: the measurements of one contender or one setting. */
export interface Row {
  /** The labels of the row, which say what was measured, such as `{ agents: 1000, workers: 2 }`. */
  readonly labels: Readonly<Record<string, string | number>>;
  /** The unit of the samples, such as 'ms/tick'. */
  readonly unit: string;
  readonly samples: readonly number[];
  /** Results computed from the samples, or counted during the measurement. */
  readonly figures?: Readonly<Record<string, Figure>>;
  /** The hash of the last state. It reveals a result that is fast but wrong. */
  readonly hash?: string;
  readonly note?: string;
}

/**
 * A chart with a dot for each row, and lines that connect the rows of a series. `x` and `y` are the names of labels or
 * figures, or 'median' for the median of the samples.
 */
export interface LineChart {
  readonly kind: 'line';
  readonly title: string;
  readonly x: string;
  readonly y: string;
  /** The labels by which series are formed. Rows with equal values of these labels belong to the same series. */
  readonly series: readonly string[];
  /** A label. Rows with different values of this label are drawn in separate panels. */
  readonly panel?: string;
  readonly log: readonly ('x' | 'y')[];
}

/**
 * A chart with a bar for each row. The length of a bar is the median of its row. If several rows have the same values
 * of the labels in `bar`, their bars are placed end to end.
 */
export interface BarChart {
  readonly kind: 'bar';
  readonly title: string;
  readonly bar: readonly string[];
  /** The labels that distinguish the parts of a bar. */
  readonly series: readonly string[];
}

export type Chart = LineChart | BarChart;

/**
 * The choices that the user can make on the command line, besides the names of suites. Each suite declares which of
 * these choices it supports.
 */
export interface Choice {
  /** The number of agents. */
  readonly agents?: number;
  /** Several numbers of agents, which are all measured. */
  readonly sizes?: readonly number[];
  readonly workers?: number;
  readonly kernels?: readonly KernelName[];
  /** The names of the rows to measure, or parts of these names. */
  readonly only?: readonly string[];
}

export interface Context {
  readonly choice: Choice;
  /** Whether to do fewer and smaller runs. All suites together then take some minutes on two cores. */
  readonly quick: boolean;
  /** The number of cores of this machine. */
  readonly cores: number;
  /** Aborts when the user interrupts the benchmark. */
  readonly signal: AbortSignal;
  /** Adds a notice to the results, such as what was left out and why. */
  notice(text: string): void;
}

/**
 * A suite of benchmarks. To add a suite, export it as `suite` from a file in suites/. The suite has the name of the
 * file.
 */
export interface Suite {
  readonly description: string;
  readonly chart?: Chart;
  /** The suite supports these choices of the user. All other choices are refused. Default: none. */
  readonly takes?: readonly (keyof Choice)[];
  /** Whether the suite runs after all other suites. */
  readonly closing?: boolean;
  /** Yields each row as soon as it is measured. If the run is interrupted, the rows until then are kept. */
  run(context: Context): AsyncIterable<Row>;
}
