import type { KernelName } from '@skein/core';
import type { Summary } from './statistics.ts';

/** A number, the distribution of a list of numbers, or a word. */
export type Figure = number | Summary | string;

/** The measurements of one thing. */
export interface Row {
  /** What was measured, such as `{ agents: 1000, workers: 2 }`. */
  readonly labels: Readonly<Record<string, string | number>>;
  /** The unit of the samples, such as 'ms/tick'. */
  readonly unit: string;
  readonly samples: readonly number[];
  /** Results computed from the samples, or counted during the measurement. */
  readonly figures?: Readonly<Record<string, Figure>>;
  /** The hash of the last state, so that a fast but wrong result is noticed. */
  readonly hash?: string;
  readonly note?: string;
}

/**
 * A dot per row, with lines that connect each series. Names refer to labels or figures; 'median' refers to the samples.
 */
export interface LineChart {
  readonly kind: 'line';
  readonly title: string;
  readonly x: string;
  readonly y: string;
  /** Rows with equal values in these labels form a series. */
  readonly series: readonly string[];
  /** A label for whose values there are separate panels. */
  readonly panel?: string;
  readonly log: readonly ('x' | 'y')[];
}

/** A bar per row, as long as its median. Bars with the same values of `bar` are placed end to end. */
export interface BarChart {
  readonly kind: 'bar';
  readonly title: string;
  readonly bar: readonly string[];
  /** The labels in which the parts of a bar differ. */
  readonly series: readonly string[];
}

export type Chart = LineChart | BarChart;

/** The choices of the user besides the names of suites. Each suite declares which of them it supports. */
export interface Choice {
  /** The number of agents. */
  readonly agents?: number;
  /** Several numbers of agents. */
  readonly sizes?: readonly number[];
  readonly workers?: number;
  readonly kernels?: readonly KernelName[];
  /** The names of the wanted rows, or parts of them. */
  readonly only?: readonly string[];
}

export interface Context {
  readonly choice: Choice;
  /** Whether to do fewer and smaller runs: all suites together then take some minutes on two cores. */
  readonly quick: boolean;
  /** The number of cores of this machine. */
  readonly cores: number;
  /** Aborts when the user interrupts the benchmark. */
  readonly signal: AbortSignal;
  /** Adds a notice to the results, such as what was left out and why. */
  notice(text: string): void;
}

/** A suite of benchmarks. A file in suites/ that exports one as `suite` defines a suite with the file's name. */
export interface Suite {
  readonly description: string;
  readonly chart?: Chart;
  /** The choices that it supports; others are refused. Default: none. */
  readonly takes?: readonly (keyof Choice)[];
  /** Whether it runs after all other suites. */
  readonly closing?: boolean;
  /** Yields each row when it is ready. Rows before an interruption are kept. */
  run(context: Context): AsyncIterable<Row>;
}
