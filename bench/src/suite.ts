import type { KernelName } from '@skein/core';
import type { Summary } from './statistics.ts';

/** A number, how a list of them lies, or what they come to in a word. */
export type Figure = number | Summary | string;

/** What was measured of one thing. */
export interface Row {
  /** What the row is of, as `{ agents: 1000, workers: 2 }`. */
  readonly labels: Readonly<Record<string, string | number>>;
  /** Unit of the samples: 'ms/tick'. */
  readonly unit: string;
  readonly samples: readonly number[];
  /** What follows from the samples, or was counted beside them. */
  readonly figures?: Readonly<Record<string, Figure>>;
  /** Of the last state, so that a fast wrong answer cannot pass. */
  readonly hash?: string;
  readonly note?: string;
}

/** A dot per row, joined by series. Names are of labels or figures; 'median' is the samples'. */
export interface LineChart {
  readonly kind: 'line';
  readonly title: string;
  readonly x: string;
  readonly y: string;
  /** Rows that agree in these labels belong together. */
  readonly series: readonly string[];
  /** A label that gets a panel for each of its values. */
  readonly panel?: string;
  readonly log: readonly ('x' | 'y')[];
}

/** A bar per row, as long as its median; those that agree in `bar` stand end to end. */
export interface BarChart {
  readonly kind: 'bar';
  readonly title: string;
  readonly bar: readonly string[];
  /** What the parts of a bar differ in. */
  readonly series: readonly string[];
}

export type Chart = LineChart | BarChart;

/** What the user asks of suites beside their names; each suite says which of it it takes. */
export interface Choice {
  /** How many agents. */
  readonly agents?: number;
  /** Several numbers of agents. */
  readonly sizes?: readonly number[];
  readonly workers?: number;
  readonly kernels?: readonly KernelName[];
  /** Names of the rows that are wanted, or parts of them. */
  readonly only?: readonly string[];
}

export interface Context {
  readonly choice: Choice;
  /** Fewer and smaller runs: all suites together end within some minutes on two cores. */
  readonly quick: boolean;
  /** Cores of this machine. */
  readonly cores: number;
  /** Aborts when the user asks for the end. */
  readonly signal: AbortSignal;
  /** Says something that belongs to the results: what was left out, and why. */
  notice(text: string): void;
}

/** A file in suites/ that exports one as `suite` is a suite of the file's name. */
export interface Suite {
  readonly description: string;
  readonly chart?: Chart;
  /** What of the user's choice it heeds; the rest is refused. Default: nothing. */
  readonly takes?: readonly (keyof Choice)[];
  /** Run after all others. */
  readonly closing?: boolean;
  /** Gives the rows as they are ready; what was given before an interruption is kept. */
  run(context: Context): AsyncIterable<Row>;
}
